import { CHANNEL_TRAITS, type Conversation } from '@trunkline/contract';
import type { TicketDetail } from '../realtime.ts';
import type { MessageToRewrite } from './outbox.ts';

/** Returns the conversations that can be replied to in writing, oldest first: no calls and no web forms. */
export function writtenConversations(conversations: readonly Conversation[]): Conversation[] {
  return conversations
    .filter((each) => CHANNEL_TRAITS[each.media_id].isAnswered)
    .toSorted((a, b) => a.id - b.id);
}

type TicketConversations = Pick<TicketDetail, 'conversations' | 'answers_on'>;

/** The conversation of a reply: the selected one, otherwise that of the customer's last message. */
export function conversationToAnswer(
  { conversations, answers_on }: TicketConversations,
  chosen: number | null,
): Conversation | undefined {
  const all = writtenConversations(conversations);
  const own = all.find(({ id }) => id === chosen) ?? all.find(({ id }) => id === answers_on);
  if (own?.status !== 'ended') return own ?? all.at(-1);
  const isGoingOn = (one: Conversation) =>
    one.status !== 'ended' &&
    one.channel_account_id === own.channel_account_id &&
    one.customer_id === own.customer_id;
  return all.findLast(isGoingOn) ?? own;
}

/** The conversation of the last message, if a reply goes to another account or to another customer. */
export function lastMessageElsewhere(
  { conversations, answers_on }: TicketConversations,
  answered: Conversation | undefined,
): Conversation | undefined {
  const last = writtenConversations(conversations).find(({ id }) => id === answers_on);
  if (!last || !answered) return undefined;
  const isThere =
    last.channel_account_id === answered.channel_account_id && last.customer_id === answered.customer_id;
  return isThere ? undefined : last;
}

/** Where a reply is held from its first character on: where it was begun, or where its writer has put it since. */
export const heldReplyTarget = (
  answered: TicketConversations,
  chosen: number | null,
  held: number | null,
): number | null => conversationToAnswer(answered, chosen ?? held)?.id ?? null;

/**
 * The conversation to choose so that an unsent reply goes where it was meant to; null if it would go there anyway. E-mails name
 * their recipients, and a conversation only if their author has chosen one.
 */
export function conversationToChoose(
  answered: TicketConversations,
  message: Pick<MessageToRewrite, 'conversation_id' | 'letter'>,
): number | null {
  const usual = conversationToAnswer(answered, null);
  const isMail = (one: Conversation | undefined) => one && CHANNEL_TRAITS[one.media_id].hasRichText;
  const mail = isMail(usual) ? usual : writtenConversations(answered.conversations).findLast(isMail);
  const place = message.conversation_id ?? (message.letter ? mail : usual)?.id;
  return place === undefined || place === usual?.id ? null : place;
}

/** Returns the accounts and customers to choose from for a reply, besides e-mail: the latest conversation of each. */
export function replyTargets(conversations: readonly Conversation[]): Conversation[] {
  const chats = writtenConversations(conversations).filter(
    ({ media_id }) => !CHANNEL_TRAITS[media_id].hasRichText,
  );
  return [...new Map(chats.map((one) => [`${one.channel_account_id} ${one.customer_id}`, one])).values()];
}
