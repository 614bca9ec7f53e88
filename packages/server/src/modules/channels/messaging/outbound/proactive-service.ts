import { CHANNEL_TRAITS, type MessageState, type TemplateChoice } from '@trunkline/contract';
import type { Query, Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Conversations, ConversationThread } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import type { Tickets } from '#modules/tickets';
import type { AccountRow } from '../accounts/account-store.ts';
import type { Accounts } from '../accounts/accounts-service.ts';
import * as contactStore from '../inbound/contact-store.ts';
import type { ContactRow } from '../inbound/contact-store.ts';
import type { Contacts } from '../inbound/contacts-service.ts';
import type { Templates } from '../templates/templates-service.ts';
import type { EnqueueMessage } from './enqueue.ts';
import * as store from './proactive-store.ts';
import { contactAddressOn } from './reach.ts';

export type ProactiveMessage = {
  /** A key that was used before sends nothing. */
  key: string;
  accountId: number;
  customerId: number;
  /** The author's name, such as that of a campaign, for the ticket that the message may get later. */
  author: string;
  body: string;
  /** Required unless the customer has written within the channel's window. */
  template?: TemplateChoice;
};
/**
 * Why a message was not queued: the customer has no address there, is blocked or has opted out, or only a template may be sent.
 */
export type ProactiveRefusal =
  | 'account_inactive'
  | 'no_address'
  | 'blocked'
  | 'opted_out'
  | 'template_needed';
export type ProactiveOutcome =
  | { id: number; refused?: undefined }
  | { id?: undefined; refused: ProactiveRefusal };
export type ProactiveState = {
  state: MessageState;
  failure: string | null;
  /** The ticket of the customer's answer; null before there is one. */
  ticket_id: number | null;
};

/** Messages that we send first, without a ticket. The customer's answer puts them on its ticket. */
export type ProactiveMessages = {
  /** Queues a message. @throws AppError `conflict` for a template that can't be sent */
  send(tx: Tx, message: ProactiveMessage): Promise<ProactiveOutcome>;
  /** Its state; undefined if there is no such message, for example after the customer was erased. */
  find(q: Query, id: number): Promise<ProactiveState | undefined>;
  /** Puts the messages that the contact answers on the ticket of the answer. Call with the contact locked. */
  addToTicket(tx: Tx, contact: ContactRow, on: ConversationThread, quoted: number | undefined): Promise<void>;
};

type Deps = Pick<Platform, 'clock'> & {
  accounts: Accounts;
  contacts: Contacts;
  conversations: Pick<Conversations, 'blocking'>;
  customers: Customers;
  tickets: Pick<Tickets, 'timeline'>;
  templates: Templates;
  enqueue: EnqueueMessage;
};

/** Messages sent longer ago do not count as answered, unless the customer quotes them. */
const ANSWERED_WITHIN_MS = 30 * 86_400_000;
const MOST_ANSWERED = 10;

export function createProactiveMessages(deps: Deps): ProactiveMessages {
  const { clock, accounts, contacts, conversations, customers, tickets, templates, enqueue } = deps;

  /** Why this contact can't be sent the message. */
  async function refusalOf(
    tx: Tx,
    { account, contact, phone }: { account: AccountRow; contact: ContactRow; phone: string | undefined },
    { template }: ProactiveMessage,
  ): Promise<ProactiveRefusal | undefined> {
    const { address, last_in_at: lastInAt, refuses_since: refusesSince } = contact;
    const origin = { phone, contact: { accountId: account.id, address } };
    if (await conversations.blocking.isBlocked(tx.q, origin)) return 'blocked';
    if (refusesSince !== null) return 'opted_out';
    const { windowMs } = CHANNEL_TRAITS[accounts.providerOf(account.provider).mediaId];
    if (windowMs === null || template) return undefined;
    const isOpen = lastInAt !== null && clock.now().getTime() - Date.parse(lastInAt) <= windowMs;
    return isOpen ? undefined : 'template_needed';
  }

  return {
    async send(tx, message) {
      const { key, accountId, customerId, author, body, template } = message;
      await store.lockKey(tx.q, key);
      const known = await store.findByKey(tx.q, key);
      if (known) return { id: known.id };
      const account = await accounts.row(tx.q, accountId);
      if (!account?.is_active) return { refused: 'account_inactive' };
      // Not locked: messages that come in lock the contact first.
      const id = await customers.merging.current(tx.q, customerId);
      const { identities } = await customers.read(tx.q, id);
      const phone = identities.find(({ kind }) => kind === 'phone')?.value;
      const { addressOf } = accounts.providerOf(account.provider);
      const written = await contactStore.listOfCustomer(tx.q, id);
      const address = contactAddressOn(account.id, { written, phone, addressOf })?.address;
      if (address === undefined) return { refused: 'no_address' };
      const contact = await contacts.lock(tx, account, { address, name: '', phone });
      const refused = await refusalOf(tx, { account, contact, phone }, message);
      if (refused) return { refused };
      const extra = template && (await templates.compose(tx, account.id, { template, body, file_ids: [] }));
      const made = await store.insertProactive(tx.q, {
        client_key: key,
        contact_id: contact.id,
        author_name: author,
        body,
        extra,
        created_at: clock.now(),
      });
      const sendable = { ...made, ticket_id: null, body, attachments: [], ...(extra && { extra }) };
      await enqueue(tx, account, { address, customerId: id }, sendable);
      return { id: made.id };
    },

    async find(q, id) {
      const row = await store.findProactive(q, id);
      if (!row || row.ticket_id === null) return row;
      const message = await tickets.timeline.findMessage(q, id, row.created_at);
      return message && { ...row, state: message.state ?? row.state, failure: message.failure };
    },

    async addToTicket(tx, contact, { ticket, conversation }, quoted) {
      const since = new Date(clock.now().getTime() - ANSWERED_WITHIN_MS);
      const most = MOST_ANSWERED;
      for (const row of await store.lockUnanswered(tx.q, contact.id, { since, quoted, most })) {
        await store.setProactive(tx.q, row.id, { ticket_id: ticket.id });
        await tickets.timeline.addEarlier(tx, ticket, {
          id: row.id,
          created_at: row.created_at,
          kind: 'outbound',
          body: row.body,
          extra: row.extra ?? undefined,
          author: { type: 'system', id: null, name: row.author_name },
          conversationId: conversation.id,
          mediaId: conversation.media_id,
          state: row.state,
          failure: row.failure,
          clientKey: null,
        });
      }
    },
  };
}
