import { CHANNEL_TRAITS } from '@trunkline/contract';
import type { Platform } from '#platform/platform';
import type { Channel } from '#modules/conversations';
import type { Accounts } from '../accounts/accounts-service.ts';
import * as store from '../inbound/contact-store.ts';
import type { Contacts } from '../inbound/contacts-service.ts';

type Deps = Pick<Platform, 'clock'> & { accounts: Accounts; contacts: Contacts };

type Contact = Awaited<ReturnType<typeof store.listOfCustomer>>[number];
type CustomerContacts = {
  /** The contacts from which the customer has written. */
  written: readonly Contact[];
  phone: string | undefined;
  addressOf: ((phone: string) => string) | undefined;
};

/** The address of a customer on an account: where they wrote before, or by their phone number. */
export function contactAddressOn(
  accountId: number,
  { written, phone, addressOf }: CustomerContacts,
): Pick<Contact, 'address' | 'refuses_since'> | undefined {
  const contact = written.find((one) => one.channel_account_id === accountId);
  if (contact) return contact;
  const address = phone === undefined ? undefined : addressOf?.(phone);
  return address === undefined ? undefined : { address, refuses_since: null };
}

/** The accounts by which a customer can be written to: where they wrote before, or by their phone number. */
export function createMessagingReach({
  clock,
  accounts,
  contacts,
}: Deps): Pick<Required<Channel>, 'findAddresses' | 'prepare'> {
  return {
    async findAddresses(q, { ticket, customer: { id: customerId, identities } }) {
      const rows = (await accounts.rows()).filter((row) => row.is_active);
      const own = rows.filter((row) => row.department_id === ticket.department_id);
      const known = await store.listOfCustomer(q, customerId);
      const phone = identities.find(({ kind }) => kind === 'phone')?.value;
      return own.flatMap(({ id, name, provider }) => {
        const { mediaId, addressOf } = accounts.providerOf(provider);
        const to = contactAddressOn(id, { written: known, phone, addressOf });
        // Customers who have opted out by STOP get no messages until they write START.
        if (!to || to.refuses_since) return [];
        return [{ account_id: id, account_name: name, media_id: mediaId, address: to.address }];
      });
    },

    async prepare(tx, { account_id: id, address, media_id: mediaId }) {
      const account = await accounts.row(tx.q, id);
      if (!account) return {};
      const phone = /^\+?\d{5,15}$/.test(address) ? `+${address.replace('+', '')}` : undefined;
      const contact = await contacts.lock(tx, account, { address, name: '', phone });
      const { windowMs } = CHANNEL_TRAITS[mediaId];
      if (windowMs === null) return {};
      // Customers who have not written can only be sent a template, so the window is closed from the start.
      const open_until =
        contact.last_in_at === null
          ? clock.now()
          : new Date(new Date(contact.last_in_at).getTime() + windowMs);
      return { open_until };
    },
  };
}
