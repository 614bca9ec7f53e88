import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Sender } from '#modules/conversations';
import { mergeParticipantOf, type Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import type { AccountRow } from '../accounts/account-store.ts';
import type { Accounts } from '../accounts/accounts-service.ts';
import * as store from './contact-store.ts';
import type { ContactRow } from './contact-store.ts';
import type { ProviderMessage } from '../providers/provider.ts';

/** Contacts of an account: the provider's address of a person, and our customer. */
export type Contacts = {
  /** Locks and returns the contact; creates it where there is none. */
  lock(tx: Tx, account: AccountRow, from: Person): Promise<ContactRow>;
  /** Adds another number that the provider has verified: messages from it belong to the same customer. */
  join(tx: Tx, contact: ContactRow, phone: string): Promise<void>;
  /** The contact as a sender of a conversation; `openUntil`: when the reply window closes. */
  senderOf(account: AccountRow, contact: ContactRow, name: string, openUntil: Date | null): Sender;
};

type Deps = Pick<Platform, 'clock'> & {
  settings: Settings;
  accounts: Accounts;
  customers: Customers;
  wakeProfileLookup: (accountId: number) => void;
};
type Person = ProviderMessage['from'];

export function createContacts({ clock, settings, accounts, customers, wakeProfileLookup }: Deps): Contacts {
  customers.merging.registerOwned({
    ...mergeParticipantOf('messaging_contacts'),
    lock: store.lockContactsOfCustomers,
  });

  /** The provider has verified the number, so a customer who has it is the same person. */
  async function customerOf(tx: Tx, { address, name, phone }: Person) {
    const { default_language: language } = await settings.config();
    const person = { name: name || address, language };
    if (phone === undefined) return { id: await customers.introduce(tx, person), name: person.name };
    return customers.ofAddress(tx, { ...person, kind: 'phone', address: phone });
  }

  return {
    async lock(tx, account, from) {
      const known = await store.lockContact(tx.q, account.id, from.address);
      if (known) return known;
      await store.lockContactAddress(tx.q, account.id, from.address);
      const other = await store.lockContact(tx.q, account.id, from.address);
      if (other) return other;
      const asks = from.name === '' && accounts.providerOf(account.provider).profile !== undefined;
      const customer = await customerOf(tx, from);
      await store.insertContact(tx.q, {
        channel_account_id: account.id,
        address: from.address,
        customer_id: customer.id,
        // The name may be known from another account.
        name: from.name || customer.name,
        created_at: clock.now(),
        ask_at: asks ? clock.now() : null,
      });
      if (asks) tx.afterCommit(() => wakeProfileLookup(account.id));
      const made = await store.lockContact(tx.q, account.id, from.address);
      if (!made) throw new Error('a contact is not readable after it was written');
      return made;
    },

    async join(tx, contact, phone) {
      await customers.join(tx, contact.customer_id, phone);
    },

    senderOf(account, contact, name, openUntil) {
      const { mediaId: media_id } = accounts.providerOf(account.provider);
      return {
        account: { id: account.id, media_id, department_id: account.department_id },
        address: contact.address,
        customerId: contact.customer_id,
        name: name || contact.name,
        place: account.name,
        openUntil,
        refusesSince: contact.refuses_since === null ? null : new Date(contact.refuses_since),
      };
    },
  };
}
