import {
  toDialableNumber,
  type BodyOf,
  type CallBack,
  type rescheduleCallBack,
  type scheduleCallBack,
  type Ticket,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { byUser, type Author, type Tickets } from '#modules/tickets';
import type { CallBackChanges } from './call-back-changes.ts';
import type { CallBackLocks } from './call-back-locks.ts';
import type { CallBackRinging } from './call-back-ringing-service.ts';
import { callBackTimeProblem } from './call-back-state.ts';
import * as store from './call-back-store.ts';
import type { CallBackRow } from './call-back-store.ts';
import type { PhoneCallBackRequest } from './call-backs.ts';
import type { PhoneDials } from './phone-dials.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  tickets: Tickets;
  accountFor: PhoneDials['accountFor'];
  changes: CallBackChanges;
  locks: CallBackLocks;
  ringing: Pick<CallBackRinging, 'wakeAt'>;
};
type NewCallBack = {
  ticket_id: number;
  channel_account_id: number;
  client_key: string;
  phone: string;
  due_at: Date;
};

/** Creates call-backs: shared by those that agents promise and those that callers ask for. */
function createAdding({
  clock,
  tickets,
  changes,
  ringing,
}: Pick<Deps, 'clock' | 'tickets' | 'changes' | 'ringing'>) {
  async function add(tx: Tx, wish: NewCallBack): Promise<CallBackRow> {
    const made = { ...wish, is_telephone: true, visitor_id: null, kind: 'voice', email: '' } as const;
    const row = await store.insertCallBack(tx.q, made, clock.now());
    await changes.emitCallBack(tx, row);
    await ringing.wakeAt(tx, row.id, wish.due_at);
    return row;
  }

  const note = (
    tx: Tx,
    row: CallBackRow,
    { type, author }: { type: 'call_back_asked' | 'call_back_promised'; author: Author },
  ): Promise<void> =>
    tickets.timeline.appendEvent(tx, row.ticket_id, {
      event: { type, call_back_id: row.id, due_at: row.due_at },
      author,
    });

  return { add, note };
}

/** Call-backs by telephone: promised by an agent, or asked for by a caller who waited in the queue too long. */
export function createPhoneCallBacks({ db, clock, tickets, accountFor, changes, locks, ringing }: Deps) {
  function demandTime(at: string | null): Date {
    const problem = callBackTimeProblem(at, clock.now());
    if (problem) throw new AppError('invalid', [{ path: 'at', message: problem }]);
    return at === null ? clock.now() : new Date(at);
  }

  const { add, note } = createAdding({ clock, tickets, changes, ringing });

  return {
    async promise(
      viewer: Viewer,
      ticketId: number,
      body: BodyOf<typeof scheduleCallBack>,
    ): Promise<CallBack> {
      const due_at = demandTime(body.at);
      return db.transaction(async (tx) => {
        const ticket = await tickets.lockVisible(tx, viewer, ticketId);
        const known = await store.findCallBackByKey(tx.q, ticket.id, body.client_key);
        if (known) return store.toCallBack(known, ticket.customer_name);
        const row = await add(tx, {
          ticket_id: ticket.id,
          client_key: body.client_key,
          due_at,
          phone: toDialableNumber(body.phone) ?? body.phone,
          channel_account_id: await accountFor(ticket.department_id),
        });
        await note(tx, row, { type: 'call_back_promised', author: byUser(viewer) });
        return store.toCallBack(row, ticket.customer_name);
      });
    },

    async move(viewer: Viewer, id: number, { at }: BodyOf<typeof rescheduleCallBack>): Promise<CallBack> {
      const due_at = demandTime(at);
      return db.transaction(async (tx) => {
        const { row, ticket } = await locks.lock(tx, id, viewer);
        if (row.state !== 'waiting' && row.state !== 'missed')
          throw new AppError('conflict', { reason: 'call_back_over' });
        const anew = { state: 'waiting', attempts: 0, calls: 0, reason: null, ended_at: null } as const;
        const after = await changes.change(tx, row, { ...anew, due_at, next_at: due_at });
        await note(tx, after, { type: 'call_back_promised', author: byUser(viewer) });
        await ringing.wakeAt(tx, id, due_at);
        return store.toCallBack(after, ticket.customer_name);
      });
    },

    async askByPhone(tx: Tx, wish: PhoneCallBackRequest): Promise<void> {
      const { ticket_id, gateway_id, number } = wish;
      const client_key = `phone-call-${wish.call_id}`;
      const ticket = await tickets.lock(tx, ticket_id);
      const phone = toDialableNumber(number);
      if (!ticket || phone === null || (await store.findCallBackByKey(tx.q, ticket.id, client_key))) return;
      if (await store.hasOpenCallBack(tx.q, phone)) return;
      const row = await add(tx, {
        ticket_id: ticket.id,
        client_key,
        phone,
        due_at: clock.now(),
        channel_account_id: gateway_id,
      });
      await note(tx, row, { type: 'call_back_asked', author: customerOf(ticket) });
    },
  };
}

const customerOf = ({ customer_id: id, customer_name: name }: Ticket) =>
  ({ type: 'customer', id, name }) as const;
