import type { UnsentMessage } from './outbox.ts';

/** What a message is as a request. */
export function replyOf({
  client_key,
  body,
  attachments,
  letter,
  template,
  choices,
  conversation_id,
  forwards,
}: UnsentMessage) {
  const written = { client_key, body, file_ids: attachments.map((file) => file.id) };
  if (template) return { ...written, template, conversation_id };
  if (!letter) return { ...written, choices, conversation_id };
  const { html, to, cc, bcc, confirmed } = letter;
  // Without recipients: the server uses the last sender.
  const people = { cc, bcc, ...(to.length > 0 && { to }) };
  return { ...written, html, ...people, confirmed, conversation_id, ...(forwards && { forwards }) };
}
