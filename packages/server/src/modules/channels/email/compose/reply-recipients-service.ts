import { Media } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Conversations } from '#modules/conversations';
import type { Tickets } from '#modules/tickets';
import { answerRecipients, type ReplyRecipients } from './answered-mail.ts';

type Deps = Pick<Platform, 'db'> & { tickets: Tickets; conversations: Conversations };

/** The proposed recipients of a reply, for the composer. */
export type MailReplyRecipients = {
  /** `not_found`: the ticket is not answered by mail. */
  recipients(viewer: Viewer, ticketId: number, conversationId?: number): Promise<ReplyRecipients>;
};

export function createMailReplyRecipients({ db, tickets, conversations }: Deps): MailReplyRecipients {
  return {
    async recipients(viewer, ticketId, conversationId) {
      const ticket = await tickets.get(viewer, ticketId);
      const conversation = await conversations.writtenOn(db.q, ticketId, conversationId);
      if (conversation?.media_id !== Media.email) throw new AppError('not_found');
      return answerRecipients(db.q, { tickets }, ticket, conversation);
    },
  };
}
