import type { FileRef, MailAddress, SendTime, TemplateChoice } from '@trunkline/contract';

/** Recipients of an e-mail. */
export type MailRecipients = { to: MailAddress[]; cc: MailAddress[]; bcc: MailAddress[] };

/** A message that a person has sent and the server has not confirmed. Its key makes sending it again harmless. */
export type UnsentMessage = {
  client_key: string;
  ticket_id: number;
  kind: 'reply' | 'note';
  body: string;
  attachments: FileRef[];
  /** Of e-mails only: the HTML and the recipients. */
  letter?: MailRecipients & { html: string; confirmed?: string[] };
  /** The conversation to reply on; by default the one of the customer's last message. */
  conversation_id?: number;
  /** The provider's template, where the message is one. */
  template?: TemplateChoice;
  /** For forwarding: the e-mail that is quoted, and which of its files go with it. */
  forwards?: { message_id: number; file_ids: string[] };
  /** Options below the text, which the customer can press. */
  choices?: string[];
  /** When it goes out, where that is not at once; and whether its ticket is solved then. */
  later?: SendTime;
  solve?: boolean;
  created_at: string;
  status: 'sending' | 'failed';
  /** Why it failed, an error code; empty while it is being sent. */
  code: string;
};

/** An unsent message whose text can be edited again. */
export type MessageToRewrite = Pick<
  UnsentMessage,
  'kind' | 'body' | 'attachments' | 'letter' | 'choices' | 'forwards' | 'conversation_id'
>;

export type OutboxEvent =
  | { type: 'send'; message: Omit<UnsentMessage, 'status' | 'code'> }
  | { type: 'retry'; client_key: string }
  | { type: 'fail'; client_key: string; code: string }
  | { type: 'done'; client_key: string }
  /** Restores a discarded message at its previous position. */
  | { type: 'restore'; message: UnsentMessage; before: readonly string[] };

/** Returns the outbox after an event. */
export function nextOutbox(outbox: readonly UnsentMessage[], event: OutboxEvent): readonly UnsentMessage[] {
  switch (event.type) {
    case 'send':
      return outbox.some((held) => held.client_key === event.message.client_key)
        ? outbox
        : [...outbox, { ...event.message, status: 'sending', code: '' }];
    case 'retry':
      return change(outbox, event.client_key, { status: 'sending', code: '' });
    case 'fail':
      return change(outbox, event.client_key, { status: 'failed', code: event.code });
    case 'done':
      return outbox.filter((held) => held.client_key !== event.client_key);
    case 'restore':
      return restore(outbox, event);
  }
}

/** Inserted after all messages that were before it and still exist: messages on a ticket are sent in order. */
function restore(
  outbox: readonly UnsentMessage[],
  { message, before }: { message: UnsentMessage; before: readonly string[] },
): readonly UnsentMessage[] {
  const place = outbox.findLastIndex(({ client_key: key }) => before.includes(key)) + 1;
  const others = outbox.filter(({ client_key: key }) => key !== message.client_key);
  return others.length < outbox.length ? outbox : outbox.toSpliced(place, 0, message);
}

/** Messages left by an earlier page load: it is unknown whether they arrived, so they are shown as failed, with a retry. */
export function restoredOutbox(stored: unknown): readonly UnsentMessage[] {
  if (!Array.isArray(stored)) return [];
  return stored
    .filter(isOutgoing)
    .map((held) => ({ ...held, status: 'failed', code: held.code || 'offline' }));
}

function change(
  outbox: readonly UnsentMessage[],
  key: string,
  part: Pick<UnsentMessage, 'status' | 'code'>,
): readonly UnsentMessage[] {
  return outbox.map((held) => (held.client_key === key ? { ...held, ...part } : held));
}

function isOutgoing(value: unknown): value is UnsentMessage {
  if (typeof value !== 'object' || value === null) return false;
  const part = value as Partial<UnsentMessage>;
  return (
    typeof part.client_key === 'string' &&
    typeof part.ticket_id === 'number' &&
    typeof part.body === 'string' &&
    Array.isArray(part.attachments)
  );
}
