import {
  MERGE_UNDO_DAYS,
  type BodyOf,
  type Customer,
  type CustomerMerge,
  type listDuplicates,
  type mergeCustomers,
  type ResponseOf,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import * as merges from './merge-store.ts';
import type { SeenFigures } from './seen-figures.ts';
import * as store from './store.ts';
import type { MergedFields } from './tables.ts';

/** Rows of other modules that belong to a customer. */
export type MergeParticipant = {
  /** The name under which a merge stores what it moved. */
  name: string;
  /** Locks the rows; called before the customers are locked. */
  lock?: (q: Query, customerIds: readonly number[]) => Promise<void>;
  /** Returns which of these customers have rows in this module. */
  holders: (q: Query, customerIds: readonly number[]) => Promise<number[]>;
  move: (tx: Tx, from: number, to: number) => Promise<number[]>;
  /** Moves back those of these rows that still belong to the target. */
  moveBack: (tx: Tx, ids: readonly number[], places: { from: number; to: number }) => Promise<void>;
};

type Deps = Pick<Platform, 'db' | 'clock'> & {
  figures: Pick<SeenFigures, 'of' | 'ofOne' | 'stale'>;
  /** Tells every screen that shows a customer. */
  emitCustomer: (tx: Tx, id: number) => Promise<Customer>;
  /** The rooms of screens that show a customer in other places. */
  roomsOf: (q: Query, id: number) => Promise<string[]>;
};

const DAY_MS = 86_400_000;
const CANDIDATES = 6;

/** Customers who are the same person: suggesting, merging and unmerging. */
export type CustomerMerging = {
  /** For modules with rows that belong to a customer. */
  registerOwned(one: MergeParticipant): void;
  /** Returns which of these customers other modules have rows of. */
  holders(q: Query, ids: readonly number[]): Promise<Set<number>>;
  /** The customer that this one is by now, after merges; it may change again until something is locked. */
  current(q: Query, id: number): Promise<number>;
  /** The same, valid until the end of the transaction. Lock tickets before calling it, as a merge does. */
  resolve(tx: Tx, id: number): Promise<number>;
  duplicates(viewer: Viewer, id: number): Promise<ResponseOf<typeof listDuplicates>['data']>;
  /**
   * @throws AppError `stale` where a version is not the latest; `not_found` for a merged or erased customer; `conflict` for the
   * same customer
   */
  merge(
    viewer: Viewer,
    id: number,
    body: BodyOf<typeof mergeCustomers>,
  ): Promise<{ data: Customer; merge_id: number }>;
  list(id: number): Promise<CustomerMerge[]>;
  /**
   * Undoes a merge within `MERGE_UNDO_DAYS`, the customer's latest first: what an earlier one moved may have been moved on by a
   * later one.
   */
  undo(viewer: Viewer, id: number): Promise<Customer>;
};

/** See `CustomerMerging`. */
export function createMergeService({ db, clock, figures, emitCustomer, roomsOf }: Deps): CustomerMerging {
  const participants: MergeParticipant[] = [];

  const since = (): Date => new Date(clock.now().getTime() - MERGE_UNDO_DAYS * DAY_MS);

  async function hold(tx: Tx, ids: readonly number[]): Promise<void> {
    await merges.lockMerges(tx.q);
    // Locks in the same order as incoming messages: a visitor before their ticket. Higher modules registered later, and lock
    // first.
    for (const { lock } of participants.toReversed()) await lock?.(tx.q, ids);
    await merges.lockCustomers(tx.q, ids);
  }

  async function fresh(
    q: Query,
    viewer: Viewer,
    { id, version }: { id: number; version: number },
  ): Promise<Customer> {
    const current = found(await store.findCustomer(q, id));
    if ((await merges.findMergedInto(q, id)) !== null || (await store.isErased(q, id)))
      throw new AppError('not_found');
    if (current.version !== version) throw await figures.stale(q, viewer, current);
    return current;
  }

  return {
    registerOwned: (one) => void participants.push(one),

    async holders(q, ids) {
      const all = new Set<number>();
      for (const one of participants) for (const id of await one.holders(q, ids)) all.add(id);
      return all;
    },

    async current(q, id) {
      for (let now = id; ;) {
        const into = await merges.findMergedInto(q, now);
        if (into === null) return now;
        now = into;
      }
    },

    resolve: (tx, id) => merges.resolveCustomer(tx.q, id),

    async duplicates(viewer, id) {
      const customer = found(await store.findCustomer(db.q, id));
      const candidates = await merges.findCandidates(db.q, customer, CANDIDATES);
      const others = await store.findCustomers(
        db.q,
        candidates.map((one) => one.id),
      );
      const known = new Map((await figures.of(db.q, viewer, others)).map((one) => [one.id, one]));
      return candidates.flatMap(({ id: otherId, reason }) => {
        const other = known.get(otherId);
        return other ? [{ customer: other, reason }] : [];
      });
    },

    merge: (viewer, id, { version, source_id: sourceId, source_version: sourceVersion }) =>
      db.transaction(async (tx) => {
        if (sourceId === id) throw new AppError('conflict', { reason: 'same_customer' });
        await hold(tx, [id, sourceId]);
        const target = await fresh(tx.q, viewer, { id, version });
        const source = await fresh(tx.q, viewer, { id: sourceId, version: sourceVersion });
        const [before, after] = [ownFields(target), filled(target, source)];
        const rooms = ['customers', `customer:${sourceId}`, ...(await roomsOf(tx.q, sourceId))];
        const moved: Record<string, number[]> = {};
        for (const { name, move } of participants) moved[name] = await move(tx, sourceId, id);
        const mergeId = await merges.insertMerge(tx.q, {
          source_id: sourceId,
          target_id: id,
          at: clock.now(),
          user_id: viewer.id,
          user_name: viewer.fullname,
          before,
          after,
          identities: await merges.moveIdentities(tx.q, sourceId, id),
          moved,
        });
        await merges.writeFields(tx.q, id, after);
        await merges.keepLatestContact(tx.q, sourceId, id);
        await merges.markMerged(tx.q, sourceId, id);
        await merges.recountTickets(tx.q, [id, sourceId]);
        tx.emit('customer-merged', { id: sourceId, into: id }, rooms);
        return { data: await figures.ofOne(tx.q, viewer, await emitCustomer(tx, id)), merge_id: mergeId };
      }),

    list: (id) => merges.listMergesOf(db.q, id, since()),

    undo: (viewer, id) =>
      db.transaction(async (tx) => {
        const { source_id: sourceId, target_id: targetId } = found(await merges.findMerge(tx.q, id));
        await hold(tx, [sourceId, targetId]);
        const merge = found(await merges.findMerge(tx.q, id));
        if (merge.undone_at !== null || new Date(merge.at) <= since()) throw new AppError('not_found');
        if ((await merges.findMergedInto(tx.q, targetId)) !== null)
          throw new AppError('conflict', { reason: 'later_merge' });
        const places = { from: targetId, to: sourceId };
        const rooms = ['customers', `customer:${targetId}`, ...(await roomsOf(tx.q, targetId))];
        for (const { name, moveBack } of participants) await moveBack(tx, merge.moved[name] ?? [], places);
        await merges.moveIdentitiesBack(tx.q, merge.identities, places);
        const target = found(await store.findCustomer(tx.q, targetId));
        await merges.writeFields(tx.q, targetId, restored(ownFields(target), merge));
        await merges.markMerged(tx.q, sourceId, null);
        await merges.recountTickets(tx.q, [sourceId, targetId]);
        await merges.markUndone(tx.q, id, clock.now());
        tx.emit('customer-parted', { id: sourceId, into: targetId }, rooms);
        await emitCustomer(tx, targetId);
        return figures.ofOne(tx.q, viewer, await emitCustomer(tx, sourceId));
      }),
  };
}

const ownFields = ({ company, note, fields }: Customer): MergedFields => ({ company, note, fields });

/** Fields that the target lacks are taken from the source; notes are joined. */
function filled(target: Customer, source: Customer): MergedFields {
  const notes = [target.note.trim(), source.note.trim()].filter((note) => note !== '');
  return {
    company: target.company || source.company,
    note: [...new Set(notes)].join('\n\n'),
    fields: { ...source.fields, ...target.fields },
  };
}

/** The fields before the merge, except those that somebody has changed since. */
function restored(
  now: MergedFields,
  { before, after }: { before: MergedFields; after: MergedFields },
): MergedFields {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const kept = Object.entries(now.fields).filter(
    ([id, answer]) => id in before.fields || !same(answer, after.fields[id]),
  );
  return {
    company: now.company === after.company ? before.company : now.company,
    note: now.note === after.note ? before.note : now.note,
    fields: Object.fromEntries(kept),
  };
}
