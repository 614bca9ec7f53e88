import { randomBytes } from 'node:crypto';
import { messageDelivery, epochSeconds, statusDelivery, type Business } from './whatsapp-payloads.ts';

/** A message on the customer's phone. */
export type PhoneMessage = {
  id: string;
  type: string;
  text: string;
  /** Its buttons, or the lines of its list. */
  choices: { id: string; title: string }[];
  /** The received file of a photo or document. */
  file?: { mime: string; name: string; bytes: Buffer };
  mark: string | undefined;
  raw: Record<string, unknown>;
};

type PhoneDeps = {
  business: Business;
  deliver: (payload: object) => Promise<number>;
  keepMedia: (mime: string, bytes: Buffer) => string;
};

/** How many ids of sent messages are remembered. */
const MOST_KNOWN = 500;

export const messageId = (): string => `wamid.${randomBytes(20).toString('base64url')}`;

/** A customer's phone with WhatsApp on it. */
export function createPhone(number: string, name: string, { business, deliver, keepMedia }: PhoneDeps) {
  const inbox: PhoneMessage[] = [];
  const wrote = new Set<string>();
  const from = { number, name };

  /** Sends a message of any type, and returns its id. */
  async function write(content: object, id = messageId(), at = Date.now()): Promise<string> {
    wrote.add(id);
    const [oldest] = wrote;
    if (wrote.size > MOST_KNOWN && oldest !== undefined) wrote.delete(oldest);
    await deliver(messageDelivery(business, from, { id, timestamp: epochSeconds(at), ...content }));
    return id;
  }

  const tell = (message: PhoneMessage, state: string, error?: object) =>
    deliver(
      statusDelivery(business, {
        id: message.id,
        state,
        recipient: number,
        mark: message.mark,
        ...(error && { error }),
      }),
    );

  return {
    number,
    name,
    /** The business's number in the form that deliveries use. */
    business: business.shown.replace(/\D/g, ''),
    /** Received messages, oldest first. */
    inbox,
    /** The ids of sent messages. */
    wrote,
    /** The business's receipts: which message was read, and that somebody is typing. */
    shown: [] as { sign: 'read' | 'typing'; id: string }[],
    /** Gets each received message. While it is set, the delivery is left to it to report. */
    holder: undefined as ((message: PhoneMessage) => void) | undefined,
    write,
    tell,
    send: (body: string, more: object = {}) => write({ type: 'text', text: { body }, ...more }),
    sendFile: (
      kind: 'image' | 'video' | 'audio' | 'document' | 'sticker',
      mime: string,
      bytes: Buffer,
      more: object = {},
    ) => write({ type: kind, [kind]: { id: keepMedia(mime, bytes), mime_type: mime, ...more } }),
    /** Selects a button of the message, or a line of its list. */
    press(message: PhoneMessage, title: string): Promise<string> {
      const chosen = message.choices.find((one) => one.title === title);
      if (!chosen) throw new Error(`${title} is not to be pressed`);
      const { interactive } = message.raw as { interactive?: { type?: string } };
      const type = interactive?.type === 'list' ? 'list_reply' : 'button_reply';
      return write({
        type: 'interactive',
        context: { from: business.shown, id: message.id },
        interactive: { type, [type]: chosen },
      });
    },
    edit: (id: string, body: string) =>
      write({
        type: 'edit',
        edit: { original_message_id: id, message: { type: 'text', text: { body } } },
      }),
    takeBack: (id: string) => write({ type: 'revoke', revoke: { original_message_id: id } }),
    react: (to: string, emoji: string) => write({ type: 'reaction', reaction: { message_id: to, emoji } }),
    /** Opens the conversation, and reports all received messages as read. */
    async read(): Promise<void> {
      for (const message of inbox) await tell(message, 'read');
    },
  };
}
