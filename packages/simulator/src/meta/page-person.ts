import { randomBytes } from 'node:crypto';
import { eventFrom, pageDelivery, type PageAccount } from './page-payloads.ts';

/** A message in the person's app. */
export type PageReceived = {
  id: string;
  /** `text`, or the type of the file. */
  type: string;
  text: string;
  /** The quick replies below the message. */
  choices: { title: string; payload: string }[];
  file?: { mime: string; bytes: Buffer };
  /** The `metadata` that the sender gave the message. */
  mark: string | undefined;
  at: number;
};

type PersonDeps = {
  account: PageAccount;
  deliver: (payload: object) => Promise<number>;
  /** Stores a file on the provider's file server, and returns its address. */
  publish: (mime: string, bytes: Buffer) => string;
};

export type PagePerson = ReturnType<typeof createPagePerson>;
export const pageMessageId = (): string => `m_${randomBytes(24).toString('base64url')}`;

/** A person with Messenger or Instagram on their phone. */
export function createPagePerson(id: string, name: string, { account, deliver, publish }: PersonDeps) {
  const inbox: PageReceived[] = [];
  const state = { lastWroteAt: 0 };

  /** Delivers an event of any type from this person. */
  const does = (event: object, at?: number): Promise<number> =>
    deliver(pageDelivery(account, [eventFrom(account, id, event, at)]));

  /** Sends a message of any type, and returns its id. */
  async function write(content: object, mid = pageMessageId(), at = Date.now()): Promise<string> {
    state.lastWroteAt = Date.now();
    await does({ message: { mid, ...content } }, at);
    return mid;
  }

  return {
    id,
    name,
    inbox,
    /** The account's receipts, `mark_seen` and `typing_on`, in order. */
    shown: [] as string[],
    state,
    /** Gets each received message. While it is set, the delivery is left to it to report. */
    holder: undefined as ((message: PageReceived) => void) | undefined,
    does,
    write,
    publish,
    send: (text: string, more: object = {}) => write({ text, ...more }),
    sendFiles: (...files: { type: string; mime: string; bytes: Buffer }[]) =>
      write({
        attachments: files.map(({ type, mime, bytes }) => ({ type, payload: { url: publish(mime, bytes) } })),
      }),
    /** Selects a quick reply of the message; all of them disappear after that. */
    press(message: PageReceived, title: string): Promise<string> {
      const chosen = message.choices.find((one) => one.title === title);
      if (!chosen) throw new Error(`${title} is not to be pressed`);
      return write({ text: title, quick_reply: { payload: chosen.payload } });
    },
    react: (mid: string, emoji: string, at?: number) =>
      does({ reaction: { mid, action: 'react', reaction: 'other', emoji } }, at),
    unreact: (mid: string, at?: number) => does({ reaction: { mid, action: 'unreact' } }, at),
    edit: (mid: string, text: string) => does({ message_edit: { mid, text, num_edit: 1 } }),
    unsend: (mid: string) => does({ message: { mid, is_deleted: true } }),
    /** Reports that the message has reached the phone, which Instagram does not report. */
    async takes({ id: mid, at }: PageReceived): Promise<void> {
      if (account.kind === 'messenger') await does({ delivery: { mids: [mid], watermark: at } });
    },
    /** Opens the conversation, and reports its messages as read. */
    async read(): Promise<void> {
      const last = inbox.at(-1);
      if (!last) return;
      await does({ read: account.kind === 'messenger' ? { watermark: Date.now() } : { mid: last.id } });
    },
  };
}
