import type {
  answerCallBack,
  requestVisitorCallBack,
  BodyOf,
  CallKind,
  endVisitorCall,
  Language,
  leaveCallMessage,
  rateVisitorCall,
  startVisitorCall,
  Ticket,
  VisitorCall,
  VisitorCallBack,
} from '@trunkline/contract';
import type { Visitor } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { CallRow, Calls } from '#modules/calls';
import type { Conversations, Sender } from '#modules/conversations';
import type { Auth } from '#modules/auth';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import type { EngineEvents } from '../media/engine-events.ts';
import type { RoomHost } from '../platforms/room-host.ts';
import type { RoomTokens } from './tokens.ts';

type Typed = { name: string; email?: string; phone?: string; page: string };
/** For a customer who asks for a call-back or leaves a message instead of waiting for an agent. */
type CallRequest = Typed & { room_name?: string };
type Deps = Pick<Platform, 'db' | 'clock'> & {
  calls: Calls;
  tokens: RoomTokens;
  roomUrl: (room: string) => string;
  newLine: RoomHost['newLine'];
  /** Told that the customer's page has asked for the call's state, for platforms that do not report who joins and leaves. */
  customerPolled: EngineEvents['customerPolled'];
  auth: Auth;
  tickets: Tickets;
  conversations: Conversations;
  senderOf: FindVisitorSender;
  settings: Pick<Settings, 'config'>;
};

/** The customer that this visitor is. Locks the visitor. */
export type FindVisitorSender = (tx: Tx, visitor: Visitor, typed: Typed) => Promise<Sender>;

/**
 * Calls from the widget on a customer's site. Whatever takes a room name throws AppError `not_found` for one that is not this
 * visitor's.
 */
export type VisitorCalls = {
  /** Their latest call; null when they have never called. */
  current(visitor: Visitor): Promise<VisitorCall | null>;
  /** The same key returns the same call. @throws AppError `conflict` where they are in one already */
  start(visitor: Visitor, body: BodyOf<typeof startVisitorCall>): Promise<VisitorCall>;
  end(visitor: Visitor, body: BodyOf<typeof endVisitorCall>): Promise<VisitorCall | null>;
  rate(visitor: Visitor, body: BodyOf<typeof rateVisitorCall>): Promise<void>;
  /** Asks for a call-back instead of waiting. @throws AppError `conflict` where an agent has answered meanwhile */
  askCallBack(visitor: Visitor, body: BodyOf<typeof requestVisitorCallBack>): Promise<VisitorCallBack>;
  /** The customer accepts or declines when the widget rings for a call-back. */
  answerCallBack(visitor: Visitor, body: BodyOf<typeof answerCallBack>): Promise<VisitorCall>;
  /** Leaves a message instead of calling: on the call's ticket, or on one of its own. */
  leaveMessage(visitor: Visitor, body: BodyOf<typeof leaveCallMessage>): Promise<void>;
  /** The call of a conversation, so that its customer's widget can be told. */
  callOf(conversationId: number): Promise<CallRow | undefined>;
};

/** Calls from the widget on a customer's site. */
export function createVisitorCalls(deps: Deps): VisitorCalls {
  const { db, clock, calls, tokens, roomUrl, auth, conversations, settings, tickets, senderOf } = deps;

  async function view(visitor: Visitor, call: CallRow): Promise<VisitorCall> {
    const place = { room: call.room_name, identity: `visitor-${visitor.id}`, name: visitor.name };
    const credentials = { ...place, userId: null, isOwner: false, kind: call.kind };
    const isTaken = call.state === 'connected' && call.user_id !== null;
    return {
      room_name: call.room_name,
      kind: call.kind,
      ...(await calls.waitOf(call)),
      agent_name: isTaken ? (await auth.user(call.user_id ?? 0)).fullname : null,
      end_reason: call.end_reason,
      rating: call.rating,
      is_recorded: (await calls.recordings.policyOf(call)) !== 'never',
      rings: await calls.callBacks.isCalling(call),
      platform: call.platform,
      url: roomUrl(call.room_name),
      token: call.state === 'ended' ? null : tokens.write(credentials, clock.now()),
    };
  }

  async function begin(
    tx: Tx,
    visitor: Visitor,
    body: BodyOf<typeof startVisitorCall>,
    room: string,
  ): Promise<void> {
    const { client_key: clientKey, kind, ...typed } = body;
    const sender = await senderOf(tx, visitor, typed);
    // The visitor is locked now, so the same request sent twice is found here.
    if (await calls.findOfVisitor(tx.q, visitor.id, clientKey)) return;
    const last = await calls.findOfVisitor(tx.q, visitor.id);
    if (last && last.state !== 'ended') throw new AppError('conflict', { reason: 'in_call_already' });
    const { default_language: language } = await settings.config();
    const { conversation, ticket } = await conversations.begin(
      tx,
      {
        ...sender,
        account: { ...sender.account, media_id: await calls.mediaOf(kind) },
        address: room,
        subject: SUBJECTS[language][kind](sender.name),
        isQuiet: true,
      },
      null,
    );
    const call = await calls.open(tx, {
      kind,
      direction: 'inbound',
      state: 'queue',
      room_name: room,
      conversation_id: conversation.id,
      ticket_id: ticket.id,
      customer_id: ticket.customer_id,
      user_id: null,
      visitor_id: visitor.id,
      client_key: clientKey,
    });
    await tickets.timeline.appendEvent(tx, ticket.id, {
      event: { type: 'call_started', call_id: call.id, kind },
      author: { type: 'customer', id: sender.customerId, name: sender.name },
    });
  }

  async function current(visitor: Visitor): Promise<VisitorCall | null> {
    const call = await calls.findOfVisitor(db.q, visitor.id);
    if (call) await deps.customerPolled(call);
    return call ? view(visitor, call) : null;
  }

  async function ownCall(tx: Tx, visitor: Visitor, room: string): Promise<CallRow> {
    const call = await calls.lock(tx, { room_name: room });
    if (call?.visitor_id !== visitor.id) throw new AppError('not_found');
    return call;
  }

  /**
   * Ends the call of a visitor who does something else instead of waiting. Returns who they are, and the ticket of the call
   * while it is open. Locks the visitor.
   */
  async function stopWaiting(
    tx: Tx,
    visitor: Visitor,
    { name, email, phone, page, room_name: room }: CallRequest,
    reason: 'message' | 'call_back',
  ): Promise<{ sender: Sender; ticket: Ticket | undefined }> {
    const typed = { name, page, ...(email && { email }), ...(phone && { phone }) };
    const sender = await senderOf(tx, visitor, typed);
    if (room === undefined) return { sender, ticket: undefined };
    const call = await ownCall(tx, visitor, room);
    if (call.state === 'connected') throw new AppError('conflict', { reason: 'call_answered' });
    await calls.end(tx, call, reason, { type: 'customer', id: sender.customerId, name: sender.name });
    const ticket = await tickets.read(tx.q, call.ticket_id);
    const isDone = ticket?.status === 'solved' || ticket?.status === 'closed';
    return { sender, ticket: isDone ? undefined : ticket };
  }

  return {
    current,

    askCallBack: (visitor, body) =>
      calls.callBacks.ask(visitor, body, (tx) => stopWaiting(tx, visitor, body, 'call_back')),

    async answerCallBack(visitor, { room_name: room, accept }) {
      await db.transaction(async (tx) => {
        const call = await ownCall(tx, visitor, room);
        await calls.callBacks.answer(tx, visitor, { call, accept });
      });
      return view(visitor, found(await calls.find(db.q, { room_name: room })));
    },

    leaveMessage: (visitor, body) =>
      db.transaction(async (tx) => {
        const { sender, ticket } = await stopWaiting(tx, visitor, body, 'message');
        const incoming = { body: body.body, clientKey: body.client_key };
        await conversations.leaveMessage(tx, { ...sender, isQuiet: true }, incoming, ticket);
      }),

    async start(visitor, body) {
      const room = await deps.newLine(`visitor-${visitor.id}`);
      await db.transaction((tx) => begin(tx, visitor, body, room));
      const call = await calls.findOfVisitor(db.q, visitor.id);
      if (!call) throw new Error('a call that was just opened is not there');
      return view({ ...visitor, name: body.name }, call);
    },

    async end(visitor, { room_name: room }) {
      await db.transaction(async (tx) => {
        const call = await ownCall(tx, visitor, room);
        const author = { type: 'customer', id: visitor.customerId, name: visitor.name } as const;
        await calls.end(tx, call, call.answered_at === null ? 'abandoned' : 'hung_up', author);
      });
      return current(visitor);
    },

    async rate(visitor, { room_name: room, ...rating }) {
      await db.transaction(async (tx) => {
        const call = await ownCall(tx, visitor, room);
        await calls.rate(tx, call, rating, {
          type: 'customer',
          id: visitor.customerId,
          name: visitor.name,
        });
      });
    },

    callOf: (conversationId) => calls.find(db.q, { conversation_id: conversationId }),
  };
}

const SUBJECTS: Record<Language, Record<CallKind, (name: string) => string>> = {
  en: { voice: (name) => `Call from ${name}`, video: (name) => `Video call from ${name}` },
  id: { voice: (name) => `Panggilan dari ${name}`, video: (name) => `Panggilan video dari ${name}` },
};
