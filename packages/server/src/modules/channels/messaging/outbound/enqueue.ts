import type { Message } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { Customers } from '#modules/customers';
import type { AccountRow } from '../accounts/account-store.ts';
import type { Accounts } from '../accounts/accounts-service.ts';
import type { OutgoingMessage } from '../providers/provider.ts';
import type { Templates } from '../templates/templates-service.ts';
import { createChoiceReplies } from './choice-replies.ts';
import * as outbox from './outbox-store.ts';

export type MessageRecipient = { address: string; customerId: number };
type Sendable = Pick<Message, 'id' | 'created_at' | 'body' | 'attachments' | 'extra'> & {
  /** Null for a proactive message without a ticket. */
  ticket_id: number | null;
};
/** Puts a message into the outbox, as one row for each message of the provider's, and wakes the sender. */
export type EnqueueMessage = (
  tx: Tx,
  account: AccountRow,
  to: MessageRecipient,
  message: Sendable,
) => Promise<void>;

type Deps = Pick<Platform, 'clock'> & { accounts: Accounts; templates: Templates; customers: Customers };

export function createEnqueueMessage({ clock, accounts, templates, customers }: Deps): EnqueueMessage {
  const answering = createChoiceReplies({ accounts, customers });

  return async (tx, account, { address, customerId }, message) => {
    const { id: message_id, ticket_id, created_at, body, attachments } = message;
    const template = await templates.outgoing(tx, account.id, message);
    const parts: OutgoingMessage[] = template
      ? [{ text: body, fileId: attachments[0]?.id ?? null, answers: null, template }]
      : await answering.partsOf(tx, account, { customerId, message });
    await outbox.insertOutgoing(
      tx.q,
      parts.map((content, part) => ({
        message_id,
        ticket_id,
        created_at,
        channel_account_id: account.id,
        address,
        part,
        content,
        next_try_at: clock.now(),
      })),
    );
    await outbox.messageOutboxQueue.enqueueWake(tx, account.id);
  };
}
