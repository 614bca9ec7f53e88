import {
  Activity,
  WRAP_UP_EXTRA_SECONDS,
  WRAP_UP_TYPING_SECONDS,
  type ActivityId,
  type Agent,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import * as store from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'events' | 'log'> & {
  change: (tx: Tx, userId: number, to: { activity: ActivityId; cause: string }) => Promise<unknown>;
  emitAgentState: (tx: Tx, userId: number) => Promise<unknown>;
  /** Moves the end of the form after a telephone call as well. */
  extended: (tx: Tx, userId: number, endsAt: Date) => Promise<void>;
};

/** Wrap-up that ends automatically. */
export type WrapUp = {
  /** Ends those that are over. */
  endDue(): Promise<void>;
  /** At the start: plans the ends that another process had planned, and ends those that are over. */
  resume(): Promise<void>;
  stop(): void;
  /** Extends it by `WRAP_UP_EXTRA_SECONDS`. @throws AppError `conflict` where the user is in none that ends */
  extend(viewer: Viewer): Promise<Agent>;
  /** The user is typing notes: it does not end meanwhile. Locks the user's activity. */
  waitForNotes(tx: Tx, userId: number): Promise<void>;
};

/** The ends are in the database; each process has a timer for the next one that it knows. */
export function createWrapUp({ db, clock, events, log, change, emitAgentState, extended }: Deps): WrapUp {
  const ends = new Map<number, number>();
  let cancel = (): void => undefined;
  let isStopped = false;

  function plan(): void {
    cancel();
    if (ends.size === 0 || isStopped) return;
    const inMs = Math.max(0, Math.min(...ends.values()) - clock.now().getTime());
    cancel = clock.after(inMs, () => {
      const now = clock.now().getTime();
      for (const [userId, at] of ends) if (at <= now) ends.delete(userId);
      plan();
      endDue().catch((error: unknown) => log.error({ err: error }, 'wrap-up could not be ended'));
    });
  }

  /** Ends wrap-ups whose time is over, except of users who changed their activity or extended it. */
  async function endDue(): Promise<void> {
    const now = clock.now();
    for (const { user_id: userId, ends_at: seen } of await store.listWrapUpEnds(db.q)) {
      if (!isOver(seen, now)) continue;
      await db.transaction(async (tx) => {
        const state = await store.lockState(tx.q, userId);
        if (!store.isAfterCallActivity(state) || !isOver(state.ends_at, now)) return;
        await change(tx, userId, {
          activity: Activity.ready,
          cause: store.ACTIVITY_CHANGE_CAUSES.wrapUpOver,
        });
      });
    }
  }

  async function moveEnd(tx: Tx, userId: number, endsAt: Date): Promise<void> {
    await store.updateWrapUpEnd(tx.q, userId, endsAt);
    await extended(tx, userId, endsAt);
    await emitAgentState(tx, userId);
  }

  events.onEvent(({ name, payload }) => {
    if (name !== 'user-activity-changed') return;
    const { id, activity_ends_at: endsAt } = payload as Agent;
    if (endsAt === null) ends.delete(id);
    else ends.set(id, Date.parse(endsAt));
    plan();
  });

  return {
    endDue,

    async resume() {
      for (const { user_id: userId, ends_at: endsAt } of await store.listWrapUpEnds(db.q)) {
        if (endsAt !== null && !ends.has(userId)) ends.set(userId, Date.parse(endsAt));
      }
      plan();
    },

    stop() {
      isStopped = true;
      cancel();
    },

    extend: (viewer) =>
      db.transaction(async (tx) => {
        const state = await store.lockState(tx.q, viewer.id);
        if (!store.isAfterCallActivity(state) || state.ends_at === null) throw new AppError('conflict');
        const from = Math.max(Date.parse(state.ends_at), clock.now().getTime());
        await moveEnd(tx, viewer.id, new Date(from + WRAP_UP_EXTRA_SECONDS * 1000));
        return store.getAgent(tx.q, viewer.id);
      }),

    async waitForNotes(tx, userId) {
      const state = await store.lockState(tx.q, userId);
      if (!store.isAfterCallActivity(state) || state.ends_at === null) return;
      const now = clock.now().getTime();
      const atLeastMs = WRAP_UP_TYPING_SECONDS * 1000;
      if (Date.parse(state.ends_at) - now < atLeastMs / 2)
        await moveEnd(tx, userId, new Date(now + atLeastMs));
    },
  };
}

const isOver = (endsAt: string | null, now: Date): boolean =>
  endsAt !== null && Date.parse(endsAt) <= now.getTime();
