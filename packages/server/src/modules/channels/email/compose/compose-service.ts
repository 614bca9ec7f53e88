import { EMAIL_REPLY_KINDS, Media, type MailAddress, type Message, type Ticket } from '@trunkline/contract';
import type { Query, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Channel, Composed, Reply } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import { answerRecipients, findAnsweredMail } from './answered-mail.ts';
import { automaticRecipients } from './automatic-recipients.ts';
import * as emailStore from '../outbound/email-store.ts';
import type { ForwardedPart } from './forwarding.ts';
import { newMessageId, referencesTo, writeEmailBody, type QuotedMail } from '../outbound/email-body.ts';
import type { MailboxRow } from '../mailboxes/mailbox-store.ts';
import type { Mailboxes } from '../mailboxes/mailboxes-service.ts';
import { reachByMail } from './reach-by-mail.ts';
import * as outbox from '../outbound/outbox-store.ts';
import { sanitiseReplyHtml, replyContentOf, outgoingMessageMail } from './reply-content.ts';
import { demandSendable, unconfirmedAddresses, type RecipientsWithConfirmed } from './recipients.ts';
import { answerSubject, forwardSubject, newSubject, ticketToken } from './subject.ts';

type Deps = Pick<Platform, 'clock' | 'secrets'> & {
  mailboxes: Mailboxes;
  settings: Settings;
  customers: Pick<Customers, 'get'>;
  tickets: Tickets;
  forwarding: ForwardedPart;
};

/** The e-mail side of the `Channel` port: a reply becomes a mail, which waits in the outbox. */
export function createMailChannel(deps: Deps): Channel {
  const { clock, secrets, mailboxes, settings, customers, tickets, forwarding } = deps;
  async function mailboxFor(q: Query, id: number): Promise<MailboxRow> {
    const row = await mailboxes.row(q, id);
    if (row?.is_active) return row;
    throw new AppError('conflict', { reason: 'mailbox_inactive' });
  }

  /** The recipients of a reply where none were given. */
  async function recipientsOf(
    q: Query,
    { ticket, conversation, isAutomatic }: Parameters<NonNullable<Channel['addressee']>>[1],
  ): Promise<MailAddress[]> {
    if (!isAutomatic) return (await answerRecipients(q, { tickets }, ticket, conversation)).to;
    const mailbox = await mailboxFor(q, conversation.channel_account_id);
    return automaticRecipients(q, await findAnsweredMail(q, { tickets }, ticket.id, mailbox.id), mailbox);
  }

  /** Refuses a Reply-To address that nobody has written to yet, unless the agent has confirmed it. */
  async function demandConfirmed(q: Query, ticketId: number, mail: RecipientsWithConfirmed): Promise<void> {
    const asked = await emailStore.listUnanswered(q, await tickets.relations.mergedTicketIds(q, ticketId));
    const [address] = unconfirmedAddresses(mail, asked);
    if (address !== undefined) throw new AppError('reply_unconfirmed', { address });
  }

  type ReplyContext = { ticket: Ticket; mailbox: MailboxRow; reply: Reply };
  async function aboutOf(q: Query, { ticket, mailbox, reply }: ReplyContext) {
    const token = ticketToken(secrets, ticket.number);
    if (reply.forwards) {
      const { subject, forwards } = await forwarding.prepare(q, ticket.id, reply);
      return { subject: forwardSubject(subject || ticket.subject, token), forwards };
    }
    const { last, before } = await beforeOf(q, ticket.id, mailbox);
    // A ticket that we began by a mail which has not gone out yet.
    if (ticket.media_id === Media.email && !before) return { subject: newSubject(ticket.subject, token) };
    return { subject: answerSubject(last?.message.mail?.subject || ticket.subject, token) };
  }

  async function compose(tx: Tx, answer: Parameters<NonNullable<Channel['compose']>>[1]): Promise<Composed> {
    const { ticket, conversation, reply, isAutomatic = false } = answer;
    const mailbox = await mailboxFor(tx.q, conversation.channel_account_id);
    const { subject, forwards } = await aboutOf(tx.q, { ticket, mailbox, reply });
    const to = reply.to ?? demandAny(forwards ? [] : await recipientsOf(tx.q, answer));
    const { organisation } = await settings.config();
    const from = { name: mailbox.display_name || organisation, address: mailbox.address };
    const date = clock.now().toISOString();
    const { cc = [], bcc = [] } = reply;
    demandSendable({ to, cc, bcc }, await mailboxes.addresses());
    if (!isAutomatic) await demandConfirmed(tx.q, ticket.id, { to, cc, bcc, confirmed: reply.confirmed });
    const { body, html } = replyContentOf(reply);
    const mail = outgoingMessageMail({ subject, date, from, to, cc, bcc }, html);
    return {
      body,
      html,
      state: 'queued',
      mail: { ...mail, is_auto: isAutomatic, ...(forwards && { forwards }) },
    };
  }

  async function beforeOf(q: Query, ticketId: number, { id: mailboxId }: MailboxRow) {
    const mergedTickets = await tickets.relations.mergedTicketIds(q, ticketId);
    const last = await findAnsweredMail(q, { tickets }, ticketId, mailboxId);
    return { last, before: last?.email ?? (await emailStore.findLastOutbound(q, mergedTickets, mailboxId)) };
  }

  return {
    mediaIds: [Media.email],
    autoReplies: EMAIL_REPLY_KINDS,
    findAddresses: reachByMail(mailboxes),
    async addressee(q, { ticket, conversation, isAutomatic }) {
      const [first] = await recipientsOf(q, { ticket, conversation, isAutomatic });
      if (!first) return undefined;
      const { identities } = await customers.get(ticket.customer_id);
      const isTheirs = identities.some(
        ({ kind, value }) => kind === 'email' && value === first.address.toLowerCase(),
      );
      return isTheirs ? undefined : first.name || first.address;
    },
    said: (reply) => replyContentOf(reply).body,
    compose,
    changed: () => undefined,

    async deliver(tx, conversation, message, html) {
      const mailbox = await mailboxFor(tx.q, conversation.channel_account_id);
      const { mail } = message;
      if (!mail) throw new Error('a mail was not composed');
      const { forwards } = mail;
      const { last, before } = forwards ? NOTHING_BEFORE : await beforeOf(tx.q, message.ticket_id, mailbox);
      // An automatic mail quotes nothing, because strangers could use it to send their text in our name.
      const quoted = mailbox.quotes_last && !mail.is_auto ? quotedFrom(last?.message) : null;
      const forwarded = forwards ? await forwarding.quote(tx.q, message.ticket_id, forwards) : null;
      const signature = sanitiseReplyHtml(mailbox.signature_html, []);
      const header_id = newMessageId(mailbox.address);
      const place = { ticket_id: message.ticket_id, mailbox_id: mailbox.id, created_at: message.created_at };
      const references = referencesTo(before);
      await emailStore.insertEmail(tx.q, {
        ...place,
        message_id: message.id,
        mail_id: null,
        header_id,
        reference_ids: references,
        sender: mailbox.address,
        html_file_id: null,
        html,
        inline_files: Object.fromEntries(mail.inline_file_ids.map((id) => [id, id])),
        is_forward: forwards !== undefined,
      });
      await outbox.insertOutgoing(tx.q, {
        ...place,
        message_id: message.id,
        header_id,
        in_reply_to: before?.header_id ?? '',
        reference_ids: references,
        subject: mail.subject,
        recipients: { to: mail.to, cc: mail.cc, bcc: mail.bcc },
        ...writeEmailBody({ text: message.body, html, signature, quoted, forwarded }),
        next_try_at: clock.now(),
      });
      const people = [...mail.to, ...mail.cc, ...mail.bcc].map(({ address }) => address.toLowerCase());
      await emailStore.noteAnsweredAddresses(tx.q, message.ticket_id, people);
      await outbox.mailOutboxQueue.enqueueWake(tx, mailbox.id);
    },
  };
}

/** A forwarded e-mail starts a thread of its own for its recipients. */
const NOTHING_BEFORE = { last: undefined, before: undefined };

function demandAny(to: MailAddress[]): MailAddress[] {
  if (to.length > 0) return to;
  throw new AppError('conflict', {
    reason: 'recipient_missing',
    path: 'to',
  });
}

function quotedFrom(message: Message | undefined): QuotedMail | null {
  if (!message?.mail) return null;
  return { from: message.mail.from, at: message.mail.date ?? message.created_at, text: message.body };
}
