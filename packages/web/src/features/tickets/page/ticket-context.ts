import { CHANNEL_TRAITS, type ChannelTraits } from '@trunkline/contract';
import { createContext, use } from 'react';
import { useSession } from '#shared/api/session.ts';
import type { Presence } from '../presence.ts';
import type { TicketDetail } from '../realtime.ts';
import type { TicketMenu } from './use-pane-state.ts';
import type { TicketActions } from '../use-ticket-actions.ts';
import { conversationToAnswer, replyTargets, lastMessageElsewhere } from '../outbox/reply-target.ts';

export type OpenTicket = {
  detail: TicketDetail;
  actions: TicketActions;
  presence: Presence | null;
  menu: TicketMenu | null;
  setMenu: (menu: TicketMenu | null) => void;
  /** The conversation that the user has chosen to reply on; null for the one where the customer wrote last. */
  answerOn: number | null;
  setAnswerOn: (id: number | null) => void;
  /** The conversation that a reply was begun for; it stays when somebody writes on another meanwhile. */
  heldOn: number | null;
  setHeldOn: (id: number | null) => void;
};

const TicketContext = createContext<OpenTicket | null>(null);
export const TicketProvider = TicketContext.Provider;

/** The ticket that is open in this pane. */
export function useOpenTicket(): OpenTicket {
  const open = use(TicketContext);
  if (!open) throw new Error('useOpenTicket stands outside a ticket pane');
  return open;
}

/** Returns the conversation of a reply on the open ticket, and whether it is an e-mail with recipients. */
export function useConversationToAnswer() {
  const { detail, answerOn, heldOn } = useOpenTicket();
  const { can } = useSession();
  const answered = conversationToAnswer(detail, answerOn ?? heldOn);
  /** The conversation that has to be named even for an e-mail; null where it goes there anyway. */
  const namedOn =
    answerOn ?? (answered && answered.id !== conversationToAnswer(detail, null)?.id ? answered.id : null);
  /** To whom it goes: after tickets of two customers were merged not always the ticket's own customer. */
  const recipient = recipientOf(detail, answered?.customer_id);
  const traits: ChannelTraits | undefined = answered && CHANNEL_TRAITS[answered.media_id];
  const isByMail = traits?.hasRichText === true;
  const isToOther = answered !== undefined && answered.customer_id !== detail.customer.id;
  /** Whether there are several accounts or customers to choose from, or the recipient is not the ticket's customer. */
  const hasPlaces = !isByMail && (isToOther || replyTargets(detail.conversations).length > 1);
  /** Where somebody wrote last, if not where the reply goes. */
  const wroteLast = lastMessageElsewhere(detail, answered);
  /** Whether it came by a call or a form, which cannot be answered there. */
  const canStart = can('TICKETS:REPLY') && !CHANNEL_TRAITS[detail.ticket.media_id].isAnswered;
  return { answered, namedOn, recipient, traits, isByMail, isToOther, hasPlaces, wroteLast, canStart };
}

/** The name of a customer of this ticket's conversations. */
export function recipientOf(
  { customer, other_customers: others }: Pick<TicketDetail, 'customer' | 'other_customers'>,
  id = customer.id,
): string {
  // The event of a merge may bring a conversation before its customer is fetched.
  return id === customer.id ? customer.name : (others.find((other) => other.id === id)?.name ?? '…');
}
