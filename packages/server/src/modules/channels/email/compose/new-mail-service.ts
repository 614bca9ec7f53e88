import {
  LIMITS,
  Media,
  type BodyOf,
  type MailSender,
  type SendTime,
  type Ticket,
  type sendNewMail,
} from '@trunkline/contract';
import { demand, type Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Channel, Conversations } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import { byUser, isSameMessage, type Tickets } from '#modules/tickets';
import { findEmail, lockClientKey } from '../outbound/email-store.ts';
import { removeSentDraft } from './mail-draft-store.ts';
import type { MailboxRow } from '../mailboxes/mailbox-store.ts';
import type { Mailboxes } from '../mailboxes/mailboxes-service.ts';
import { sanitiseReplyHtml, replyContentOf, outgoingMessageMail } from './reply-content.ts';
import { demandSendable } from './recipients.ts';
import { senderNameOf } from '../parsing/sender.ts';
import { newSubject, ticketToken } from './subject.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'secrets'> & {
  settings: Settings;
  customers: Customers;
  tickets: Tickets;
  conversations: Conversations;
  mailboxes: Mailboxes;
  channel: Pick<Channel, 'deliver'>;
};
type NewMail = BodyOf<typeof sendNewMail>;
type Scheduled = { mail: NewMail; send: SendTime; ticketId: number; conversationId: number };

/** Starts tickets by a mail to a customer. */
export type NewMails = {
  /** The mailboxes from which this user may write. */
  senders(viewer: Viewer): Promise<MailSender[]>;
  /**
   * Returns the new ticket; a repeated client key returns the ticket of the first request, and sends nothing. Refuses a mailbox
   * that the user may not send from (`invalid_reference`).
   */
  write(viewer: Viewer, mail: NewMail): Promise<Ticket>;
};

export function createNewMails(deps: Deps): NewMails {
  const { db, clock, secrets, settings, customers, tickets, conversations, mailboxes, channel } = deps;

  /** The mailboxes that a person may send from: those of departments whose tickets they see, so that they also see the reply. */
  const mayUse = (viewer: Viewer, row: MailboxRow): boolean =>
    row.is_active && (viewer.visibility === 'all' || viewer.departmentIds.includes(row.department_id));

  async function demandMailbox(tx: Tx, viewer: Viewer, id: number): Promise<MailboxRow> {
    const row = await mailboxes.row(tx.q, id);
    if (row && mayUse(viewer, row)) return row;
    throw new AppError('invalid_reference', [
      { path: 'mailbox_id', message: 'Unknown or inactive mailbox, or no access to it' },
    ]);
  }

  /** The customer of the first recipient; a new address becomes a customer with an unproven address. */
  async function customerOf(tx: Tx, viewer: Viewer, { to: [first] }: NewMail): Promise<number> {
    if (!first) throw new AppError('invalid', [{ path: 'to', message: 'An e-mail needs a recipient' }]);
    const { default_language: language } = await settings.config();
    const { id } = await customers.ofAddress(tx, {
      address: first.address.toLowerCase(),
      name: senderNameOf(first),
      language,
      isProven: false,
      onNew: () => demand(viewer, 'CUSTOMERS:CREATE'),
    });
    return id;
  }

  /**
   * If the response was lost, the user may have changed the text before trying again: the same key with another text is refused.
   */
  async function demandSame(tx: Tx, before: Ticket, mail: NewMail): Promise<void> {
    const sent = await tickets.timeline.findByKey(tx.q, before.id, mail.client_key);
    if (!sent) return demandSameScheduled(tx, before, mail);
    if (!sent.mail) return;
    const { body } = replyContentOf({ body: '', html: mail.html, file_ids: mail.file_ids });
    const email = await findEmail(tx.q, sent.id);
    const html = mail.html.trim() ? sanitiseReplyHtml(mail.html, mail.file_ids) : null;
    const isSame =
      isSameMessage(sent, { body, file_ids: mail.file_ids }) &&
      html === (email?.html ?? null) &&
      sent.mail.subject === newSubject(mail.subject, ticketToken(secrets, before.number)) &&
      peopleOf(sent.mail) === peopleOf(mail);
    if (!isSame) throw new AppError('already_sent', { ticket_id: before.id, message_id: sent.id });
  }

  async function demandSameScheduled(tx: Tx, before: Ticket, mail: NewMail): Promise<void> {
    const reply = await conversations.scheduled.findReply(tx.q, before.id, mail.client_key);
    if (!reply) return;
    const { to = [], cc = [], bcc = [] } = reply;
    const isSame =
      reply.html === mail.html &&
      before.subject === mail.subject &&
      peopleOf({ to, cc, bcc }) === peopleOf(mail) &&
      JSON.stringify(reply.file_ids) === JSON.stringify(mail.file_ids);
    if (!isSame) throw new AppError('already_sent', { ticket_id: before.id });
  }

  /** Stores the mail as a scheduled reply on its ticket, whose first message it becomes. */
  async function schedule(
    tx: Tx,
    viewer: Viewer,
    { mail, send, ticketId, conversationId }: Scheduled,
  ): Promise<void> {
    const { client_key, html, to, cc, bcc, file_ids } = mail;
    const body = replyContentOf({ body: '', html, file_ids }).body.slice(0, LIMITS.body);
    await conversations.scheduled.scheduleIn(tx, viewer, ticketId, {
      client_key,
      body,
      html,
      to,
      cc,
      bcc,
      file_ids,
      conversation_id: conversationId,
      send,
      solve: false,
    });
  }

  async function send(tx: Tx, viewer: Viewer, mail: NewMail): Promise<Ticket> {
    const mailbox = await demandMailbox(tx, viewer, mail.mailbox_id);
    demandSendable(mail, await mailboxes.addresses());
    const { subject, to, cc, bcc, file_ids: fileIds, client_key: clientKey } = mail;
    const opened = await tickets.open(
      tx,
      {
        subject,
        department_id: mailbox.department_id,
        media_id: Media.email,
        customer_id: await customerOf(tx, viewer, mail),
        assignee_id: viewer.id,
        fields: await tickets.answersOfNew(tx.q, { fields: mail.fields }),
      },
      { viewer, clientKey, isOurs: true },
    );
    const conversation = await conversations.attach(tx, opened, {
      accountId: mailbox.id,
      media_id: Media.email,
      address: to[0]?.address.toLowerCase() ?? '',
      agent_id: viewer.id,
    });
    if (mail.send) {
      const { id: ticketId } = opened;
      await schedule(tx, viewer, { mail, send: mail.send, ticketId, conversationId: conversation.id });
      return opened;
    }
    const { organisation } = await settings.config();
    const { body, html } = replyContentOf({ body: '', html: mail.html, file_ids: fileIds });
    const head = {
      subject: newSubject(subject, ticketToken(secrets, opened.number)),
      date: clock.now().toISOString(),
      from: { name: mailbox.display_name || organisation, address: mailbox.address },
    };
    const { message, ticket } = await tickets.timeline.append(tx, opened, {
      kind: 'outbound',
      body,
      state: 'queued',
      mail: outgoingMessageMail({ ...head, to, cc, bcc }, html),
      author: byUser(viewer),
      conversationId: conversation.id,
      mediaId: Media.email,
      clientKey,
      files: { ids: fileIds, uploader: { userId: viewer.id } },
    });
    await channel.deliver(tx, conversation, message, html);
    return ticket;
  }

  return {
    async senders(viewer) {
      const rows = (await mailboxes.rows()).filter((row) => mayUse(viewer, row));
      return rows.map(({ id, name, address, department_id }) => ({ id, name, address, department_id }));
    },

    write: (viewer, mail) => {
      demand(viewer, 'TICKETS:CREATE');
      return db.transaction(async (tx) => {
        // The lock makes the second of two simultaneous requests find the ticket of the first.
        await lockClientKey(tx.q, viewer.id, mail.client_key);
        const before = await tickets.findOpened(tx.q, viewer, mail.client_key);
        await removeSentDraft(tx.q, viewer.id, mail.client_key);
        if (!before) return send(tx, viewer, mail);
        await demandSame(tx, before, mail);
        return before;
      });
    },
  };
}

const peopleOf = ({ to, cc, bcc }: Pick<NewMail, 'to' | 'cc' | 'bcc'>): string =>
  JSON.stringify([to, cc, bcc].map((people) => people.map(({ address }) => address)));
