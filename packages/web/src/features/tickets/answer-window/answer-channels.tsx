import { useMutation, useQuery } from '@tanstack/react-query';
import { IconRoute } from '@tabler/icons-react';
import { type AnswerChannel, listAnswerChannels, Media, startConversation } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { ticketKeys } from '../api.ts';
import { LineAbove } from '../conversation/composer/line-above.tsx';
import { useErrorWords } from '../error-words.ts';
import { useConversationToAnswer, useOpenTicket } from '../page/ticket-context.ts';
import { type TicketDetail, withConversation } from '../realtime.ts';
import { channelLabel } from './channel-label.ts';
import classes from './window.module.css';

/** For a ticket whose channel cannot be replied to, such as a call: the channels by which its customer can be written to. */
export default function AnswerChannels() {
  const { t } = useTranslation('tickets/answer-window');
  const { t: shared } = useTranslation('shared');
  const { t: tickets } = useTranslation('tickets');
  const isForm = useOpenTicket().detail.ticket.media_id === Media.webForm;
  const { data } = useChannels();
  const { answered } = useConversationToAnswer();
  const start = useStart();
  if (!data) return null;
  if (data.length === 0)
    return answered ? null : (
      <LineAbove sign={IconRoute}>{isForm ? tickets('composer.formOnly') : t('answerBy.none')}</LineAbove>
    );
  return (
    <LineAbove sign={IconRoute} isLoud={!answered}>
      <span className={classes['channels']} role="group" aria-label={t('answerBy.label')}>
        {t('answerBy.label')}
        {data.map((channel) => (
          <button
            key={channel.account_id}
            type="button"
            title={channel.account_name}
            aria-pressed={answered?.channel_account_id === channel.account_id}
            onClick={() => !start.isPending && start.mutate(channel)}
          >
            {channelLabel(channel, data, shared(`media.${channel.media_id}`))}
          </button>
        ))}
      </span>
    </LineAbove>
  );
}

function useChannels() {
  const { ticket, customer } = useOpenTicket().detail;
  return useQuery({
    // With the version of the customer in the key, a changed address fetches the channels again.
    queryKey: ['answer-channels', ticket.id, ticket.department_id, customer.version],
    queryFn: async ({ signal }) =>
      (await call(listAnswerChannels, { params: { id: ticket.id }, signal })).data,
    staleTime: 0,
  });
}

function useStart() {
  const { detail, setAnswerOn } = useOpenTicket();
  const words = useErrorWords();
  const { id } = detail.ticket;
  return useMutation({
    mutationFn: async ({ account_id }: AnswerChannel) =>
      (await call(startConversation, { params: { id }, body: { account_id } })).data,
    onSuccess: (conversation) => {
      queryClient.setQueryData<TicketDetail>(
        ticketKeys.one(id),
        (before) => before && withConversation(before, conversation),
      );
      setAnswerOn(conversation.id);
    },
    onError: (error) => toast(words(error), { kind: 'failed' }),
  });
}
