import { Media, type MailAddress, type MessageState } from '@trunkline/contract';
import type { Query, Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Conversations, ConversationThread } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import { contentOf, ownMail } from '../compose/own-mail.ts';
import type { Mailboxes } from '../mailboxes/mailboxes-service.ts';
import { newMessageId, writeEmailBody } from './email-body.ts';
import * as emailStore from './email-store.ts';
import * as outbox from './outbox-store.ts';
import * as store from './proactive-store.ts';
import type { ProactiveRow } from './proactive-store.ts';

export type ProactiveMail = {
  /** The same key sends once. */
  key: string;
  mailboxId: number;
  customerId: number;
  /** Who it is from, on the ticket that it may stand on later: the name of a campaign, for example. */
  author: string;
  subject: string;
  /** Its text, where it has no HTML. */
  body?: string;
  html?: string;
};
/** Why nothing was queued: the customer has no address to which the desk may write, or it is blocked. */
export type ProactiveMailRefusal = 'mailbox_inactive' | 'no_address' | 'blocked';
export type ProactiveMailOutcome =
  | { id: number; refused?: undefined }
  | { id?: undefined; refused: ProactiveMailRefusal };
export type ProactiveMailState = {
  state: MessageState;
  failure: string | null;
  /** The ticket to which the answer led; null before it. */
  ticket_id: number | null;
};

/** Mails that we send first, without a ticket. When somebody answers they stand on the ticket of the answer. */
export type ProactiveMails = {
  /** Queues a mail. @throws AppError `invalid` where it says nothing */
  send(tx: Tx, mail: ProactiveMail): Promise<ProactiveMailOutcome>;
  /** How far it has got; undefined where there is none, such as after the customer was erased. */
  find(q: Query, id: number): Promise<ProactiveMailState | undefined>;
  /** The one without a ticket that a mail with these references answers, the nearest first. */
  answeredBy(q: Query, mailboxId: number, referenceIds: readonly string[]): Promise<number | undefined>;
  /** Locks it; undefined where it got a ticket meanwhile. */
  lockUnanswered(tx: Tx, id: number): Promise<ProactiveRow | undefined>;
  /** Puts what is answered onto the ticket of the answer. Call with it locked. */
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

  /** Whom it goes to: the customer's first address that is none of our own, which would bring it back as a new mail. */
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

      const { body, html } = contentOf({ body: text, html: written, file_ids: [] });
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
        mail: ownMail({ subject, date: now.toISOString(), from, ...people }, html),
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
      await outbox.queue.enqueueWake(tx, mailbox.id);
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
      await emailStore.addPeople(tx.q, ticket.id, [row.address]);
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
