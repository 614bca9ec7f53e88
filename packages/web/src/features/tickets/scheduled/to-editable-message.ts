import type { CancelledReply } from '@trunkline/contract';
import type { MessageToRewrite } from '../outbox/outbox.ts';

/** Converts a cancelled reply, so that its text can be edited again. */
export function toEditableMessage({
  body,
  attachments,
  choices,
  html,
  confirmed,
  forwards,
  conversation_id: conversationId,
  ...people
}: CancelledReply): MessageToRewrite {
  const { to = [], cc = [], bcc = [] } = people;
  return {
    kind: 'reply',
    body,
    attachments,
    ...(choices && { choices }),
    ...(forwards && { forwards }),
    ...(conversationId && { conversation_id: conversationId }),
    ...((html || forwards) && { letter: { html: html ?? '', to, cc, bcc, ...(confirmed && { confirmed }) } }),
  };
}
