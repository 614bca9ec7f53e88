import { Activity, type AfterCall, type BodyOf, type saveAfterCall } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Tickets } from '#modules/tickets';
import * as store from './after-call-store.ts';

/** The form that agents fill in after a telephone call (outcome and notes), while they are in after-call work. */
export type AfterCalls = {
  /** Opens the form until `endsAt`; what it contains then is stored on the ticket, whatever the agent does meanwhile. */
  begin: (tx: Tx, own: store.AgentCallKey, endsAt: Date) => Promise<void>;
  /** After-call work was prolonged: moves the end of the open form as well. */
  extend: (tx: Tx, userId: number, endsAt: Date) => Promise<void>;
  /** The next call has come: closes the form early. What was typed is stored on the ticket at the end that was set before. */
  leave: (tx: Tx, userId: number) => Promise<void>;
  /** The end of this user's open form; undefined without one. */
  endOf: (q: Query, userId: number) => Promise<Date | undefined>;
  /** The open form; null while the agent does something else, as when the next call has come. */
  read: (viewer: Viewer) => Promise<AfterCall | null>;
  /** Called while the agent types, for whom wrap-up waits. @throws AppError `conflict` for a closed form that lacks nothing of it */
  save: (viewer: Viewer, callId: number, written: Written) => Promise<void>;
  finish: (viewer: Viewer, callId: number, written: Written) => Promise<void>;
};
type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'> & {
  agents: Agents;
  tickets: Tickets;
  numberOf: (q: Query, callId: number) => Promise<string>;
};
type Written = BodyOf<typeof saveAfterCall>;
type Form = NonNullable<Awaited<ReturnType<typeof store.lockAfterCall>>>;

/** A last save that is under way when the time is over may arrive this much later. */
const GRACE_MS = 5000;

export function createAfterCalls({ db, clock, jobs, agents, tickets, numberOf }: Deps): AfterCalls {
  /** Writes outcome and notes on the ticket, once each time that the form is open: whoever comes second finds it finished. */
  async function close(tx: Tx, own: store.AgentCallKey, written?: Written): Promise<void> {
    const row = found(await store.lockAfterCall(tx.q, own));
    if (row.finished_at !== null) {
      if (written) await addLate(tx, own, row, written);
      return;
    }
    await store.updateAfterCall(tx.q, own, { ...written, finished_at: clock.now() });
    const clientKey = `after-call-${own.call_id}-${own.user_id}-${Date.parse(row.ends_at)}`;
    await appendNotes(tx, own, row, { ...(written ?? row), clientKey });
  }

  /**
   * The form was closed by its time while its agent was out of touch: what they had typed further is added to the ticket. Returns
   * whether there was any.
   */
  async function addLate(tx: Tx, own: store.AgentCallKey, row: Form, written: Written): Promise<boolean> {
    const isByTime = row.finished_at !== null && Date.parse(row.finished_at) >= Date.parse(row.ends_at);
    const notes = row.notes.startsWith(written.notes.trim()) ? '' : written.notes;
    const outcome = written.outcome === row.outcome ? null : written.outcome;
    if (!isByTime || (notes === '' && outcome === null)) return false;
    await store.updateAfterCall(tx.q, own, written);
    await appendNotes(tx, own, row, { outcome, notes, clientKey: null });
    return true;
  }

  type Noted = Written & { clientKey: string | null };

  async function appendNotes(tx: Tx, own: store.AgentCallKey, row: Form, noted: Noted): Promise<void> {
    const ticket = row.ticket_id === null ? undefined : await tickets.lock(tx, row.ticket_id);
    if (!ticket) return;
    const { outcome, notes, clientKey } = noted;
    const author = { type: 'user', id: own.user_id, name: row.fullname } as const;
    if (outcome !== null) {
      const event = { type: 'call_noted', call_id: own.call_id, outcome } as const;
      await tickets.timeline.appendEvent(tx, ticket.id, { event, author });
    }
    if (notes.trim() === '') return;
    await tickets.timeline.append(tx, ticket, {
      kind: 'note',
      body: notes.trim(),
      author,
      clientKey,
      conversationId: null,
      mediaId: null,
      state: null,
    });
  }

  jobs.define('phone:close-after-call', (own: store.AgentCallKey) => db.transaction((tx) => close(tx, own)));

  async function begin(tx: Tx, own: store.AgentCallKey, endsAt: Date): Promise<void> {
    await store.beginAfterCall(tx.q, own, { now: clock.now(), endsAt });
    const runAt = new Date(endsAt.getTime() + GRACE_MS);
    const key = `close-after-call:${own.call_id}:${own.user_id}`;
    await tx.enqueue('phone:close-after-call', own, { runAt, key });
  }

  return {
    begin,

    async extend(tx, userId, endsAt) {
      const open = await store.findOpenAfterCall(tx.q, userId, clock.now());
      if (open) await begin(tx, { call_id: open.call_id, user_id: userId }, endsAt);
    },

    async endOf(q, userId) {
      const open = await store.findOpenAfterCall(q, userId, clock.now());
      return open && new Date(open.ends_at);
    },

    leave: (tx, userId) => store.endAfterCalls(tx.q, userId, clock.now()),

    read: (viewer) =>
      db.transaction(async (tx) => {
        const current = (await agents.hold(tx.q, [viewer.id])).get(viewer.id);
        if (current !== Activity.afterCallWork) return null;
        const open = await store.findOpenAfterCall(tx.q, viewer.id, clock.now());
        return open ? { ...open, number: await numberOf(tx.q, open.call_id) } : null;
      }),

    save: (viewer, callId, written) =>
      db.transaction(async (tx) => {
        const own = { call_id: callId, user_id: viewer.id };
        // Activities are locked before forms, as where a call changes both.
        await agents.wrapUp.waitForNotes(tx, viewer.id);
        const row = found(await store.lockAfterCall(tx.q, own));
        if (row.finished_at === null) await store.updateAfterCall(tx.q, own, written);
        else if (!(await addLate(tx, own, row, written))) throw new AppError('conflict');
      }),

    finish: (viewer, callId, written) =>
      db.transaction(async (tx) => {
        const current = (await agents.hold(tx.q, [viewer.id])).get(viewer.id);
        await close(tx, { call_id: callId, user_id: viewer.id }, written);
        if (current !== Activity.afterCallWork) return;
        await agents.change(tx, viewer.id, { activity: Activity.ready, cause: 'after-call work done' });
      }),
  };
}
