import {
  LIMITS,
  type BodyOf,
  type BulkAction,
  type BulkChange,
  type countTickets,
  type getBulkChange,
  type QueryOf,
  type ResponseOf,
  type startBulkChange,
  type TicketFilter,
} from '@trunkline/contract';
import { demand, type Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Settings } from '#modules/settings';
import type { TicketFields } from '../custom-fields.ts';
import { countIds, listIds } from '../list/list-query.ts';
import type { TicketPageQuery } from '../list/list-rules.ts';
import { canSee } from '../policy.ts';
import { demandSnoozeTime } from '../snooze/rules.ts';
import { createBulkJob, type BulkWorkDeps } from './work-service.ts';
import { toBulkChange, canUndoBulkChange } from './shape.ts';
import { createBulkMacros, type BulkMacros } from './macros.ts';
import { permissionsOf } from './steps.ts';
import * as store from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'log'> &
  Omit<BulkWorkDeps, 'macros'> & { settings: Settings; agents: Agents; customFields: TicketFields };

const SHOWN = 20;

/** Bulk updates: permissions, the selected tickets, and undo. The job applies them. */
export type TicketBulk = {
  /** How many tickets the list has, counted up to the maximum of a bulk update. */
  count(viewer: Viewer, query: QueryOf<typeof countTickets>): Promise<{ count: number; is_more: boolean }>;
  /** Refuses what this user may not do to a single ticket. */
  start(viewer: Viewer, wanted: BodyOf<typeof startBulkChange>): Promise<BulkChange>;
  /** The user's latest bulk updates. */
  list(viewer: Viewer): Promise<BulkChange[]>;
  /** A bulk update of this person, with the skipped tickets and reasons. */
  get(viewer: Viewer, id: number): Promise<ResponseOf<typeof getBulkChange>['data']>;
  /** Tickets that were changed already stay changed. */
  stop(viewer: Viewer, id: number): Promise<BulkChange>;
  /** Starts another bulk update, which undoes this one. */
  undo(viewer: Viewer, id: number): Promise<BulkChange>;
  /** Registers the module that runs macros, which also send messages. */
  registerMacros: BulkMacros['register'];
};

export function createBulk(given: Deps): TicketBulk {
  const deps = { ...given, macros: createBulkMacros() };
  const { db, clock, settings, agents, customFields } = deps;
  const { enqueue, giveBack } = createBulkJob(deps);

  async function demandPossible(q: Query, viewer: Viewer, change: BulkAction): Promise<void> {
    for (const permission of permissionsOf(change)) demand(viewer, permission);
    if (change.action === 'snooze') demandSnoozeTime(change.until, clock.now());
    if (change.action === 'macro') return deps.macros.demand(q, viewer, change.macro_id);
    if ('assignee_id' in change && typeof change.assignee_id === 'number')
      await agents.demandAssignable(q, change.assignee_id);
    if ('category_id' in change && change.category_id !== undefined)
      await settings.demandSubcategory(q, change.category_id, change.subcategory_id);
    if ('fields' in change && change.fields) await customFields.demandAnswers(q, change.fields);
    await settings.demandKnown(q, namesIn(change));
  }

  async function demandOwnChange(q: Query, viewer: Viewer, id: number): Promise<store.BulkRow> {
    const row = await store.lock(q, id);
    if (row?.user_id !== viewer.id) throw new AppError('not_found');
    return row;
  }

  async function begin(
    tx: Tx,
    viewer: Viewer,
    bulk: { change: BulkAction; undoes: number | null; total: number },
  ) {
    const id = await store.insert(tx.q, { ...bulk, userId: viewer.id, now: clock.now() });
    await enqueue(tx, viewer.id);
    return id;
  }

  const wholeList = async (filter: TicketFilter): Promise<TicketPageQuery> => ({
    filter,
    limit: LIMITS.bulkTickets,
    after: undefined,
    now: clock.now(),
    custom: await customFields.fieldsInFilter(db.q, filter),
  });

  const read = async (q: Query, id: number): Promise<BulkChange> => {
    const row = await store.find(q, id);
    if (!row) throw new AppError('not_found');
    return toBulkChange(row, clock.now());
  };

  /** Unsolved tickets that lack answers, with the missing fields. */
  async function needsOf(viewer: Viewer, { id, change, undoes }: store.BulkRow) {
    if (change.action !== 'solve' || undoes !== null) return { ticket_ids: [], field_ids: [] };
    const tickets = await store.listUnsolved(db.q, id);
    const seen = tickets.filter((ticket) => canSee(viewer, ticket));
    return customFields.missingFieldsOf(db.q, seen);
  }

  return {
    registerMacros: deps.macros.register,

    async count(viewer, { up_to: limit, ...filter }) {
      const count = await countIds(db, viewer, { ...(await wholeList(filter)), limit });
      return { count: Math.min(count, limit), is_more: count > limit };
    },

    async start(viewer, { change, tickets }) {
      await demandPossible(db.q, viewer, change);
      const ids =
        'ids' in tickets
          ? [...new Set(tickets.ids)]
          : await listIds(db, viewer, await wholeList(tickets.filter));
      return db.transaction(async (tx) => {
        const id = await begin(tx, viewer, { change, undoes: null, total: ids.length });
        await store.insertTickets(tx.q, id, ids);
        return read(tx.q, id);
      });
    },

    list: async (viewer) =>
      (await store.list(db.q, viewer.id, SHOWN)).map((row) => toBulkChange(row, clock.now())),

    async get(viewer, id) {
      const row = await store.find(db.q, id);
      if (row?.user_id !== viewer.id) throw new AppError('not_found');
      const left = await store.listSkippedTickets(db.q, id);
      // The number of a ticket that the user may not see is not shown.
      const shown = left.map(({ ticket_id, number, reason }) => ({
        ticket_id,
        number: reason === 'gone' ? null : number,
        reason,
      }));
      return { ...toBulkChange(row, clock.now()), left: shown, needs: await needsOf(viewer, row) };
    },

    stop: (viewer, id) =>
      db.transaction(async (tx) => {
        const row = await demandOwnChange(tx.q, viewer, id);
        if (row.status === 'running') {
          await store.update(tx.q, id, { status: 'stopped', ended_at: clock.now() });
          await giveBack(tx, row);
        }
        const stopped = await read(tx.q, id);
        tx.emit('bulk-changed', stopped, [`user:${viewer.id}`]);
        return stopped;
      }),

    undo: (viewer, id) =>
      db.transaction(async (tx) => {
        const row = await demandOwnChange(tx.q, viewer, id);
        if (!canUndoBulkChange(row, clock.now())) throw new AppError('conflict');
        for (const permission of permissionsOf(row.change)) demand(viewer, permission);
        const undo = await begin(tx, viewer, { change: row.change, undoes: id, total: row.changed });
        const total = await store.copyChangedTickets(tx.q, { from: id, to: undo });
        await store.update(tx.q, undo, { total });
        await store.update(tx.q, id, { undone_by: undo });
        return read(tx.q, undo);
      }),
  };
}

/** The ids of settings rows that the bulk update refers to. */
function namesIn(change: BulkAction): Parameters<Settings['demandKnown']>[1] {
  if (change.action === 'transfer') return { departments: change.department_id };
  if (change.action !== 'set' && change.action !== 'update') return {};
  return {
    ...('department_id' in change && { departments: change.department_id }),
    priorities: change.priority_id,
    ticket_types: change.type_id,
    categories: change.category_id,
    caller_types: change.caller_type_id,
  };
}
