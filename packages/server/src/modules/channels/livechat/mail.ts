import type { Message } from '@trunkline/contract';
import type { Visitor } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { ConversationRow } from '#modules/conversations';
import type { Settings } from '#modules/settings';
import { SYSTEM, type Tickets } from '#modules/tickets';
import * as store from './store.ts';
import { answerMail, transcriptMail } from './transcript.ts';
import type { VisitorView } from './visitor-view.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & { settings: Settings; tickets: Tickets; view: VisitorView };

const TRANSCRIPTS_A_DAY = 5;
const LONGEST = 1000;

/** Mails to visitors; they go to nobody else. */
export function createLivechatMail({ db, clock, settings, tickets, view }: Deps) {
  async function messagesOf({ id, ticket_id: ticketId }: ConversationRow) {
    const kinds = ['inbound', 'outbound'] as const;
    const page = {
      ticketId,
      before: undefined,
      kinds: [...kinds],
      conversations: [id],
      limit: LONGEST,
    };
    return (await tickets.timeline.listMessages(page)).flatMap((message) => view.messageOf(message) ?? []);
  }

  /** Returns the e-mail address for replies to a visitor who has left; null if there is none, or outgoing mail is not set up. */
  async function addressOf(q: Query, visitorId: number): Promise<string | null> {
    const visitor = await store.findVisitor(q, visitorId);
    return visitor?.email && (await settings.mail.isConfigured()) ? visitor.email : null;
  }

  return {
    addressOf,

    /**
     * Mails the answer to a visitor who has left, if their address is known and outgoing mail is set up. They also find it on
     * their next visit.
     */
    async answer(tx: Tx, visitorId: number, message: Message): Promise<void> {
      const visitor = await store.findVisitor(tx.q, visitorId);
      if (!visitor?.email || !(await settings.mail.isConfigured())) return;
      const { organisation } = await settings.config();
      await tx.enqueue('mail:send', answerMail(visitor, message, organisation));
    },

    /**
     * Mails the present conversation, only to the address that was given before it began and only after an agent has answered in
     * it: otherwise visitors could have mails sent to strangers.
     */
    async transcript(
      visitor: Visitor,
      conversation: ConversationRow | undefined,
      email: string,
    ): Promise<void> {
      if (!(await settings.mail.isConfigured())) throw new AppError('mail_not_configured');
      const messages = conversation ? await messagesOf(conversation) : [];
      const { organisation } = await settings.config();
      await db.transaction(async (tx) => {
        const { transcript_email: given } = await store.lockVisitor(tx.q, visitor.id);
        const isAnswered = messages.some(({ from }) => from === 'agent');
        if (!conversation || !isAnswered || plain(email) !== plain(given)) {
          throw new AppError('conflict', {
            reason: 'transcript_unavailable',
          });
        }
        const limit = { now: clock.now(), most: TRANSCRIPTS_A_DAY };
        if (!(await store.countTranscriptRequest(tx.q, visitor.id, limit)))
          throw new AppError('too_many_requests');
        const mail = transcriptMail(email, messages, { organisation, language: visitor.language });
        await tx.enqueue('mail:send', mail);
        const event = { type: 'transcript_sent', email } as const;
        await tickets.timeline.appendEvent(tx, conversation.ticket_id, { event, author: SYSTEM });
      });
    },
  };
}

const plain = (email: string): string => email.trim().toLowerCase();
