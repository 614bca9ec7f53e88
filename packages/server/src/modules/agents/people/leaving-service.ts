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
/** Who takes over the open work of a user; `to` null: nobody, so that it is routed again. */
export type HandOver = { userId: number; viewer: Viewer; to: number | null };

/** What a module of a higher tier has of a user: counts it, and hands it over. */
export type LeavingParticipant = {
  count: (q: Query, userId: number) => Promise<Counts>;
  /** Called in the transaction that deactivates them, unless everything is to stay. */
  handOver?: (tx: Tx, handOver: HandOver) => Promise<void>;
};

type Deps = PeopleDeps & {
  people: People;
  change: (tx: Tx, userId: number, to: { activity: ActivityId; cause: string }) => Promise<unknown>;
};

/** A user in a call may finish it after their account was deactivated. */
const IN_CALLS: readonly ActivityId[] = [Activity.inCall, Activity.inRoomCall];

/** Deactivates and reactivates users. @throws AppError `stale` where the version is not the latest */
export type Deactivation = {
  /** Registers what is counted before a user is deactivated, and handed over then. */
  onLeaving(own: LeavingParticipant): void;
  /** How much of each kind they would leave behind. */
  leavingOf(id: number): Promise<Record<LeftBehind, number>>;
  /** Ends all of their access. @throws AppError `conflict` where they are inactive already */
  deactivatePerson(viewer: Viewer, id: number, body: BodyOf<typeof deactivatePerson>): Promise<Person>;
  /** @throws AppError `conflict` where they are active already */
  activatePerson(viewer: Viewer, id: number, version: number): Promise<Person>;
};

/** See `Deactivation`. */
export function createDeactivation({ db, notices, settings, auth, people, change }: Deps): Deactivation {
  const holdings: LeavingParticipant[] = [];

  /** Locks the user in the version that the caller has seen. */
  async function lock(tx: Tx, id: number, version: number): Promise<Person> {
    const current = await people.read(tx.q, id);
    if (!(await store.incrementVersion(tx.q, id, version))) throw new AppError('stale', { current });
    return current;
  }

  async function demandHeir(tx: Tx, id: number, to: number | null): Promise<void> {
    const successor = to === null || to === id ? undefined : await states.findAgent(tx.q, to);
    if (!successor) throw new AppError('invalid_reference', [{ path: 'to_id', message: 'Unknown user' }]);
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
        { ...(await auth.countAccess(db.q, id)), ...(await settings.countMacrosAndRulesOfUser(db.q, id)) },
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
        await auth.rights.demandSomeoneCanSignIn(tx, [level]);
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
        people.emitPeopleChanged(tx);
        // Calls that ring for them are offered to others.
        tx.afterCommit(() => notices.send('agent-left', { id }));
        return people.read(tx.q, id);
      }),

    activatePerson: (viewer, id, version) =>
      db.transaction(async (tx) => {
        const { is_active: isActive, user_level_id: level } = await lock(tx, id, version);
        if (isActive) throw new AppError('conflict');
        await people.demandLevels(tx, viewer, [level]);
        await store.updateAccount(tx.q, id, { is_active: true });
        // Ends a session that began while the account was being deactivated.
        await auth.endAccess(tx, viewer, id);
        const details = { before: { is_active: false }, after: { is_active: true } };
        await people.audit(tx, viewer, { action: 'user.activated', id, details });
        people.emitPeopleChanged(tx);
        return people.read(tx.q, id);
      }),
  };
}
