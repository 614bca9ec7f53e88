import type { Tx } from '#platform/db';
import * as contacts from '../inbound/contact-store.ts';
import type { ContactRow } from '../inbound/contact-store.ts';
import * as store from '../inbound/delivery-store.ts';
import type { MessageUpdates } from '../inbound/message-updates-service.ts';
import type { WatermarkReceipt } from '../providers/provider.ts';

/**
 * Watermarks: some providers report up to which time everything was delivered or read. The time is stored with the contact, so that it
 * also applies to earlier messages that become known later. Both paths lock the contact.
 */
export type DeliveryWatermark = {
  apply(tx: Tx, accountId: number, progress: WatermarkReceipt): Promise<void>;
  /** Applies the stored watermark to a message that has just become known. Call with the contact locked. */
  catchUp(tx: Tx, named: MessageRef, contact: ContactRow, sentAt: Date): Promise<void>;
};

type MessageRef = { accountId: number; providerId: string };

export function createDeliveryWatermark({ updates }: { updates: MessageUpdates }): DeliveryWatermark {
  const told = { type: 'status', mark: undefined, fault: null, said: '' } as const;

  return {
    async apply(tx, accountId, { of: address, state, until }) {
      const contact = await contacts.lockContact(tx.q, accountId, address);
      // Without a contact, nothing was ever sent to this address.
      if (!contact) return;
      await contacts.moveWatermarks(tx.q, contact.id, { state, until });
      for (const providerId of await store.listMessagesBelowState(tx.q, { accountId, address, state, until }))
        await updates.apply(tx, { accountId, providerId }, { ...told, state });
    },

    async catchUp(tx, named, contact, sentAt) {
      const covers = (until: string | null) => until !== null && Date.parse(until) >= sentAt.getTime();
      if (covers(contact.read_until)) return updates.apply(tx, named, { ...told, state: 'read' });
      if (covers(contact.delivered_until)) await updates.apply(tx, named, { ...told, state: 'delivered' });
    },
  };
}
