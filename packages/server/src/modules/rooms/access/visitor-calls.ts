import type {
  BodyOf,
  CallKind,
  endVisitorCall,
  leaveCallMessage,
  rateVisitorCall,
  startVisitorCall,
  Ticket,
  VisitorCall,
} from '@trunkline/contract';
import type { Visitor } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Conversations, Sender } from '#modules/conversations';
import type { Auth } from '#modules/auth';
import type { Tickets } from '#modules/tickets';
import { findCallBack } from '../call-backs/call-back-store.ts';
import type { Rooms } from '../service.ts';
import * as store from '../lifecycle/call-store.ts';
import type { CallRow } from '../lifecycle/call-store.ts';

type Typed = { name: string; email?: string; phone?: string; page: string };
/** What both ways out of the queue have in common. */
type Instead = Typed & { room_name?: string };
type Deps = Pick<Platform, 'db' | 'clock'> & {
  rooms: Rooms;
  auth: Auth;
  tickets: Tickets;
  conversations: Conversations;
  /** Who this visitor is as a customer; live chat knows it. Locks the visitor. */
  senderOf: (tx: Tx, visitor: Visitor, typed: Typed) => Promise<Sender>;
};

export type VisitorCalls = ReturnType<typeof createVisitorCalls>;

/** Calls from the widget on a customer's site. */
export function createVisitorCalls({ db, clock, rooms, auth, conversations, tickets, senderOf }: Deps) {
  /** A call-back rings at its customer from the pick-up until they come or say no. */
  async function rings(call: CallRow): Promise<boolean> {
    if (call.direction === 'inbound' || call.state !== 'connected') return false;
    return (await findCallBack(db.q, { call_id: call.id }))?.state === 'calling';
  }

  async function view(visitor: Visitor, call: CallRow): Promise<VisitorCall> {
    const place = { room: call.room_name, identity: `visitor-${visitor.id}`, name: visitor.name };
    const seat = { ...place, userId: null, isOwner: false, kind: call.kind };
    const isTaken = call.state === 'connected' && call.user_id !== null;
    return {
      room_name: call.room_name,
      kind: call.kind,
      ...(await rooms.waitOf(call)),
      agent_name: isTaken ? (await auth.user(call.user_id ?? 0)).fullname : null,
      end_reason: call.end_reason,
      rating: call.rating,
      is_recorded: (await rooms.recordingPolicyOf(call)) !== 'never',
      rings: await rings(call),
      platform: call.platform,
      url: rooms.roomUrl(call.room_name),
      token: call.state === 'ended' ? null : rooms.tokens.write(seat, clock.now()),
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
    // The lock on the visitor is held now: the same call sent twice is seen here.
    if (await store.findOfVisitor(tx.q, visitor.id, clientKey)) return;
    const last = await store.findOfVisitor(tx.q, visitor.id);
    if (last && last.state !== 'ended')
      throw new AppError('conflict', { message: 'You are in a call already' });
    const { conversation, ticket } = await conversations.begin(
      tx,
      {
        ...sender,
        account: { ...sender.account, media_id: rooms.mediaOf(kind) },
        address: room,
        subject: subjectOf(kind, sender.name),
        isQuiet: true,
      },
      null,
    );
    const call = await rooms.open(tx, {
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
    await tickets.appendEvent(tx, ticket.id, {
      event: { type: 'call_started', call_id: call.id, kind },
      author: { type: 'customer', id: sender.customerId, name: sender.name },
    });
  }

  async function current(visitor: Visitor): Promise<VisitorCall | null> {
    const call = await store.findOfVisitor(db.q, visitor.id);
    if (call) await rooms.seen(call);
    return call ? view(visitor, call) : null;
  }

  async function ownCall(tx: Tx, visitor: Visitor, room: string): Promise<CallRow> {
    const call = await rooms.lock(tx, { room_name: room });
    if (call?.visitor_id !== visitor.id) throw new AppError('not_found');
    return call;
  }

  /**
   * Who waited does something else instead: their call ends. Gives who they are, and the ticket of the call while it is
   * open. Locks the visitor.
   */
  async function stopWaiting(
    tx: Tx,
    visitor: Visitor,
    { name, email, phone, page, room_name: room }: Instead,
    reason: 'message' | 'call_back',
  ): Promise<{ sender: Sender; ticket: Ticket | undefined }> {
    const typed = { name, page, ...(email && { email }), ...(phone && { phone }) };
    const sender = await senderOf(tx, visitor, typed);
    if (room === undefined) return { sender, ticket: undefined };
    const call = await ownCall(tx, visitor, room);
    if (call.state === 'connected') throw new AppError('conflict', { message: 'Somebody has picked up' });
    await rooms.end(tx, call, reason, { type: 'customer', id: sender.customerId, name: sender.name });
    const ticket = await tickets.read(tx.q, call.ticket_id);
    const isDone = ticket?.status === 'solved' || ticket?.status === 'closed';
    return { sender, ticket: isDone ? undefined : ticket };
  }

  return {
    current,
    ownCall,
    stopWaiting,

    async get(visitor: Visitor, room: string): Promise<VisitorCall> {
      return view(visitor, found(await store.findCall(db.q, { room_name: room })));
    },

    /** A message instead of the call: it waits on the call's ticket, or on one of its own. */
    leaveMessage: (visitor: Visitor, body: BodyOf<typeof leaveCallMessage>): Promise<void> =>
      db.transaction(async (tx) => {
        const { sender, ticket } = await stopWaiting(tx, visitor, body, 'message');
        const incoming = { body: body.body, clientKey: body.client_key };
        await conversations.leave(tx, { ...sender, isQuiet: true }, incoming, ticket);
      }),

    async start(visitor: Visitor, body: BodyOf<typeof startVisitorCall>): Promise<VisitorCall> {
      const room = await rooms.newLine(`visitor-${visitor.id}`);
      await db.transaction((tx) => begin(tx, visitor, body, room));
      const call = await store.findOfVisitor(db.q, visitor.id);
      if (!call) throw new Error('a call that was just opened is not there');
      return view({ ...visitor, name: body.name }, call);
    },

    async end(
      visitor: Visitor,
      { room_name: room }: BodyOf<typeof endVisitorCall>,
    ): Promise<VisitorCall | null> {
      await db.transaction(async (tx) => {
        const call = await ownCall(tx, visitor, room);
        const author = { type: 'customer', id: visitor.customerId, name: visitor.name } as const;
        await rooms.end(tx, call, call.answered_at === null ? 'abandoned' : 'hung_up', author);
      });
      return current(visitor);
    },

    async rate(
      visitor: Visitor,
      { room_name: room, ...rating }: BodyOf<typeof rateVisitorCall>,
    ): Promise<void> {
      await db.transaction(async (tx) => {
        const call = await ownCall(tx, visitor, room);
        await rooms.rate(tx, call, rating, {
          type: 'customer',
          id: visitor.customerId,
          name: visitor.name,
        });
      });
    },

    /** Whose call a conversation is, so that their widget can be told. */
    callOf: (conversationId: number): Promise<CallRow | undefined> =>
      store.findCall(db.q, { conversation_id: conversationId }),
  };
}

function subjectOf(kind: CallKind, name: string): string {
  return kind === 'voice' ? `Call from ${name}` : `Video call from ${name}`;
}
