import type {
  requestVisitorCallBack,
  BodyOf,
  CallBack,
  callBackNow,
  Language,
  ResponseOf,
  Ticket,
  VisitorCallBack,
} from '@trunkline/contract';
import type { Viewer, Visitor } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Auth } from '#modules/auth';
import type { Conversations, Sender } from '#modules/conversations';
import type { Settings } from '#modules/settings';
import { byUser, type Author, type Tickets } from '#modules/tickets';
import { createCallBackChanges } from './call-back-changes.ts';
import { createCallBackDialling, type CallBackDialling } from './call-back-dialling-service.ts';
import { createCallBackLocks } from './call-back-locks.ts';
import { createPhoneCallBacks } from './phone-call-backs.ts';
import { createCallBackRinging } from './call-back-ringing-service.ts';
import { callBackTimeProblem } from './call-back-state.ts';
import * as store from './call-back-store.ts';
import type { CallBackRow } from './call-back-store.ts';
import type { CallBackVisitor, CallBacks } from './call-backs.ts';
import type { CallLifecycle } from '../lifecycle/call-lifecycle.ts';
import type { CallRow } from '../lifecycle/call-store.ts';
import type { CarrierOf } from '../lifecycle/carrier.ts';

type Deps = Platform & {
  calls: CallLifecycle;
  carrier: CarrierOf;
  settings: Settings;
  auth: Auth;
  tickets: Tickets;
  conversations: Conversations;
  agents: Pick<Agents, 'onLeaving'>;
};
type CallBackRequest = BodyOf<typeof requestVisitorCallBack>;

/** A call-back by telephone has no room to join: the agent's own phone rings. */
const BY_TELEPHONE = { data: null, link: '', was_sent: true };
/** Max. number of tickets of a leaving user whose call-backs are counted. */
const TICKETS_COUNTED = 10_000;
const SUBJECTS: Record<Language, (name: string) => string> = {
  en: (name) => `Call back ${name}`,
  id: (name) => `Telepon balik ${name}`,
};
const CAN_BE_CALLED: readonly string[] = ['waiting', 'ringing', 'missed'];

/** Call-backs that customers asked for after nobody answered: what they and the agents can do with them. */
export function createCallBacks(deps: Deps): CallBacks & Pick<CallBackDialling, 'registerDials'> {
  const { db, clock, calls, carrier, auth, settings, tickets } = deps;
  const changes = createCallBackChanges(deps);
  const locks = createCallBackLocks(deps);
  const ringing = createCallBackRinging({ ...deps, changes, locks });
  const dialling = createCallBackDialling({ ...deps, changes, locks, ringing });
  const promises = createPhoneCallBacks({
    ...deps,
    changes,
    locks,
    ringing,
    accountFor: dialling.accountFor,
  });
  deps.agents.onLeaving({
    count: async (q, userId) => ({
      call_backs: await store.countUnfinished(q, await tickets.openIdsOf(q, userId, TICKETS_COUNTED)),
    }),
  });
  const { change } = changes;
  const { lock } = locks;

  const authorOf = (visitor: Visitor): Author => ({
    type: 'customer',
    id: visitor.customerId,
    name: visitor.name,
  });

  async function openTicket(tx: Tx, sender: Sender, { kind, name }: CallBackRequest): Promise<Ticket> {
    const { default_language: language } = await settings.config();
    return tickets.open(tx, {
      subject: SUBJECTS[language](name),
      department_id: sender.account.department_id,
      media_id: await calls.mediaOf(kind),
      customer_id: sender.customerId,
    });
  }

  function requestOf({ client_key, kind, at, phone = '', email = '' }: CallBackRequest) {
    return { client_key, kind, phone, email, due_at: at === null ? clock.now() : new Date(at) };
  }

  async function ask(
    tx: Tx,
    visitor: Visitor,
    { body, sender, ticket }: CallBackVisitor & { body: CallBackRequest },
  ): Promise<void> {
    const latest = await store.findLatest(tx.q, visitor.id);
    if (latest?.client_key === body.client_key) return;
    const open = await store.findOpen(tx.q, visitor.id);
    if (open) return move(tx, open.id, body, sender);
    const own = ticket ?? (await openTicket(tx, sender, body));
    const row = await store.insertCallBack(
      tx.q,
      {
        ...requestOf(body),
        ticket_id: own.id,
        visitor_id: visitor.id,
        channel_account_id: sender.account.id,
      },
      clock.now(),
    );
    await noteWish(tx, row, sender);
    await changes.emitCallBack(tx, row);
  }

  /** A customer has one open call-back at most: asking again moves it to the new time. */
  async function move(tx: Tx, id: number, body: CallBackRequest, sender: Sender): Promise<void> {
    const { row } = await lock(tx, id);
    // It rings already: it cannot come sooner, and they can ask again afterwards.
    if (row.state !== 'waiting') return;
    const wish = requestOf(body);
    const after = await change(tx, row, { ...wish, next_at: wish.due_at, attempts: 0, reason: null });
    await noteWish(tx, after, sender);
  }

  async function noteWish(tx: Tx, row: CallBackRow, sender: Sender): Promise<void> {
    await tickets.timeline.appendEvent(tx, row.ticket_id, {
      event: { type: 'call_back_asked', call_back_id: row.id, due_at: row.due_at },
      author: { type: 'customer', id: sender.customerId, name: sender.name },
    });
    await ringing.wakeAt(tx, row.id, new Date(row.due_at));
  }

  async function current(visitor: Visitor): Promise<VisitorCallBack | null> {
    const row = await store.findLatest(db.q, visitor.id);
    if (!row) return null;
    const call = row.call_id === null ? undefined : await calls.find(db.q, { id: row.call_id });
    const agentName = row.user_id === null ? null : (await auth.user(row.user_id)).fullname;
    return store.toVisitorCallBack(row, { room: call?.room_name ?? null, agentName });
  }

  const toView = (row: CallBackRow, ticket: Ticket): CallBack => store.toCallBack(row, ticket.customer_name);

  return {
    ...promises,
    registerDials: dialling.registerDials,
    look: ringing.ringDue,
    current,

    async ask(visitor, body, stopWaiting) {
      const problem = callBackTimeProblem(body.at, clock.now());
      if (problem) throw new AppError('invalid', [{ path: 'at', message: problem }]);
      await db.transaction(async (tx) => ask(tx, visitor, { body, ...(await stopWaiting(tx)) }));
      const asked = await current(visitor);
      if (!asked) throw new Error('a call-back that was just asked for is not there');
      return asked;
    },

    async cancel(visitor: Visitor): Promise<VisitorCallBack | null> {
      const open = await store.findOpen(db.q, visitor.id);
      if (open)
        await db.transaction(async (tx) => {
          const locked = await lock(tx, open.id);
          const { row, call } = locked;
          if (row.state === 'calling' && call) await calls.end(tx, call, 'declined', authorOf(visitor));
          else if (row.ended_at === null) await changes.cancel(tx, locked, authorOf(visitor));
        });
      return current(visitor);
    },

    async answer(tx, visitor, { call, accept }) {
      const row = await locks.lockOfCall(tx, call.id);
      if (!row) throw new AppError('not_found');
      if (call.state !== 'connected' || row.state !== 'calling') return;
      if (accept) await changes.settle(tx, row);
      else await calls.end(tx, call, 'declined', authorOf(visitor));
    },

    async isCalling(call) {
      if (call.direction === 'inbound' || call.state !== 'connected') return false;
      return (await store.findCallBack(db.q, { call_id: call.id }))?.state === 'calling';
    },

    async ofTicket(viewer: Viewer, ticketId: number): Promise<CallBack[]> {
      const ticket = await tickets.get(viewer, ticketId);
      return (await store.listOfTicket(db.q, ticketId)).map((row) => toView(row, ticket));
    },

    cancelFor: (viewer: Viewer, id: number): Promise<CallBack> =>
      db.transaction(async (tx) => {
        const locked = await lock(tx, id, viewer);
        return toView(await changes.cancel(tx, locked, byUser(viewer)), locked.ticket);
      }),

    callNow: (viewer: Viewer, id: number): Promise<ResponseOf<typeof callBackNow>> =>
      db.transaction(async (tx) => {
        const { row, call, ticket } = await lock(tx, id, viewer);
        const isMine = row.state === 'calling' && row.user_id === viewer.id;
        if (isMine && row.is_telephone) return BY_TELEPHONE;
        if (isMine && call) {
          const link = carrier().linkFor(call, ticket.customer_name);
          return { data: await calls.joinCredentialsOf(tx.q, call, viewer), link, was_sent: true };
        }
        await demandFree(tx, row);
        const waiting = row.state === 'ringing' && call ? await withdraw(tx, row, call, viewer) : row;
        if (row.is_telephone) {
          await dialling.dial(tx, waiting, viewer);
          return BY_TELEPHONE;
        }
        const begun = await calls.begin(tx, viewer, {
          ticket,
          kind: row.kind,
          room: calls.newRoomName(),
          clientKey: `call-back-${row.id}-${row.attempts + 1}`,
          accountId: row.channel_account_id,
          visitorId: row.visitor_id,
        });
        if (ticket.assignee_id === null) {
          await tickets.change(tx, ticket, { assignee_id: viewer.id }, byUser(viewer));
        }
        const { link, wasSent } = await ringing.callCustomer(tx, waiting, begun, viewer);
        return { data: await calls.joinCredentialsOf(tx.q, begun, viewer), link, was_sent: wasSent };
      }),
  };

  /** Stops the ringing at others. The call-back goes back to waiting first, or ending the call would count as missed. */
  async function withdraw(tx: Tx, row: CallBackRow, call: CallRow, viewer: Viewer): Promise<CallBackRow> {
    const after = await store.updateCallBack(tx.q, row.id, { state: 'waiting', call_id: null });
    await calls.end(tx, call, 'hung_up', byUser(viewer));
    return after;
  }

  async function demandFree(tx: Tx, row: CallBackRow): Promise<void> {
    const other = row.visitor_id === null ? undefined : await store.findOpen(tx.q, row.visitor_id);
    if (CAN_BE_CALLED.includes(row.state) && (!other || other.id === row.id)) return;
    throw new AppError('conflict', { reason: 'call_back_over' });
  }
}
