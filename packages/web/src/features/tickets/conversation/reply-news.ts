import type { Message } from '@trunkline/contract';

/**
 * What somebody who writes an answer should know of before it goes out: a colleague's answer, or another letter. In a chat
 * the customer writes on while one types, and that stands right above. Pure.
 */
export function newsSince(messages: readonly Message[], begun: number, me: number): Message | undefined {
  return messages.findLast((message) => message.id > begun && isNews(message, me));
}

function isNews({ kind, author, mail }: Message, me: number): boolean {
  if (kind === 'inbound') return mail !== null && !mail.is_auto;
  return kind === 'outbound' && author.type === 'user' && author.id !== me;
}

/** The last message that stood there when the draft was written that one comes back to; without one, the last of all. */
export function lastSeen(messages: readonly Message[], draftOf: string | undefined): number {
  const seen = draftOf === undefined ? messages : messages.filter((one) => one.created_at <= draftOf);
  return seen.at(-1)?.id ?? 0;
}
