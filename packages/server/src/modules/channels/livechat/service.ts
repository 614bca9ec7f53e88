import {
  LIMITS,
  type BodyOf,
  type createVisitor,
  type getChat,
  type FileRef,
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
import type { Upload } from '#platform/http';
import type { Platform } from '#platform/platform';
import { hashToken } from '#platform/secrets';
import { isAllowedSite } from '#platform/http/sites';
import type { Auth } from '#modules/auth';
import type { Conversations, ConversationRow, SenderOrigin, Sender } from '#modules/conversations';
import { mergeParticipantOf, type Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import { createLivechatMail } from './mail.ts';
import * as store from './store.ts';
import { visitorChatOf, createVisitorView, type VisitorView } from './visitor-view.ts';
import { registerVisitorErasure } from './erasing.ts';
import { registerVisitExport } from './customer-export.ts';

type OpenWidget = { account: { id: number; department_id: number }; widget: WidgetSettings };

/**
 * Live chat for visitors of a customer's site. @throws AppError `not_found` for an unknown or inactive widget; `site_not_allowed`
 * for a page of another site; `conflict` for writing without a chat
 */
export type Livechat = {
  view: VisitorView;
  /** The widget's appearance, and whether an agent is online. */
  widget(key: string, origin: string | undefined): Promise<ResponseOf<typeof getWidget>>;
  widgetOf(key: string, origin: string | undefined): Promise<OpenWidget>;
  /** Creates a visitor, and the token that identifies them. */
  createVisitor(
    key: string,
    body: BodyOf<typeof createVisitor>,
    origin: string | undefined,
  ): Promise<{ token: string }>;
  /** Returns the visitor of the token; throws `not_signed_in` for an invalid one. */
  visitor(token: string): Promise<Visitor>;
  /** The visitor as stored now, since they may just have filled in the pre-chat form. */
  fresh(visitor: Visitor): Promise<Visitor>;
  /**
   * The visitor as a sender, for starting something else for them, such as a call; locks the visitor. `typed`: what they have
   * just filled in.
   */
  senderOf(tx: Tx, visitor: Visitor, typed: Typed | null): Promise<Sender>;

  chat(visitor: Visitor): Promise<VisitorChat>;
  /** Their open conversation, or the one that ended last. */
  latest(visitor: Visitor): Promise<ConversationRow | undefined>;
  /** The chat with a page of its messages, the newest or those before an id. */
  state(visitor: Visitor, before?: number): Promise<ResponseOf<typeof getChat>>;
  /** Starts a chat, or continues the open one; a client key that was used before sends nothing. */
  start(visitor: Visitor, body: BodyOf<typeof startChat>): Promise<ResponseOf<typeof getChat>>;
  send(visitor: Visitor, body: BodyOf<typeof sendVisitorMessage>): Promise<VisitorMessage>;
  /**
   * Stores a file for a message. Refused without a chat, and for visitors with many files that no message uses
   * (`too_many_requests`).
   */
  storeFile(visitor: Visitor, upload: () => Promise<Upload>): Promise<FileRef>;
  /** Stores a message from a visitor who found nobody online. */
  leave(visitor: Visitor, body: BodyOf<typeof leaveMessage>): Promise<void>;
  end(visitor: Visitor): Promise<void>;
  /** Notes that the visitor has received or read our messages up to this one. */
  advance(visitor: Visitor, messageId: number, to: 'delivered' | 'read'): Promise<void>;
  mailTranscript(visitor: Visitor, email: string): Promise<void>;
};

type Typed = { name: string; email?: string; phone?: string; page: string };
type Deps = Platform & {
  settings: Settings;
  auth: Auth;
  customers: Customers;
  tickets: Tickets;
  conversations: Conversations;
};

const PAGE = 50;
/** Visitors who have never started a chat are deleted after this time. */
const UNUSED_AFTER_MS = 24 * 3_600_000;

/** Live chat for visitors of a customer's site: the adapter between the widget and the desk. */
export function createLivechat(deps: Deps): Livechat {
  const { db, clock, jobs, notices, secrets, settings, auth, customers, tickets, conversations } = deps;
  const view = createVisitorView(secrets);
  customers.merging.registerOwned({
    ...mergeParticipantOf('livechat_visitors'),
    lock: store.lockVisitorsOfCustomers,
  });
  registerVisitorErasure(customers);
  registerVisitExport(customers);
  const mail = createLivechatMail({ db, clock, settings, tickets, view });

  conversations.register({
    mediaIds: [Media.liveChat],
    async deliver(tx, conversation, message) {
      const visitorId = Number(conversation.address);
      // The widget fetches the chat again whenever it connects, so a lost notice loses nothing.
      tx.afterCommit(() =>
        notices.send('visitor-message', {
          visitor_id: visitorId,
          message_id: message.id,
          ticket_id: message.ticket_id,
        }),
      );
      // Automatic messages are not e-mailed: visitors read them on their next visit.
      if (conversation.status === 'ended' && message.author.type === 'user')
        await mail.answer(tx, visitorId, message);
    },
    mailedTo: (q, { address }) => mail.addressOf(q, Number(address)),
    changed: (tx, conversation) => {
      tx.afterCommit(() => {
        notices.send('visitor-chat', { visitor_id: Number(conversation.address) });
        notices.send('visitor-queue', { department_id: conversation.department_id });
      });
    },
  });

  async function widgetOf(key: string, origin: string | undefined) {
    const account = await settings.findAccount(db.q, { key });
    if (!account?.is_active || account.media_id !== Media.liveChat) throw new AppError('not_found');
    const widget = account.settings as WidgetSettings;
    if (origin && !isAllowedSite(origin, widget.allowed_sites)) throw new AppError('site_not_allowed');
    return { account, widget };
  }

  async function latest(visitor: Visitor): Promise<ConversationRow | undefined> {
    return (await conversations.ofAddress(visitor.accountId, String(visitor.id)))[0];
  }

  async function chat(visitor: Visitor): Promise<VisitorChat> {
    const conversation = await latest(visitor);
    const agentName = conversation?.agent_id ? (await auth.user(conversation.agent_id)).fullname : null;
    const wait = await conversations.waitOf(conversation);
    const goesOn = conversation !== undefined && (await conversations.canBeReopened(conversation));
    return visitorChatOf(
      conversation,
      { name: visitor.name, email: visitor.email },
      { agentName, goesOn, ...wait },
    );
  }

  /** The visitor's messages, and those to them. Conversations are looked up by the visitor, never by an id in the request. */
  async function messagesOf(
    visitor: Visitor,
    before: number | undefined,
    limit: number,
  ): Promise<VisitorMessage[]> {
    const own = await conversations.ofAddress(visitor.accountId, String(visitor.id));
    const pages = await Promise.all(
      [...new Set(own.map((row) => row.ticket_id))].slice(0, 20).map((ticketId) =>
        tickets.timeline.listMessages({
          ticketId,
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

  /** The addresses for answers and for transcripts; an address that is given during a chat does not get its transcript. */
  async function emailsOf(visitor: Visitor, email: string) {
    const { status = 'ended' } = (await latest(visitor)) ?? {};
    return status === 'ended' ? { email, transcript_email: email } : { email };
  }

  const originOf = (visitor: Visitor, typed: Pick<Typed, 'email' | 'phone'> | null): SenderOrigin => ({
    email: typed?.email ?? visitor.email,
    phone: typed?.phone,
    contact: { accountId: visitor.accountId, address: String(visitor.id) },
  });

  /** Stores what a visitor sends. What a blocked one wrote is kept in a transaction of its own before they are refused. */
  async function ingest<T>(
    visitor: Visitor,
    { typed, body, clientKey }: { typed: Typed | null; body: string; clientKey: string },
    store: (tx: Tx, sender: Sender) => Promise<T>,
  ): Promise<T> {
    try {
      return await db.transaction(async (tx) => store(tx, await senderOf(tx, visitor, typed)));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'forbidden') throw error;
      const what = { mediaId: Media.liveChat, body, key: `chat:${visitor.id}:${clientKey}` };
      await db.transaction((tx) => conversations.blocking.refuse(tx, originOf(visitor, typed), what));
      throw error;
    }
  }

  async function senderOf(tx: Tx, visitor: Visitor, typed: Typed | null): Promise<Sender> {
    const [account, row, isBlocked] = await Promise.all([
      settings.findAccount(tx.q, { id: visitor.accountId }),
      store.lockVisitor(tx.q, visitor.id),
      conversations.blocking.isBlocked(tx.q, originOf(visitor, typed)),
    ]);
    if (isBlocked) throw new AppError('forbidden');
    if (!typed && row.customer_id === null) throw new AppError('conflict', { reason: 'chat_missing' });
    const name = typed?.name ?? row.name;
    const customerId =
      row.customer_id ?? (await customers.introduce(tx, { ...typed, name, language: row.language }));
    if (typed)
      await store.updateVisitor(tx.q, visitor.id, {
        customer_id: customerId,
        name,
        page: typed.page,
        ...(await emailsOf(visitor, typed.email ?? row.email)),
      });
    return {
      account: found(account),
      address: String(visitor.id),
      customerId,
      name,
      place: typed?.page ?? row.page,
    };
  }

  jobs.define('livechat:remove-unused-visitors', () =>
    store.removeUnusedVisitors(db.q, new Date(clock.now().getTime() - UNUSED_AFTER_MS)),
  );
  jobs.schedule('livechat:remove-unused-visitors', '23 * * * *');

  return {
    view,
    chat,

    async storeFile(visitor, upload) {
      const conversation = await latest(visitor);
      if (
        !conversation ||
        (conversation.status === 'ended' && !(await conversations.canBeReopened(conversation)))
      )
        throw new AppError('conflict', { reason: 'chat_missing' });
      if ((await tickets.files.countUnused({ visitorId: visitor.id })) >= LIMITS.filesPerMessage)
        throw new AppError('too_many_requests');
      return view.fileOf(
        await tickets.files.store(await upload(), { visitorId: visitor.id }, LIMITS.visitorFileBytes),
      );
    },

    state,
    latest,
    senderOf,
    widgetOf,

    async widget(key, origin) {
      const { account, widget } = await widgetOf(key, origin);
      const { allowed_sites: _, ...look } = widget;
      const { organisation, logo } = await settings.config();
      return {
        data: {
          ...look,
          organisation,
          logo,
          is_online: await conversations.isStaffed(account.department_id),
          can_mail: await settings.mail.isConfigured(),
          max_file_bytes: LIMITS.visitorFileBytes,
        },
      };
    },

    async createVisitor(key, { language, page }, origin) {
      const { account } = await widgetOf(key, origin);
      const token = secrets.issueToken();
      await store.insertVisitor(
        db.q,
        { channel_account_id: account.id, token_hash: hashToken(token), language, page },
        clock.now(),
      );
      return { token };
    },

    async visitor(token) {
      const row = await store.findActiveVisitor(db.q, hashToken(token));
      if (!row) throw new AppError('not_signed_in');
      return toVisitor(row);
    },

    fresh: async ({ id }) => toVisitor(found(await store.findVisitor(db.q, id))),

    async start(visitor, { client_key: clientKey, question, ...typed }) {
      await ingest(visitor, { typed, body: question, clientKey }, (tx, sender) =>
        conversations.begin(tx, sender, { body: question, clientKey }),
      );
      return state({ ...visitor, name: typed.name, email: typed.email ?? visitor.email });
    },

    async send(visitor, { client_key: clientKey, body, file_ids: ids }) {
      const message = await ingest(visitor, { typed: null, body, clientKey }, (tx, sender) => {
        const files = { ids, uploader: { visitorId: visitor.id } };
        return conversations.receive(tx, sender, { body, clientKey, files });
      });
      // Tells the visitor's other tabs.
      const notice = { visitor_id: visitor.id, message_id: message.id, ticket_id: message.ticket_id };
      notices.send('visitor-message', notice);
      return found(view.messageOf(message));
    },

    async leave(visitor, { client_key: clientKey, body, ...typed }) {
      await ingest(visitor, { typed, body, clientKey }, (tx, sender) =>
        conversations.leaveMessage(tx, sender, { body, clientKey }),
      );
    },

    end: (visitor) =>
      db.transaction(async (tx) => {
        const conversation = await latest(visitor);
        if (conversation)
          await conversations.end(tx, conversation, {
            type: 'customer',
            id: visitor.customerId,
            name: visitor.name,
          });
      }),

    advance: (visitor, messageId, to) =>
      db.transaction(async (tx) => {
        const conversation = await latest(visitor);
        if (!conversation) return;
        const ticketId = conversation.ticket_id;
        const own = await conversations.ofAddress(visitor.accountId, String(visitor.id));
        const ids = await tickets.timeline.advanceStates(tx, ticketId, {
          // On the same ticket there may be others' conversations, and mails.
          conversations: own.map((row) => row.id),
          upTo: messageId,
          kind: 'outbound',
          state: to,
        });
        for (const id of ids)
          tx.emit('message-state', { ticket_id: ticketId, message_id: id, state: to, failure: null }, [
            `ticket:${ticketId}`,
          ]);
      }),

    mailTranscript: async (visitor, email) => mail.transcript(visitor, await latest(visitor), email),
  };
}

function toVisitor(row: NonNullable<Awaited<ReturnType<typeof store.findVisitor>>>): Visitor {
  const { id, name, email, language } = row;
  return { id, accountId: row.channel_account_id, customerId: row.customer_id, name, email, language };
}
