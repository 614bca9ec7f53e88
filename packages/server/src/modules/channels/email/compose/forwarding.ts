import { LIMITS, type MailAddress, type Message, type MessageMail } from '@trunkline/contract';
import type { Query } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { ResourceLimitError } from '#platform/process/threads';
import type { Reply } from '#modules/conversations';
import type { Tickets } from '#modules/tickets';
import { storedHtml } from '../inbound/stored-html.ts';
import { findEmail } from '../outbound/email-store.ts';
import { plainTextToHtml } from '../parsing/plain-text.ts';
import type { MailParser } from '../parsing/mail-parser.ts';

type Deps = Pick<Platform, 'files'> & {
  tickets: Pick<Tickets, 'timeline'>;
  apart: Pick<MailParser, 'page'>;
};
type Forwards = NonNullable<MessageMail['forwards']>;
type Original = { message: Message; mail: MessageMail };

/** The forwarded part of a mail: the quoted original, and which of its files are attached. */
export type ForwardedPart = {
  /** Refuses (`invalid_reference`) a mail of another ticket, and files of another mail. */
  prepare(
    q: Query,
    ticketId: number,
    reply: Pick<Reply, 'forwards' | 'file_ids'>,
  ): Promise<{ forwards: Forwards; subject: string }>;
  /** The original mail below a header with its sender, date and so on; pictures in its HTML are named by our file ids. */
  quote(q: Query, ticketId: number, forwards: Forwards): Promise<{ text: string; html: string }>;
};

export function createForwarding({ files, tickets, apart }: Deps): ForwardedPart {
  async function find(q: Query, ticketId: number, messageId: number) {
    const email = await findEmail(q, messageId);
    const isHere = email && (await tickets.timeline.isOn(q, ticketId, email.ticket_id));
    const message = isHere && (await tickets.timeline.findMessage(q, email.message_id, email.created_at));
    if (!message || message.mail === null)
      throw noSuch('forwards.message_id', 'Unknown e-mail of this ticket');
    return { email, original: { message, mail: message.mail } };
  }

  /** HTML that takes too long to sanitise is replaced by the mail's text. */
  async function htmlOf({ email, original }: Awaited<ReturnType<typeof find>>): Promise<string> {
    const html = await storedHtml(files, email);
    if (html === undefined) return plainTextToHtml(original.message.body);
    const inline = Object.fromEntries(
      Object.entries(email.inline_files).map(([cid, id]) => [cid, `cid:${id}`]),
    );
    return apart.page({ html, images: true, inline }).then(
      (page) => page.html,
      (error: unknown) => {
        if (error instanceof ResourceLimitError) return plainTextToHtml(original.message.body);
        throw error;
      },
    );
  }

  return {
    async prepare(q, ticketId, { forwards, file_ids: own }) {
      const { message_id = 0, file_ids: wanted = [] } = forwards ?? {};
      const { original } = await find(q, ticketId, message_id);
      const { message, mail } = original;
      const known = [...message.attachments, ...(mail.forwards?.files ?? [])];
      const chosen = known.filter(({ id }) => wanted.includes(id));
      if (chosen.length < new Set(wanted).size)
        throw noSuch('forwards.file_ids', 'This file is not of that e-mail');
      if (chosen.length + own.length > LIMITS.filesPerMessage)
        throw new AppError('invalid', [
          { path: 'forwards.file_ids', message: `A message has at most ${LIMITS.filesPerMessage} files` },
        ]);
      const date = mail.date ?? message.created_at;
      return { forwards: { message_id, from: mail.from, date, files: chosen }, subject: mail.subject };
    },

    async quote(q, ticketId, { message_id: messageId }) {
      const found = await find(q, ticketId, messageId);
      const head = headOf(found.original);
      return {
        text: `${head}\n\n${found.original.message.body}`,
        html: `<div>${plainTextToHtml(head)}</div><br><div>${await htmlOf(found)}</div>`,
      };
    },
  };
}

const noSuch = (path: string, message: string): AppError =>
  new AppError('invalid_reference', [{ path, message }]);

/** The head of a forwarded mail: the original header fields, whose names are the same in every language. */
function headOf({ message, mail }: Original): string {
  const at = (mail.date ?? message.created_at).slice(0, 16).replace('T', ' ');
  const fields = [
    ['From', named([mail.from])],
    ['Date', `${at} UTC`],
    ['Subject', mail.subject],
    ['To', named(mail.to)],
    ['Cc', named(mail.cc)],
  ];
  return ['-----', ...fields.filter(([, value]) => value).map(([name, value]) => `${name}: ${value}`)].join(
    '\n',
  );
}

const named = (people: readonly MailAddress[]): string =>
  people.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(', ');
