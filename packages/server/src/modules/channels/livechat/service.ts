import {
  LIMITS,
  type BodyOf,
  type createVisitor,
  type getChat,
  type getWidget,
  type leaveMessage,
  type Message,
  type ResponseOf,
  type sendVisitorMessage,
  type startChat,
  type VisitorChat,
  type VisitorMessage,
  type WidgetSettings,
  Media,
} from '@trunkline/contract';
import type { Visitor } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { hashToken, randomToken } from '#platform/secrets';
import type { Auth } from '#modules/auth';
import type { Conversations, ConversationRow, Sender } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import { SYSTEM, type Tickets } from '#modules/tickets';
import { isAllowedSite } from './sites.ts';
import * as store from './store.ts';
import { answerMail, transcriptMail } from './transcript.ts';
import { chatOf, createVisitorView } from './visitor-view.ts';

export type Livechat = ReturnType<typeof createLivechat>;
type Deps = Platform & {
  settings: Settings;
  auth: Auth;
  customers: Customers;
  tickets: Tickets;
  conversations: Conversations;
};

const PAGE = 50;

/** Live chat for visitors of a customer's site: the adapter between the widget and the desk. */
export function createLivechat(deps: Deps) {
  const { db, clock, notices, publicUrl, secrets, settings, auth, customers, tickets, conversations } = deps;
  const view = createVisitorView(secrets);

  conversations.register({
    mediaIds: [Media.liveChat],
    async deliver(tx, conversation, message) {
      const visitorId = Number(conversation.address);
      // The widget fetches anew whenever it connects, so a lost notice delays nothing that was stored.
      tx.afterCommit(() =>
        notices.send('visitor-message', {
          visitor_id: visitorId,
          message_id: message.id,
          ticket_id: message.ticket_id,
        }),
      );
      if (conversation.status === 'ended') await mailAnswer(tx, visitorId, message);
    },
    changed: (tx, conversation) => {
      tx.afterCommit(() => {
        notices.send('visitor-chat', { visitor_id: Number(conversation.address) });
        notices.send('visitor-queue', { department_id: conversation.department_id });
      });
    },
  });

  /** Whoever has left finds the answer on their next visit, and in their mail where we know it and can send. */
  async function mailAnswer(tx: Tx, visitorId: number, message: Message): Promise<void> {
    const visitor = await store.findVisitor(tx.q, { id: visitorId });
    if (!visitor?.email || !(await settings.mail.isConfigured())) return;
    const { organisation } = await settings.config();
    await tx.enqueue('mail:send', answerMail(visitor, message, organisation));
  }

  async function widgetOf(key: string, origin: string | undefined) {
    const account = await settings.findAccount(db.q, { key });
    if (!account?.is_active || account.media_id !== Media.liveChat) throw new AppError('not_found');
    const widget = account.settings as WidgetSettings;
    // Our own pages show it too: the demo site, and the preview in the settings.
    const isOwn = origin === new URL(publicUrl()).origin;
    if (origin && !isOwn && !isAllowedSite(origin, widget.allowed_sites))
      throw new AppError('site_not_allowed');
    return { account, widget };
  }

  async function latest(visitor: Visitor): Promise<ConversationRow | undefined> {
    return (await conversations.ofAddress(visitor.accountId, String(visitor.id)))[0];
  }

  async function chat(visitor: Visitor): Promise<VisitorChat> {
    const conversation = await latest(visitor);
    const agentName = conversation?.agent_id ? (await auth.user(conversation.agent_id)).fullname : null;
    const isWaiting = conversation?.status === 'waiting' || conversation?.status === 'offered';
    const places = isWaiting ? await conversations.positions(conversation.department_id) : [];
    const position = places.find((place) => place.id === conversation?.id)?.position ?? null;
    return chatOf(conversation, { name: visitor.name, email: visitor.email }, { agentName, position });
  }

  /** The visitor's own messages, and those to them; the conversations are looked up by visitor, never by what is sent. */
  async function messagesOf(
    visitor: Visitor,
    before: number | undefined,
    limit: number,
  ): Promise<VisitorMessage[]> {
    const own = await conversations.ofAddress(visitor.accountId, String(visitor.id));
    const pages = await Promise.all(
      [...new Set(own.map((row) => row.ticket_id))].slice(0, 20).map((ticketId) =>
        tickets.listMessages({
          ticketId,
          since: own.filter((row) => row.ticket_id === ticketId).at(-1)?.started_at ?? '',
          before,
          kinds: ['inbound', 'outbound'],
          conversations: own.map((row) => row.id),
          limit,
        }),
      ),
    );
    const messages: Message[] = pages.flat().sort((a, b) => a.id - b.id);
    return messages.slice(-limit).flatMap((message) => view.messageOf(message) ?? []);
  }

  async function state(visitor: Visitor, before?: number): Promise<ResponseOf<typeof getChat>> {
    const messages = await messagesOf(visitor, before, PAGE + 1);
    return {
      data: { chat: await chat(visitor), messages: messages.slice(-PAGE), has_more: messages.length > PAGE },
    };
  }

  async function senderOf(
    tx: Tx,
    visitor: Visitor,
    typed: { name: string; email?: string; phone?: string; page: string } | null,
  ): Promise<Sender> {
    const account = found(await settings.findAccount(tx.q, { id: visitor.accountId }));
    const row = await store.lockVisitor(tx.q, visitor.id);
    if (!typed && row.customer_id === null) throw new AppError('conflict', { message: 'Start a chat first' });
    const name = typed?.name ?? row.name;
    const customerId =
      row.customer_id ?? (await customers.recognise(tx, { ...typed, name, language: row.language }));
    if (typed)
      await store.updateVisitor(tx.q, visitor.id, {
        customer_id: customerId,
        name,
        email: typed.email ?? row.email,
        page: typed.page,
      });
    return { account, address: String(visitor.id), customerId, name, page: typed?.page ?? row.page };
  }

  return {
    view,
    chat,
    state,
    latest,
    widgetOf,

    async widget(key: string, origin: string | undefined): Promise<ResponseOf<typeof getWidget>> {
      const { account, widget } = await widgetOf(key, origin);
      const { allowed_sites: _, ...look } = widget;
      const [config, isOnline, canMail] = [
        await settings.config(),
        await conversations.isStaffed(account.department_id),
        await settings.mail.isConfigured(),
      ];
      return {
        data: {
          ...look,
          organisation: config.organisation,
          is_online: isOnline,
          can_mail_transcript: canMail,
          max_file_bytes: LIMITS.visitorFileBytes,
        },
      };
    },

    async createVisitor(
      key: string,
      { language, page }: BodyOf<typeof createVisitor>,
      origin: string | undefined,
    ): Promise<{ token: string }> {
      const { account } = await widgetOf(key, origin);
      const token = randomToken();
      await store.insertVisitor(
        db.q,
        { channel_account_id: account.id, token_hash: hashToken(token), language, page },
        clock.now(),
      );
      return { token };
    },

    async visitor(token: string): Promise<Visitor> {
      const row = await store.findVisitor(db.q, { tokenHash: hashToken(token) });
      if (!row) throw new AppError('not_signed_in');
      return toVisitor(row);
    },

    /** The same visitor as they are now: the pre-chat form may just have told who they are. */
    fresh: async ({ id }: Visitor): Promise<Visitor> =>
      toVisitor(found(await store.findVisitor(db.q, { id }))),

    async start(
      visitor: Visitor,
      { client_key: clientKey, question, ...typed }: BodyOf<typeof startChat>,
    ): Promise<ResponseOf<typeof getChat>> {
      await db.transaction(async (tx) => {
        const sender = await senderOf(tx, visitor, typed);
        await conversations.begin(tx, sender, { body: question, clientKey });
      });
      return state({ ...visitor, name: typed.name, email: typed.email ?? visitor.email });
    },

    async send(
      visitor: Visitor,
      { client_key: clientKey, body, file_ids: ids }: BodyOf<typeof sendVisitorMessage>,
    ): Promise<VisitorMessage> {
      const message = await db.transaction(async (tx) => {
        const sender = await senderOf(tx, visitor, null);
        return conversations.receive(tx, sender, {
          body,
          clientKey,
          files: { ids, uploader: { visitorId: visitor.id } },
        });
      });
      // Their other tabs.
      const notice = { visitor_id: visitor.id, message_id: message.id, ticket_id: message.ticket_id };
      notices.send('visitor-message', notice);
      return found(view.messageOf(message));
    },

    leave: (
      visitor: Visitor,
      { client_key: clientKey, body, ...typed }: BodyOf<typeof leaveMessage>,
    ): Promise<void> =>
      db.transaction(async (tx) => {
        const sender = await senderOf(tx, visitor, typed);
        await conversations.leave(tx, sender, { body, clientKey });
      }),

    end: (visitor: Visitor): Promise<void> =>
      db.transaction(async (tx) => {
        const conversation = await latest(visitor);
        if (conversation)
          await conversations.end(tx, conversation, {
            type: 'customer',
            id: visitor.customerId,
            name: visitor.name,
          });
      }),

    /** The visitor got or saw our messages up to this one. */
    advance: (visitor: Visitor, messageId: number, to: 'delivered' | 'read'): Promise<void> =>
      db.transaction(async (tx) => {
        const conversation = await latest(visitor);
        if (!conversation) return;
        const { ticket_id: ticketId, started_at: since } = conversation;
        const ids = await tickets.advanceStates(tx, {
          ticketId,
          since,
          upTo: messageId,
          kind: 'outbound',
          state: to,
        });
        for (const id of ids)
          tx.emit('message-state', { ticket_id: ticketId, message_id: id, state: to, failure: null }, [
            `ticket:${ticketId}`,
          ]);
      }),

    async mailTranscript(visitor: Visitor, email: string): Promise<void> {
      if (!(await settings.mail.isConfigured())) throw new AppError('mail_not_configured');
      const conversation = await latest(visitor);
      if (!conversation) throw new AppError('conflict', { message: 'Nothing has been written yet' });
      const messages = await messagesOf(visitor, undefined, 1000);
      const { organisation } = await settings.config();
      await db.transaction(async (tx) => {
        await tx.enqueue(
          'mail:send',
          transcriptMail(email, messages, { organisation, language: visitor.language }),
        );
        await tickets.appendEvent(tx, conversation.ticket_id, {
          event: { type: 'transcript_sent', email },
          author: SYSTEM,
        });
      });
    },
  };
}

function toVisitor(row: NonNullable<Awaited<ReturnType<typeof store.findVisitor>>>): Visitor {
  const { id, channel_account_id: accountId, customer_id: customerId, name, email, language } = row;
  return { id, accountId, customerId, name, email, language };
}
