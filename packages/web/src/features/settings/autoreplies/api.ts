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

/** What every account says by itself; fetched anew when somebody changes that. */
export const useAutoReplies = () =>
  useQuery({
    queryKey: AUTO_REPLIES,
    queryFn: ({ signal }) => call(listAutoReplies, { signal }).then((answer) => answer.data),
  });

/** Changes what an account says, and shows it as it is then. */
export async function changeReplies(
  { id, version }: Pick<AutoReplyAccount, 'id' | 'version'>,
  replies: AutoReplies,
): Promise<AutoReplyAccount> {
  const { data } = await call(updateAutoReplies, { params: { id }, body: { version, replies } });
  showReplies(data);
  return data;
}

export function showReplies(account: AutoReplyAccount): void {
  queryClient.setQueryData<AutoReplyAccount[]>(AUTO_REPLIES, (known) =>
    known?.map((each) => (each.id === account.id ? account : each)),
  );
}
