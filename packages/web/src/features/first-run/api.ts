import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { setupQuery } from '#shared/api/setup.ts';
import { updateSetup, type BodyOf } from '@trunkline/contract';

/** Notes how far the setup is, and shows it. */
export async function changeSetup(body: BodyOf<typeof updateSetup>): Promise<void> {
  const { data } = await call(updateSetup, { body });
  queryClient.setQueryData(setupQuery.queryKey, data);
}
