import { Media, type MailAddress } from '@trunkline/contract';
import type { Query, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Channel, Composed } from '#modules/conversations';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import * as letters from './letter-store.ts';
import { newMessageId, referencesTo, writeLetter, type Quoted } from './letter.ts';
import type { MailboxRow } from './mailbox-store.ts';
import type { Mailboxes } from './mailboxes-service.ts';
import * as outbox from './outbox-store.ts';
import { cleanReply, contentOf, ownMail } from './own-mail.ts';
import { answerSubject } from './subject.ts';

type Deps = Pick<Platform, 'clock'> & { mailboxes: Mailboxes; settings: Settings; tickets: Tickets };
type Answered = Awaited<ReturnType<typeof letters.findLastInbound>>;

/** The side of the channel that the desk sees: an answer becomes a mail, which waits in the outbox. */
export function createMailChannel({ clock, mailboxes, settings, tickets }: Deps): Channel {
  async function mailboxFor(q: Query, id: number): Promise<MailboxRow> {
    const row = await mailboxes.row(q, id);
    if (row?.is_active) return row;
    throw new AppError('conflict', { message: 'The mailbox of this ticket is switched off.' });
  }

  async function messageOf(q: Query, letter: Answered) {
    return letter && tickets.findMessage(q, letter.message_id, letter.created_at);
  }

  async function compose(
    tx: Tx,
    { ticket, conversation, reply }: Parameters<NonNullable<Channel['compose']>>[1],
  ): Promise<Composed> {
    const mailbox = await mailboxFor(tx.q, conversation.channel_account_id);
    const last = await letters.findLastInbound(tx.q, await tickets.familyIds(tx.q, ticket.id), mailbox.id);
    const answered = (await messageOf(tx.q, last))?.mail;
    const to = reply.to ?? answerTo(answerAddress(last, conversation.address), ticket.customer_name);
    const { organisation } = await settings.config();
    const from = { name: mailbox.display_name || organisation, address: mailbox.address };
    const subject = answerSubject(answered?.subject || ticket.subject, ticket.number);
    const date = clock.now().toISOString();
    const { cc = [], bcc = [] } = reply;
    const { body, html } = contentOf(reply);
    return { body, html, state: 'queued', mail: ownMail({ subject, date, from, to, cc, bcc }, html) };
  }

  return {
    mediaIds: [Media.email],
    isLetter: true,
    compose,
    changed: () => undefined,

    async deliver(tx, conversation, message, html) {
      const mailbox = await mailboxFor(tx.q, conversation.channel_account_id);
      const { mail } = message;
      if (!mail) throw new Error('a mail was not composed');
      const family = await tickets.familyIds(tx.q, message.ticket_id);
      const last = await letters.findLastInbound(tx.q, family, mailbox.id);
      const before = last ?? (await letters.findLastOutbound(tx.q, family, mailbox.id));
      const quoted = mailbox.quotes_last ? quotedFrom(await messageOf(tx.q, last)) : null;
      const signature = cleanReply(mailbox.signature_html, []);
      const header_id = newMessageId(mailbox.address);
      const place = { ticket_id: message.ticket_id, mailbox_id: mailbox.id, created_at: message.created_at };
      const references = referencesTo(before);
      await letters.insertLetter(tx.q, {
        ...place,
        message_id: message.id,
        mail_id: null,
        header_id,
        reference_ids: references,
        sender: mailbox.address,
        html_file_id: null,
        html,
        inline_files: Object.fromEntries(mail.inline_file_ids.map((id) => [id, id])),
      });
      await outbox.insertOutgoing(tx.q, {
        ...place,
        message_id: message.id,
        header_id,
        in_reply_to: before?.header_id ?? '',
        reference_ids: references,
        subject: mail.subject,
        recipients: { to: mail.to, cc: mail.cc, bcc: mail.bcc },
        ...writeLetter({ text: message.body, html, signature, quoted }),
        next_try_at: clock.now(),
      });
      const people = [...mail.to, ...mail.cc, ...mail.bcc].map(({ address }) => address.toLowerCase());
      await letters.addPeople(tx.q, message.ticket_id, people);
      await tx.enqueue('email:send', { mailbox_id: mailbox.id }, { key: `email:send:${mailbox.id}` });
    },
  };
}

const answerAddress = (last: Answered, address: string): string => last?.reply_to || last?.sender || address;

function answerTo(address: string, name: string): MailAddress[] {
  if (address) return [{ name, address }];
  throw new AppError('conflict', {
    message: 'Nobody knows an address to answer to. Name one.',
    path: 'to',
  });
}

function quotedFrom(message: Awaited<ReturnType<Tickets['findMessage']>>): Quoted | null {
  if (!message?.mail) return null;
  return { from: message.mail.from, at: message.mail.date ?? message.created_at, text: message.body };
}
