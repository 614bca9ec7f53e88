import { simpleParser, type ParsedMail } from 'mailparser';
import nodemailer from 'nodemailer';
import type { ReceivedMessage, Photo } from '../lines/line.ts';
import { startDovecot, type DovecotOptions } from './dovecot.ts';
import { mailSink } from './sink.ts';

export type SimulatedMail = Awaited<ReturnType<typeof startMailServers>>;
export type MailPerson = ReturnType<SimulatedMail['person']>;

/** The desk's mailbox. */
const DESK = { user: 'support', address: 'support@kopikita.example' };

/** Starts mail servers on loopback: one with the desk's mailbox, and one that accepts what the desk sends to its customers. */
export async function startMailServers(options: Pick<DovecotOptions, 'start'> = {}) {
  const people = new Map<string, Person>();
  const [dovecot, sink] = await Promise.all([
    startDovecot(options),
    mailSink((user, mail) => people.get(user)?.take(mail) ?? Promise.resolve()),
  ]);
  const post = nodemailer.createTransport({
    host: '127.0.0.1',
    port: dovecot.lmtp,
    lmtp: true,
    ignoreTLS: true,
  });
  const send = (mail: Parameters<typeof post.sendMail>[0]) => post.sendMail({ ...mail, to: DESK.address });

  return {
    ...DESK,
    imapPort: dovecot.port,
    smtpPort: sink.port,
    person(address: string, name: string): Person {
      const user = address.split('@')[0] ?? '';
      const known = people.get(user) ?? createPerson({ address, name }, send);
      people.set(user, known);
      return known;
    },
    async close(): Promise<void> {
      await sink.close();
      await dovecot.close();
    },
  };
}

type MailAddress = { address: string; name: string };
type Send = (mail: {
  from: MailAddress;
  subject: string;
  text: string;
  inReplyTo?: string;
  references?: string[];
  attachments?: { filename: string; contentType: string; content: Buffer }[];
}) => Promise<unknown>;
type Person = ReturnType<typeof createPerson>;

const LONGEST_SUBJECT = 60;

/** A customer with a mail program. */
function createPerson(who: MailAddress, send: Send) {
  /** The last received mail, to which the next one replies. */
  let last: { id: string; subject: string; references: string[] } | undefined;

  return {
    address: who.address,
    holder: undefined as ((came: ReceivedMessage) => void) | undefined,
    /** Whether the company has written to this customer. */
    wasWrittenTo: (): boolean => last !== undefined,

    async write(text: string, photo?: Photo): Promise<void> {
      await send({
        from: who,
        subject: last ? `Re: ${last.subject.replace(/^(re: *)+/i, '')}` : subjectOf(text),
        text,
        ...(last && { inReplyTo: last.id, references: [...last.references, last.id] }),
        ...(photo && {
          attachments: [{ filename: 'photo.png', contentType: photo.mime, content: photo.bytes }],
        }),
      });
    },

    async take(source: Buffer): Promise<void> {
      const mail = await simpleParser(source);
      const id = mail.messageId ?? '';
      last = { id, subject: mail.subject ?? '', references: [mail.references ?? []].flat() };
      this.holder?.(cameOf(mail, id));
    },
  };
}

/** Returns a subject: the first sentence, as many people write it. */
function subjectOf(text: string): string {
  const [first = text] = text.split(/(?<=[.?!])\s|\n/);
  return first.length <= LONGEST_SUBJECT ? first : `${first.slice(0, LONGEST_SUBJECT - 1)}…`;
}

function cameOf(mail: ParsedMail, id: string): ReceivedMessage {
  const photo = mail.attachments.find(({ contentType }) => contentType.startsWith('image/'));
  const submitted = mail.headers.get('auto-submitted');
  return {
    id,
    text: withoutQuotedText(mail.text ?? ''),
    ...(photo && { photo: { mime: photo.contentType, bytes: photo.content } }),
    isAutomatic: submitted !== undefined && submitted !== 'no',
  };
}

/** Returns the text without the quoted part below, and without the line above that which names its author. */
export function withoutQuotedText(text: string): string {
  const lines = text.replaceAll('\r', '').split('\n');
  const quoted = lines.findIndex((line) => line.startsWith('>'));
  const own = quoted === -1 ? lines : lines.slice(0, quoted);
  if (quoted > 0) while (/^$|:$/.test(own.at(-1)?.trim() ?? 'x')) own.pop();
  return own.join('\n').trim();
}
