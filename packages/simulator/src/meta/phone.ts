import { randomBytes } from 'node:crypto';
import { messageDelivery, seconds, statusDelivery, type Business } from './whatsapp-payloads.ts';

/** A message as it lies on the customer's phone. */
export type Received = {
  id: string;
  type: string;
  text: string;
  /** Of photos and documents: the bytes that came. */
  file?: { mime: string; name: string; bytes: Buffer };
  mark: string | undefined;
  raw: Record<string, unknown>;
};

type World = {
  business: Business;
  deliver: (payload: object) => Promise<number>;
  keepMedia: (mime: string, bytes: Buffer) => string;
};

export const messageId = (): string => `wamid.${randomBytes(20).toString('base64url')}`;

/** A customer's phone with WhatsApp on it. */
export function createPhone(number: string, name: string, { business, deliver, keepMedia }: World) {
  const inbox: Received[] = [];
  const wrote = new Set<string>();
  const from = { number, name };

  /** Sends a message of any kind; gives its id. */
  async function write(content: object, id = messageId(), at = Date.now()): Promise<string> {
    wrote.add(id);
    await deliver(messageDelivery(business, from, { id, timestamp: seconds(at), ...content }));
    return id;
  }

  const tell = (message: Received, state: string, error?: object) =>
    deliver(
      statusDelivery(business, {
        ...{ id: message.id, state, recipient: number, mark: message.mark },
        ...(error && { error }),
      }),
    );

  return {
    number,
    name,
    /** What has come, oldest first. */
    inbox,
    /** The ids of what was sent from it. */
    wrote,
    /** What it shows of the business: which message was read, and that somebody writes. */
    shown: [] as { sign: 'read' | 'typing'; id: string }[],
    /** Who holds the phone: hears of what comes, and tells by themselves when it came and was read. */
    holder: undefined as ((message: Received) => void) | undefined,
    write,
    tell,
    send: (body: string, more: object = {}) => write({ type: 'text', text: { body }, ...more }),
    sendFile: (
      kind: 'image' | 'video' | 'audio' | 'document' | 'sticker',
      mime: string,
      bytes: Buffer,
      more: object = {},
    ) => write({ type: kind, [kind]: { id: keepMedia(mime, bytes), mime_type: mime, ...more } }),
    react: (to: string, emoji: string) => write({ type: 'reaction', reaction: { message_id: to, emoji } }),
    /** Opens the conversation: what has come is read. */
    async read(): Promise<void> {
      for (const message of inbox) await tell(message, 'read');
    },
  };
}
