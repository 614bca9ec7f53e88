import type { Message } from '@trunkline/contract';

/**
 * Returns the newest message that arrived since a reply was begun and that its author should see before sending: a
 * colleague's reply, or another e-mail of the customer. In a chat the customer's messages do not count, because they
 * appear right above. Pure.
 */
export function newsSince(messages: readonly Message[], begun: number, me: number): Message | undefined {
  return messages.findLast((message) => message.id > begun && countsAsReply(message, me));
}

function countsAsReply({ kind, author, mail }: Message, me: number): boolean {
  if (kind === 'inbound') return mail !== null && !mail.is_auto;
  // A forwarded e-mail is no reply to the customer.
  if (mail?.forwards) return false;
  return kind === 'outbound' && author.type === 'user' && author.id !== me;
}

/** Returns the id of the last message that existed when the restored draft was written; without a draft that of the latest message. */
export function lastSeen(messages: readonly Message[], draftOf: string | undefined): number {
  const seen = draftOf === undefined ? messages : messages.filter((one) => one.created_at <= draftOf);
  return seen.at(-1)?.id ?? 0;
}
