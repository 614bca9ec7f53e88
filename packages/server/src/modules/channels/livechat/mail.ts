import type { Message, VisitorMessage } from '@trunkline/contract';
import type { Visitor } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { ConversationRow } from '#modules/conversations';
import type { Settings } from '#modules/settings';
import { SYSTEM, type Tickets } from '#modules/tickets';
import * as store from './store.ts';
import { answerMail, transcriptMail } from './transcript.ts';

type Deps = Pick<Platform, 'db'> & { settings: Settings; tickets: Tickets };
type TranscriptRequest = {
  visitor: Visitor;
  conversation: ConversationRow | undefined;
  email: string;
  read: () => Promise<VisitorMessage[]>;
};

/** What a visitor is sent by mail, and the care that it goes to nobody else. */
export function createLivechatMail({ db, settings, tickets }: Deps) {
  return {
    /** Whoever has left finds the answer on their next visit, and in their mail where we know it and can send. */
    async answer(tx: Tx, visitorId: number, message: Message): Promise<void> {
      const visitor = await store.findVisitor(tx.q, { id: visitorId });
      if (!visitor?.email || !(await settings.mail.isConfigured())) return;
      const { organisation } = await settings.config();
      await tx.enqueue('mail:send', answerMail(visitor, message, organisation));
    },

    /** To the address that this visitor gave in the form, and only once somebody has answered: we are no mail service. */
    async transcript({ visitor, conversation, email, read }: TranscriptRequest): Promise<void> {
      if (!(await settings.mail.isConfigured())) throw new AppError('mail_not_configured');
      const isOwn = email.trim().toLowerCase() === visitor.email.trim().toLowerCase();
      if (!conversation?.agent_id || !isOwn) {
        throw new AppError('conflict', {
          message: 'A transcript goes to the address given at the start, once somebody has answered.',
        });
      }
      const messages = await read();
      const { organisation } = await settings.config();
      await db.transaction(async (tx) => {
        const mail = transcriptMail(email, messages, { organisation, language: visitor.language });
        await tx.enqueue('mail:send', mail);
        const event = { type: 'transcript_sent', email } as const;
        await tickets.appendEvent(tx, conversation.ticket_id, { event, author: SYSTEM });
      });
    },
  };
}
