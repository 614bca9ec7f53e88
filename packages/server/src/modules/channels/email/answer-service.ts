import { Media, type MailAddress } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Conversations } from '#modules/conversations';
import type { Tickets } from '#modules/tickets';
import * as letters from './letter-store.ts';
import * as store from './mailbox-store.ts';
import { recipientsOf } from './recipients.ts';

type Deps = Pick<Platform, 'db'> & { tickets: Tickets; conversations: Conversations };

/** Whom an answer would go to, for whoever is about to write it. */
export function createAnswers({ db, tickets, conversations }: Deps) {
  return {
    async recipients(
      viewer: Viewer,
      ticketId: number,
    ): Promise<{ to: MailAddress[]; others: MailAddress[] }> {
      const ticket = await tickets.get(viewer, ticketId);
      const conversation = await conversations.writtenOn(db.q, ticketId);
      if (conversation?.media_id !== Media.email) throw new AppError('not_found');
      const { channel_account_id: mailboxId, address } = conversation;
      const family = await tickets.familyIds(db.q, ticketId);
      const last = await letters.findLastInbound(db.q, family, mailboxId);
      const message = last && (await tickets.findMessage(db.q, last.message_id, last.created_at));
      const own = (await store.listMailboxes(db.q)).map((mailbox) => mailbox.address);
      return recipientsOf(message?.mail, { name: ticket.customer_name, address }, own);
    },
  };
}
