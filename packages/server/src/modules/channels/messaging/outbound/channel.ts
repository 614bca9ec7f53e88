import { CHANNEL_TRAITS } from '@trunkline/contract';
import type { Query } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Channel, Reply } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import type { AccountRow } from '../accounts/account-store.ts';
import type { Accounts } from '../accounts/accounts-service.ts';
import { createChoiceReplies } from './choice-replies.ts';
import * as contacts from '../inbound/contact-store.ts';
import type { EnqueueMessage } from './enqueue.ts';
import type { Templates } from '../templates/templates-service.ts';

type Deps = Pick<Platform, 'clock'> & {
  accounts: Accounts;
  templates: Templates;
  customers: Customers;
  enqueue: EnqueueMessage;
};

/** The channel's port for conversations: a reply becomes rows of the outbox, one per file. */
export function createMessagingChannel({
  clock,
  accounts,
  templates,
  customers,
  enqueue,
}: Deps): Omit<Channel, 'mediaIds'> {
  const answering = createChoiceReplies({ accounts, customers });
  const accountFor = (q: Query, id: number) => activeRow(accounts, q, id);

  async function demandOpen(q: Query, account: AccountRow, address: string): Promise<void> {
    const { windowMs } = CHANNEL_TRAITS[accounts.providerOf(account.provider).mediaId];
    if (windowMs === null) return;
    const contact = await contacts.findContact(q, account.id, address);
    const since = contact?.last_in_at ? new Date(contact.last_in_at).getTime() : 0;
    if (clock.now().getTime() - since > windowMs) throw new AppError('window_closed');
  }

  return {
    changed: () => undefined,

    async compose(tx, { conversation, reply }) {
      demandNoMail(reply);
      const account = await accountFor(tx.q, conversation.channel_account_id);
      if (conversation.refuses_since !== null) throw new AppError('customer_refuses');
      if (!CHANNEL_TRAITS[conversation.media_id].takesFiles && reply.file_ids.length > 0)
        throw new AppError('invalid', [{ path: 'file_ids', message: 'A text message carries no files' }]);
      if (reply.template) {
        const extra = await templates.compose(tx, account.id, { ...reply, template: reply.template });
        return { body: reply.body, state: 'queued', mail: undefined, html: null, extra };
      }
      await demandOpen(tx.q, account, conversation.address);
      const extra = answering.extraOf(conversation, reply);
      return { body: reply.body, state: 'queued', mail: undefined, html: null, ...(extra && { extra }) };
    },

    async deliver(tx, conversation, message) {
      const account = await accountFor(tx.q, conversation.channel_account_id);
      const { address, customer_id: customerId } = conversation;
      await enqueue(tx, account, { address, customerId }, message);
    },
  };
}

function demandNoMail({ html, to, cc, bcc }: Reply): void {
  if ((html ?? to ?? cc ?? bcc) === undefined) return;
  throw new AppError('invalid', [{ path: 'html', message: 'Only e-mails have HTML and recipients' }]);
}

async function activeRow(accounts: Accounts, q: Query, id: number): Promise<AccountRow> {
  const row = await accounts.row(q, id);
  if (row?.is_active) return row;
  throw new AppError('conflict', { reason: 'account_inactive' });
}
