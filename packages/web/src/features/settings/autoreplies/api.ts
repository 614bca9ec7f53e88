import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useQuery } from '@tanstack/react-query';
import {
  listAutoReplies,
  updateAutoReplies,
  type AutoReplies,
  type AutoReplyAccount,
} from '@trunkline/contract';

const AUTO_REPLIES = ['auto-replies'] as const;

/** The automatic replies of all accounts; fetched anew when somebody changes one. */
export const useAutoReplies = () =>
  useQuery({
    queryKey: AUTO_REPLIES,
    queryFn: ({ signal }) => call(listAutoReplies, { signal }).then((answer) => answer.data),
  });

/** Saves an account's automatic replies and updates the cached ones. */
export async function changeReplies(
  { id, version }: Pick<AutoReplyAccount, 'id' | 'version'>,
  replies: AutoReplies,
): Promise<AutoReplyAccount> {
  const { data } = await call(updateAutoReplies, { params: { id }, body: { version, replies } });
  cacheReplies(data);
  return data;
}

export function cacheReplies(account: AutoReplyAccount): void {
  queryClient.setQueryData<AutoReplyAccount[]>(AUTO_REPLIES, (known) =>
    known?.map((each) => (each.id === account.id ? account : each)),
  );
}
