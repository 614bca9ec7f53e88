import { IconInfoCircle } from '@tabler/icons-react';
import { Media } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { useTicketNames } from '#shared/tickets/names.ts';
import { useConversationToAnswer, useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import classes from './composer.module.css';

/** Hint where the effect of a reply is not obvious: an ended chat, an absent visitor, a colleague's ticket. */
export function ComposerHint({ addressee }: { addressee: string }) {
  const { t } = useTranslation('tickets');
  const { t: shared } = useTranslation('shared');
  const { detail, presence } = useOpenTicket();
  const { user } = useSession();
  const names = useTicketNames();
  const { ticket } = detail;
  const name = ticket.customer_name;
  const { answered: newest, recipient, isByMail, canStart } = useConversationToAnswer();

  /** Returns the hint for an ended chat: whether the reply is also sent by e-mail. */
  const whereRead = () =>
    detail.mailed_to ? t('composer.mailed', { address: detail.mailed_to }) : t('composer.notMailed');

  const closed = () =>
    t('composer.closed', { status: shared(`status.${ticket.status}`).toLowerCase(), name: addressee });
  const isLeft = newest?.media_id === Media.liveChat && newest.status === 'ended';

  function words(): string | null {
    // `AnswerChannels` says where the customer can be written to.
    if (!newest) return canStart ? null : t('composer.noConversation');
    if (ticket.status === 'solved' || ticket.status === 'closed')
      return [closed(), isLeft && whereRead()].filter(Boolean).join(' ');
    if (newest.refuses_since) return t('composer.refused', { name: recipient });
    if (isLeft) return `${t('composer.ended')} ${whereRead()}`;
    if (!isByMail && !newest.is_reachable) return t('composer.ended');
    if (ticket.assignee_id !== null && ticket.assignee_id !== user.id) {
      return t('composer.otherOwner', { name: names.agent(ticket.assignee_id) });
    }
    if (presence && !presence.customer_online && ticket.media_id === Media.liveChat)
      return t('composer.away', { name });
    return null;
  }

  const text = words();
  if (!text) return null;
  return (
    <p className={classes['hint']}>
      <IconInfoCircle size={14} stroke={1.75} aria-hidden />
      <span>{text}</span>
    </p>
  );
}
