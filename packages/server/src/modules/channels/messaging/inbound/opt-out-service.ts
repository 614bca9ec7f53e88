import { writeMessagingFailure } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Conversations } from '#modules/conversations';
import * as contacts from './contact-store.ts';
import type { ContactRow } from './contact-store.ts';
import { optOutKeywordOf } from './keywords.ts';
import type { MessageRecords } from '../outbound/message-records.ts';
import * as outbox from '../outbound/outbox-store.ts';
import type { ProviderMessage } from '../providers/provider.ts';

/** Opting out: stops messages to a customer until they opt in again. */
export type OptOut = {
  /** Opts the sender out or in if the message is nothing but such a keyword. */
  applyOptOut(tx: Tx, contact: ContactRow, message: ProviderMessage): Promise<void>;
  /** Opts somebody out because the provider refused a message for that reason. */
  refusedBy(accountId: number, address: string): Promise<void>;
};

type Deps = Pick<Platform, 'clock' | 'db'> & {
  records: MessageRecords;
  conversations: Conversations;
};

export function createOptOut({ clock, db, records, conversations }: Deps): OptOut {
  /** Fails the messages that still wait for them. */
  async function giveUp(tx: Tx, { channel_account_id: accountId, address }: ContactRow): Promise<void> {
    const failure = writeMessagingFailure('recipient_refuses', '');
    for (const row of await outbox.listQueuedTo(tx.q, accountId, address)) {
      if (await outbox.cancelMessage(tx.q, row.id, clock.now()))
        await records.setOutcome(tx, row, { state: 'failed', failure });
    }
  }

  async function refuse(tx: Tx, contact: ContactRow, since: Date | null): Promise<void> {
    await contacts.setContactOptOut(tx.q, contact.id, since);
    const whose = { accountId: contact.channel_account_id, address: contact.address };
    await conversations.setRefusal(tx, whose, since);
    if (since) await giveUp(tx, contact);
  }

  return {
    async applyOptOut(tx, contact, message) {
      const wish = optOutWishOf(message);
      if (wish === undefined || wish === 'help') return;
      await refuse(tx, contact, wish === 'stop' ? message.at : null);
    },

    refusedBy: (accountId, address) =>
      db.transaction(async (tx) => {
        const contact = await contacts.lockContact(tx.q, accountId, address);
        if (contact && contact.refuses_since === null) await refuse(tx, contact, clock.now());
      }),
  };
}

/** What a message asks for that is nothing but a keyword for opting out or in, or for help. */
export const optOutWishOf = ({ text, wish }: Pick<ProviderMessage, 'text' | 'wish'>) =>
  wish ?? optOutKeywordOf(text);
