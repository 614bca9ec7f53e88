import {
  Activity,
  LEFT_BEHIND,
  type ActivityId,
  type BodyOf,
  type deactivatePerson,
  type LeftBehind,
  type Person,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import * as states from '../store.ts';
import type { People, PeopleDeps } from './people-service.ts';
import * as store from './people-store.ts';

type Counts = Partial<Record<LeftBehind, number>>;
/** To whom open work goes: to nobody, so that it is routed again; or it stays until something happens on it. */
export type HandOver = { userId: number; viewer: Viewer; to: number | null };

/** What a module of a higher tier keeps of a person: how much there is, and how it is handed over. */
export type Holdings = {
  count: (q: Query, userId: number) => Promise<Counts>;
  /** In the transaction that deactivates them. Not called where everything is to stay. */
  handOver?: (tx: Tx, handOver: HandOver) => Promise<void>;
};

type Deps = PeopleDeps & {
  people: People;
  change: (tx: Tx, userId: number, to: { activity: ActivityId; cause: string }) => Promise<void>;
};

/** Who is in a call finishes it, whatever becomes of their account. */
const IN_CALLS: readonly ActivityId[] = [Activity.inCall, Activity.inRoomCall];

/** People who leave, and who come back. What takes a version refuses one that is not the latest (`stale`). */
export type Leaving = {
  /** Counted when somebody is about to be deactivated, and handed over when they are. */
  onLeaving(own: Holdings): void;
  /** How much of each they would leave behind. */
  leavingOf(id: number): Promise<Record<LeftBehind, number>>;
  /** Ends everything that opens something to them. `conflict`: they have left already. */
  deactivatePerson(viewer: Viewer, id: number, body: BodyOf<typeof deactivatePerson>): Promise<Person>;
  /** `conflict`: they are back already. */
  activatePerson(viewer: Viewer, id: number, version: number): Promise<Person>;
};

/** People who leave, and who come back. */
export function createLeaving({ db, notices, settings, auth, people, change }: Deps): Leaving {
  const holdings: Holdings[] = [];

  /** Of the person as they are, and not of one that somebody has changed meanwhile. */
  async function lock(tx: Tx, id: number, version: number): Promise<Person> {
    const current = await people.read(tx.q, id);
    if (!(await store.changeVersion(tx.q, id, version))) throw new AppError('stale', { current });
    return current;
  }

  async function demandHeir(tx: Tx, id: number, to: number | null): Promise<void> {
    const heir = to === null || to === id ? undefined : await states.findAgent(tx.q, to);
    if (!heir)
      throw new AppError('invalid_reference', [{ path: 'to_id', message: 'There is no such person' }]);
  }

  async function goOffline(tx: Tx, id: number): Promise<void> {
    const { user_activity_id: activity } = await states.lockState(tx.q, id);
    if (!IN_CALLS.includes(activity))
      await change(tx, id, { activity: Activity.offline, cause: 'signed-out' });
  }

  return {
    onLeaving: (own) => void holdings.push(own),

    async leavingOf(id) {
      await people.read(db.q, id);
      const counts: Counts = Object.assign(
        { ...(await auth.countAccess(db.q, id)), ...(await settings.countOfPerson(db.q, id)) },
        ...(await Promise.all(holdings.map(({ count }) => count(db.q, id)))),
      );
      return Object.fromEntries(LEFT_BEHIND.map((kind) => [kind, counts[kind] ?? 0])) as Record<
        LeftBehind,
        number
      >;
    },

    deactivatePerson: (viewer, id, { version, hand_over: handOver, to_id: to }) =>
      db.transaction(async (tx) => {
        const { is_active: isActive, user_level_id: level } = await lock(tx, id, version);
        if (!isActive) throw new AppError('conflict');
        await people.demandLevels(tx, viewer, [level]);
        if (handOver === 'person') await demandHeir(tx, id, to);
        await store.updateAccount(tx.q, id, { is_active: false });
        await auth.rights.demandWayIn(tx);
        await auth.endAccess(tx, viewer, id);
        await goOffline(tx, id);
        const taker = handOver === 'person' ? to : null;
        if (handOver !== 'leave')
          for (const own of holdings) await own.handOver?.(tx, { userId: id, viewer, to: taker });
        const details = {
          before: { is_active: true },
          after: { is_active: false },
          hand_over: handOver,
          to_id: taker,
        };
        await people.audit(tx, viewer, { action: 'user.deactivated', id, details });
        people.tell(tx);
        // What rings for them rings for others now.
        tx.afterCommit(() => notices.send('agent-left', { id }));
        return people.read(tx.q, id);
      }),

    activatePerson: (viewer, id, version) =>
      db.transaction(async (tx) => {
        const { is_active: isActive, user_level_id: level } = await lock(tx, id, version);
        if (isActive) throw new AppError('conflict');
        await people.demandLevels(tx, viewer, [level]);
        await store.updateAccount(tx.q, id, { is_active: true });
        // Whoever signed in while the account was being deactivated has a session that nobody ended.
        await auth.endAccess(tx, viewer, id);
        const details = { before: { is_active: false }, after: { is_active: true } };
        await people.audit(tx, viewer, { action: 'user.activated', id, details });
        people.tell(tx);
        return people.read(tx.q, id);
      }),
  };
}
