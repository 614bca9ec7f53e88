import { randomUUID } from 'node:crypto';
import type { MessageExtra } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Conversations, Sender } from '#modules/conversations';
import { rowsOf, type Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import { previewOf, type Tickets } from '#modules/tickets';
import type { AccountRow } from './account-store.ts';
import type { Accounts } from './accounts-service.ts';
import * as contacts from './contact-store.ts';
import type { ContactRow } from './contact-store.ts';
import * as store from './delivery-store.ts';
import type { Facts } from './fact-service.ts';
import * as media from './media-store.ts';
import type { Message, ProviderMedia } from './provider.ts';

type Deps = Pick<Platform, 'clock'> & {
  settings: Settings;
  accounts: Accounts;
  customers: Customers;
  tickets: Tickets;
  conversations: Conversations;
  facts: Facts;
  wakeMedia: (accountId: number) => void;
};

const PREVIEW_LENGTH = 80;

/** Makes a message on a ticket of what a customer wrote. The same message again changes nothing. */
export function createTaking(deps: Deps) {
  const { clock, settings, accounts, customers, tickets, conversations, facts, wakeMedia } = deps;
  customers.merging.belongsTo({ ...rowsOf('messaging_contacts'), lock: contacts.lockOfCustomers });

  async function contactOf(tx: Tx, account: AccountRow, { from }: Message): Promise<ContactRow> {
    const known = await contacts.lockContact(tx.q, account.id, from.address);
    if (known) return known;
    await contacts.lockAddress(tx.q, account.id, from.address);
    const other = await contacts.lockContact(tx.q, account.id, from.address);
    if (other) return other;
    await contacts.insertContact(tx.q, {
      channel_account_id: account.id,
      address: from.address,
      customer_id: await customerOf(tx, from),
      name: from.name,
      created_at: clock.now(),
    });
    const made = await contacts.lockContact(tx.q, account.id, from.address);
    if (!made) throw new Error('a contact is not readable after it was written');
    return made;
  }

  /** The provider has made sure of the number: whoever has it already is the same person. */
  async function customerOf(tx: Tx, { name, phone }: Message['from']): Promise<number> {
    const { default_language: language } = await settings.config();
    const person = { name, language };
    if (phone === undefined) return customers.introduce(tx, person);
    return customers.ofAddress(tx, { ...person, kind: 'phone', address: phone });
  }

  async function answered(
    tx: Tx,
    account: AccountRow,
    providerId: string,
  ): Promise<MessageExtra['reply_to']> {
    const known = await store.findMessage(tx.q, { accountId: account.id, providerId });
    const message = known && (await tickets.findMessage(tx.q, known.message_id, known.created_at));
    if (!message) return { message_id: null, preview: '' };
    return { message_id: message.id, preview: [...previewOf(message)].slice(0, PREVIEW_LENGTH).join('') };
  }

  async function extraOf(
    tx: Tx,
    account: AccountRow,
    { extra, answers, media: file }: Message,
  ): Promise<MessageExtra | undefined> {
    if (!extra && answers === undefined) return undefined;
    const replyTo = answers === undefined ? undefined : await answered(tx, account, answers);
    return {
      ...(extra ?? { kind: 'text' }),
      ...(replyTo && { reply_to: replyTo }),
      ...(file && { media: { state: 'coming', name: file.name, mime: file.mime, reason: '' } }),
    };
  }

  async function fetchLater(
    tx: Tx,
    account: AccountRow,
    message: { id: number; ticket_id: number; created_at: string },
    file: ProviderMedia,
  ): Promise<void> {
    const { id: message_id, ticket_id, created_at } = message;
    await media.insertMedia(tx.q, {
      ...{ message_id, ticket_id, created_at, file_id: randomUUID(), channel_account_id: account.id },
      provider_media_id: file.id,
      next_try_at: clock.now(),
    });
    tx.afterCommit(() => wakeMedia(account.id));
  }

  return {
    async take(tx: Tx, account: AccountRow, fact: Message & { providerId: string }): Promise<void> {
      const named = { accountId: account.id, providerId: fact.providerId };
      const contact = await contactOf(tx, account, fact);
      // Looked at with the contact locked: the same message twice at the same moment is one.
      if (await store.findMessage(tx.q, named)) return;
      const lastAt = await contacts.touchContact(tx.q, contact.id, { at: fact.at, name: fact.from.name });
      const { mediaId: media_id, windowMs } = accounts.providerOf(account.provider);
      const openUntil = windowMs === null ? null : new Date(lastAt.getTime() + windowMs);
      const sender: Sender = {
        account: { id: account.id, media_id, department_id: account.department_id },
        address: contact.address,
        customerId: contact.customer_id,
        name: fact.from.name,
        openUntil,
      };
      const extra = await extraOf(tx, account, fact);
      // With signs that no key of a person has.
      const clientKey = `in:${account.id}:${fact.providerId}`;
      const message = await conversations.receive(tx, sender, { body: fact.text, clientKey, extra });
      const at = { accountId: account.id, address: contact.address };
      if (openUntil) await conversations.extendOpen(tx, at, openUntil);
      const { id: message_id, ticket_id, created_at } = message;
      const row = { message_id, ticket_id, created_at, part: 0, direction: 'in' as const };
      await store.insertMessage(tx.q, named, row);
      if (fact.media) await fetchLater(tx, account, message, fact.media);
      await facts.takeEarly(tx, named);
    },
  };
}
