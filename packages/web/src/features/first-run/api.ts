import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { setupQuery } from '#shared/api/setup.ts';
import { updateSetup, type BodyOf } from '@trunkline/contract';

/** Saves the progress of the setup and updates the cached one. */
export async function changeSetup(body: BodyOf<typeof updateSetup>): Promise<void> {
  const { data } = await call(updateSetup, { body });
  queryClient.setQueryData(setupQuery.queryKey, data);
}
