import type {
  BodyOf,
  CustomerErasure,
  CustomerPrivacy,
  ErasedCounts,
  ErrorReason,
  holdCustomer,
  listErasures,
  QueryOf,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import { readCursor, writeCursor } from '#platform/paging';
import type { Platform } from '#platform/platform';
import type { ExpiredRows, Settings } from '#modules/settings';
import { findLatest } from '../packages/package-store.ts';
import { sumCounts, type ErasureParticipant, type ErasureResult } from './erasure-participant.ts';
import * as store from './erasing-store.ts';
import { createErasureRepetition, type ListCopyFolders } from './repeat-service.ts';
import { createRetention } from './retention-service.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'files' | 'log'> & {
  /** The folder with the list of erasures. */
  dataDir: string;
  settings: Pick<Settings, 'audit' | 'retention'>;
  /** Tells the screens that show the customer. */
  emitCustomer: (tx: Tx, id: number) => Promise<unknown>;
};

type TicketSource = {
  countOpen: (q: Query, customerIds: readonly number[]) => Promise<number>;
  /** Their tickets that are not erased yet, locked. */
  next: (q: Query, customerIds: readonly number[], most: number) => Promise<number[]>;
  countExpired: (q: Query, edge: string) => Promise<ExpiredRows>;
  nextOver: (q: Query, edge: string, most: number) => Promise<number[]>;
};

const TASK = 'customers:erase';
const SWEEP = 'customers:forget-events';
const TICKETS_AT_ONCE = 500;
/** By then every process has sent the earlier events. */
const EVENTS_AFTER_MS = 120_000;

/** Erases customers for good, with what other modules store of them. @throws AppError `not_found` for an unknown id */
export type Erasing = {
  /** For modules that store something of customers or their tickets. */
  register(one: ErasureParticipant): void;
  /** Registers the module that knows the tickets. */
  ticketsOf(one: TicketSource): void;
  /** Erases again customers who came back with a restored database; returns how many. Call it before requests are answered. */
  repeat(): Promise<number>;
  /** Registers folders in which the list of erasures is copied: next to backups. */
  registerListCopies(folders: ListCopyFolders): void;
  /** Continues an erasure until it is done. */
  work(id: number): Promise<void>;
  /** What would be erased, the legal hold, and the erasure if one was requested. */
  of(id: number): Promise<CustomerPrivacy>;
  /** Sets or removes (null) a legal hold. @throws AppError `conflict` for an erased customer */
  hold(viewer: Viewer, id: number, body: BodyOf<typeof holdCustomer>): Promise<CustomerPrivacy>;
  /**
   * Requests an erasure, which a job does. @throws AppError `conflict` with its reason: erased already, on legal hold, in a
   * call, or with open tickets
   */
  request(viewer: Viewer, id: number): Promise<CustomerErasure>;
  /** Newest first. */
  list(query: QueryOf<typeof listErasures>): Promise<{ data: CustomerErasure[]; next: string | null }>;
};

/**
 * Erases first the person, so that whoever writes next is a new customer; then their tickets, some per transaction. Files are
 * deleted before their rows, and each step may run twice, so the job can be interrupted anywhere.
 */
export function createErasing(deps: Deps): Erasing {
  const { db, clock, jobs, files, settings, emitCustomer } = deps;
  let source: TicketSource | undefined;
  const erasables: ErasureParticipant[] = [store.createOwnErasureParticipant(() => clock.now())];
  // Higher modules registered later, and refer to rows of lower ones, so they run first.
  const ordered = () => erasables.toReversed();

  async function demandErasable(q: Query, ids: readonly number[], id: number): Promise<void> {
    const customer = found(await store.lockCustomer(q, id));
    const refuse = (reason: ErrorReason, more: object = {}) => new AppError('conflict', { reason, ...more });
    if (customer.erased_at !== null || (await store.findErasure(q, { customerId: id })))
      throw refuse('customer_erased');
    if (customer.held_at !== null) throw refuse('legal_hold');
    const open = (await source?.countOpen(q, ids)) ?? 0;
    if (open > 0) throw refuse('customer_open_tickets', { open_tickets: open });
    for (const { isBusy } of erasables) if (await isBusy?.(q, ids)) throw refuse('customer_in_call');
  }

  async function privacyOf(q: Query, id: number): Promise<CustomerPrivacy> {
    const ids = await store.listWithMerged(q, id);
    if (ids.length === 0) throw new AppError('not_found');
    let counts: ErasedCounts = {};
    for (const { count } of erasables) if (count) counts = sumCounts(counts, await count(q, ids));
    return {
      counts,
      open_tickets: (await source?.countOpen(q, ids)) ?? 0,
      hold: await store.readLegalHold(q, id),
      erasure: (await store.findErasure(q, { customerId: id })) ?? null,
      package: (await findLatest(q, ids)) ?? null,
    };
  }

  /** Files are deleted first: a file without a row would never be found again. */
  async function recordErasure(tx: Tx, id: number, all: readonly ErasureResult[]): Promise<void> {
    for (const file of all.flatMap(({ files: own = [] }) => own)) await files.remove(file);
    const { counts } = found(await store.findErasure(tx.q, { id }));
    const sum = all.reduce((before, { counts: own = {} }) => sumCounts(before, own), counts);
    await store.updateErasure(tx.q, id, { state: 'running', counts: sum });
  }

  async function erasePerson(tx: Tx, id: number, customerId: number): Promise<void> {
    await store.lockCustomer(tx.q, customerId);
    const customerIds = await store.listWithMerged(tx.q, customerId);
    const addresses = await store.listAddresses(tx.q, customerIds);
    await repeating.recordErased(tx.q, customerIds);
    const all: ErasureResult[] = [];
    for (const { ofPerson } of ordered())
      if (ofPerson) all.push(await ofPerson(tx.q, { customerIds, addresses }));
    await store.removeJobs(tx.q, addresses);
    await store.eraseAudit(tx.q, customerIds);
    await recordErasure(tx, id, all);
    await emitCustomer(tx, customerId);
  }

  async function eraseTickets(q: Query, ids: readonly number[]): Promise<ErasureResult[]> {
    const all: ErasureResult[] = [];
    for (const one of ordered()) if (one.ofTickets) all.push(await one.ofTickets(q, ids));
    return all;
  }

  createRetention({ clock, settings, eraseTickets, source: () => source, task: TASK });

  const repeating = createErasureRepetition({
    ...deps,
    async begin(id) {
      if (await step(id)) await db.transaction((tx) => tx.enqueue(TASK, { id }, { key: `${TASK}:${id}` }));
    },
  });

  /** Erases some tickets; returns whether there may be more. */
  async function eraseNextTickets(tx: Tx, id: number, customerId: number): Promise<boolean> {
    const customerIds = await store.listWithMerged(tx.q, customerId);
    const ticketIds = (await source?.next(tx.q, customerIds, TICKETS_AT_ONCE)) ?? [];
    if (ticketIds.length === 0) return false;
    await recordErasure(tx, id, await eraseTickets(tx.q, ticketIds));
    return true;
  }

  async function finish(tx: Tx, id: number, customerId: number): Promise<void> {
    const { counts } = found(await store.findErasure(tx.q, { id }));
    const now = clock.now();
    await store.updateErasure(tx.q, id, { state: 'done', counts, endedAt: now });
    await settings.audit(tx.q, {
      viewer: null,
      job: TASK,
      action: 'customer.erased',
      subject: `customer ${customerId}`,
      details: { erasure: id, counts },
    });
    await emitCustomer(tx, customerId);
    const until = new Date(now.getTime() + EVENTS_AFTER_MS);
    await tx.enqueue(SWEEP, { before: until.toISOString() }, { runAt: until });
  }

  /** Does one step; returns whether there is another. */
  const step = (id: number): Promise<boolean> =>
    db.transaction(async (tx) => {
      const erasure = await store.lockErasure(tx.q, id);
      if (!erasure || erasure.state === 'done') return false;
      const { customer_id: customerId, state } = erasure;
      if (state === 'waiting') await erasePerson(tx, id, customerId);
      else if (!(await eraseNextTickets(tx, id, customerId))) {
        await finish(tx, id, customerId);
        return false;
      }
      return true;
    });

  async function work(id: number): Promise<void> {
    while (await step(id));
  }

  jobs.define<{ id: number }>(TASK, ({ id }) => work(id));
  jobs.define<{ before: string }>(SWEEP, ({ before }) => store.removeEvents(db.q, new Date(before)));

  return {
    register: (one) => void erasables.push(one),

    ticketsOf(one) {
      source = one;
    },

    repeat: repeating.repeat,
    registerListCopies: repeating.registerListCopies,
    work,

    of: (id) => privacyOf(db.q, id),

    hold: (viewer, id, { reason }) =>
      db.transaction(async (tx) => {
        const customer = found(await store.lockCustomer(tx.q, id));
        if (customer.erased_at !== null) throw new AppError('conflict', { reason: 'customer_erased' });
        const before = await store.readLegalHold(tx.q, id);
        const hold = reason === null ? null : { at: clock.now(), by: viewer.id, reason };
        await store.setLegalHold(tx.q, id, hold);
        await settings.audit(tx.q, {
          viewer,
          action: reason === null ? 'customer.released' : 'customer.held',
          subject: `customer ${id}`,
          details: { before: { reason: before?.reason ?? null }, after: { reason } },
        });
        return privacyOf(tx.q, id);
      }),

    request: (viewer, id) =>
      db.transaction(async (tx) => {
        await demandErasable(tx.q, await store.listWithMerged(tx.q, id), id);
        const erasureId = await store.insertErasure(tx.q, {
          customerId: id,
          userId: viewer.id,
          at: clock.now(),
        });
        await settings.audit(tx.q, {
          viewer,
          action: 'customer.erasure_requested',
          subject: `customer ${id}`,
        });
        await tx.enqueue(TASK, { id: erasureId }, { key: `${TASK}:${erasureId}` });
        return found(await store.findErasure(tx.q, { id: erasureId }));
      }),

    async list({ cursor, limit }) {
      const rows = await store.listErasures(db.q, { limit: limit + 1, after: readCursor(cursor) });
      const last = rows[limit - 1];
      const more = rows.length > limit && last;
      return {
        data: rows.slice(0, limit),
        next: more ? writeCursor({ key: last.requested_at, id: last.id }) : null,
      };
    },
  };
}
