import { Media, type MailAddress, type MessageState } from '@trunkline/contract';
import type { Query, Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Conversations, ConversationThread } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import { replyContentOf, outgoingMessageMail } from '../compose/reply-content.ts';
import type { Mailboxes } from '../mailboxes/mailboxes-service.ts';
import { newMessageId, writeEmailBody } from './email-body.ts';
import * as emailStore from './email-store.ts';
import * as outbox from './outbox-store.ts';
import * as store from './proactive-store.ts';
import type { ProactiveRow } from './proactive-store.ts';

export type ProactiveMail = {
  /** A key that was used before sends nothing. */
  key: string;
  mailboxId: number;
  customerId: number;
  /** The author's name, such as that of a campaign, for the ticket that the mail may get later. */
  author: string;
  subject: string;
  /** Its text, where it has no HTML. */
  body?: string;
  html?: string;
};
/** Why a mail was not queued; `no_address`: the customer has none to which the desk may write. */
export type ProactiveMailRefusal = 'mailbox_inactive' | 'no_address' | 'blocked';
export type ProactiveMailOutcome =
  | { id: number; refused?: undefined }
  | { id?: undefined; refused: ProactiveMailRefusal };
export type ProactiveMailState = {
  state: MessageState;
  failure: string | null;
  /** The ticket of the customer's answer; null before there is one. */
  ticket_id: number | null;
};

/** Mails that we send first, without a ticket. The customer's answer puts them on its ticket. */
export type ProactiveMails = {
  /** Queues a mail. @throws AppError `invalid` without a text */
  send(tx: Tx, mail: ProactiveMail): Promise<ProactiveMailOutcome>;
  /** Its state; undefined if there is no such mail, for example after the customer was erased. */
  find(q: Query, id: number): Promise<ProactiveMailState | undefined>;
  /** The proactive mail without a ticket that is named by these references, nearest first. */
  answeredBy(q: Query, mailboxId: number, referenceIds: readonly string[]): Promise<number | undefined>;
  /** Locks it; undefined if it has got a ticket meanwhile. */
  lockUnanswered(tx: Tx, id: number): Promise<ProactiveRow | undefined>;
  /** Puts the mail on the ticket of its answer. Call with the mail locked. */
  addToTicket(tx: Tx, row: ProactiveRow, on: ConversationThread): Promise<void>;
};

type Deps = Pick<Platform, 'clock'> & {
  settings: Settings;
  mailboxes: Mailboxes;
  conversations: Pick<Conversations, 'blocking'>;
  customers: Customers;
  tickets: Pick<Tickets, 'timeline'>;
};

export function createProactiveMails(deps: Deps): ProactiveMails {
  const { clock, settings, mailboxes, conversations, customers, tickets } = deps;

  /** The recipient: the customer's first address that is not our own, since a mail to ourselves would come back as a new one. */
  async function recipientOf(q: Query, customerId: number): Promise<MailAddress | undefined> {
    const { name, identities } = await customers.read(q, await customers.merging.current(q, customerId));
    const own = new Set((await mailboxes.addresses()).map((address) => address.toLowerCase()));
    const address = identities.find(({ kind, value }) => kind === 'email' && !own.has(value))?.value;
    return address === undefined ? undefined : { name, address };
  }

  return {
    async send(tx, { key, mailboxId, customerId, author, subject, body: text = '', html: written }) {
      await store.lockKey(tx.q, key);
      const known = await store.findByKey(tx.q, key);
      if (known) return { id: known.id };
      const mailbox = await mailboxes.row(tx.q, mailboxId);
      if (!mailbox?.is_active) return { refused: 'mailbox_inactive' };
      const recipient = await recipientOf(tx.q, customerId);
      if (!recipient) return { refused: 'no_address' };
      if (await conversations.blocking.isBlocked(tx.q, { email: recipient.address }))
        return { refused: 'blocked' };

      const { body, html } = replyContentOf({ body: text, html: written, file_ids: [] });
      const { organisation } = await settings.config();
      const now = clock.now();
      const people = { to: [recipient], cc: [], bcc: [] };
      const from = { name: mailbox.display_name || organisation, address: mailbox.address };
      const made = await store.insertProactive(tx.q, {
        client_key: key,
        mailbox_id: mailbox.id,
        address: recipient.address,
        author_name: author,
        body,
        mail: outgoingMessageMail({ subject, date: now.toISOString(), from, ...people }, html),
        created_at: now,
      });
      const place = { message_id: made.id, created_at: made.created_at, ticket_id: null };
      const header = { mailbox_id: mailbox.id, header_id: newMessageId(mailbox.address), reference_ids: [] };
      await emailStore.insertEmail(tx.q, {
        ...place,
        ...header,
        mail_id: null,
        sender: mailbox.address,
        html_file_id: null,
        html,
        inline_files: {},
      });
      await outbox.insertOutgoing(tx.q, {
        ...place,
        ...header,
        in_reply_to: '',
        subject,
        recipients: people,
        ...writeEmailBody({ text: body, html, signature: '', quoted: null }),
        next_try_at: now,
      });
      await outbox.mailOutboxQueue.enqueueWake(tx, mailbox.id);
      return { id: made.id };
    },

    async find(q, id) {
      const row = await store.findProactive(q, id);
      if (!row || row.ticket_id === null) return row;
      const message = await tickets.timeline.findMessage(q, id, row.created_at);
      return message && { ...row, state: message.state ?? row.state, failure: message.failure };
    },

    async answeredBy(q, mailboxId, referenceIds) {
      const answered = await emailStore.listByHeaderIds(q, mailboxId, referenceIds);
      return answered.find((email) => email.mail_id === null && email.ticket_id === null)?.message_id;
    },

    async lockUnanswered(tx, id) {
      const row = await store.lockProactive(tx.q, id);
      return row?.ticket_id === null ? row : undefined;
    },

    async addToTicket(tx, row, { ticket, conversation }) {
      await store.setProactive(tx.q, row.id, { ticket_id: ticket.id });
      await emailStore.setTicket(tx.q, row.id, ticket.id);
      await emailStore.addMailParticipants(tx.q, ticket.id, [row.address]);
      await tickets.timeline.addEarlier(tx, ticket, {
        id: row.id,
        created_at: row.created_at,
        kind: 'outbound',
        body: row.body,
        mail: row.mail,
        author: { type: 'system', id: null, name: row.author_name },
        conversationId: conversation.id,
        mediaId: Media.email,
        state: row.state,
        failure: row.failure,
        clientKey: null,
      });
    },
  };
}
