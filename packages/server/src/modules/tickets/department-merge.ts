import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { DepartmentMergeParticipant } from '#modules/settings';
import { conditionsTo } from '#modules/lists';
import { SLA_RECOUNT } from './sla/jobs.ts';
import './tables.ts';

const FOLLOW = 'tickets:follow-merged-department';
const AT_ONCE = 1000;

/** The data of the job that moves the rest of the tickets. */
type DepartmentMove = { from: number; to: number; by: { id: number; name: string }; merged_at: string };

/**
 * Tickets of a merged department, and the views and lists that refer to it. The merge itself moves the open tickets; others are
 * moved in portions by a job, because no ticket can be opened anywhere while a merge runs.
 */
export function ticketsInDepartmentMerge({
  db,
  clock,
  jobs,
  notices,
}: Pick<Platform, 'db' | 'clock' | 'jobs' | 'notices'>): DepartmentMergeParticipant {
  const recount = () => notices.send('ticket-counts', null);

  const followOnce = (follow: DepartmentMove): Promise<number> =>
    db.transaction(async (tx) => {
      const ids = await lockSome(tx, follow.from);
      if (ids.length > 0) await moveTickets(tx, follow, sql<boolean>`id = any(${ids})`, clock.now());
      tx.afterCommit(recount);
      return ids.length;
    });

  jobs.define<DepartmentMove>(FOLLOW, async (follow) => {
    let isMoved = false;
    while ((await followOnce(follow)) > 0) isMoved = true;
    // Screens with open lists fetch them again.
    if (isMoved) await db.transaction(async (tx) => tx.emit('rights-changed', {}, ['everyone']));
  });

  return {
    columns: ['tickets.department_id', 'ticket_counts.department_id', 'ticket_views.search'],
    history: ['ticket_department_changes.department_id'],

    async lock(q, id) {
      await sql`select from tickets where department_id = ${id} and ${IS_OPEN} order by id for update`.execute(
        q,
      );
    },

    async count(q, id) {
      const { rows } = await sql<{ open_tickets: number; solved_tickets: number; views: number }>`
        select count(*) filter (where ${IS_OPEN}) as open_tickets, count(*) filter (where not ${IS_OPEN}) as solved_tickets
        from tickets where department_id = ${id}`.execute(q);
      const views = (await listViews(q, id)).length;
      return { ...rows[0], views };
    },

    async move(tx, { from, to, viewer }) {
      const now = clock.now();
      const by = { id: viewer.id, name: viewer.fullname };
      const follow: DepartmentMove = { from, to, by, merged_at: now.toISOString() };
      await moveTickets(tx, follow, IS_OPEN, now);
      await tx.enqueue(FOLLOW, follow, { queue: FOLLOW });
      for (const { id, search } of await listViews(tx.q, from))
        await tx.q
          .updateTable('ticket_views')
          .set({ search: JSON.stringify(searchTo(search, from, to)), version: sql`version + 1` })
          .where('id', '=', id)
          .execute();
      tx.afterCommit(recount);
    },
  };
}

const IS_OPEN = sql<boolean>`status in ('open', 'pending', 'on_hold')`;

/** Locks the next tickets of the department by id, which is the order everywhere. */
async function lockSome(tx: Tx, department: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from tickets where id in
    (select id from tickets where department_id = ${department} limit ${AT_ONCE}) order by id for update`.execute(
    tx.q,
  );
  return rows.map(({ id }) => id);
}

/**
 * Moves tickets by a few statements, however many they are. Open tickets get an entry on the time line; others keep the time of
 * their last change, because their retention depends on it. Screens fetch everything again, so no events are sent for single
 * tickets. If the target was merged meanwhile, a trigger redirects the tickets.
 */
async function moveTickets(
  tx: Tx,
  { from, to, by, merged_at }: DepartmentMove,
  which: RawBuilder<boolean>,
  now: Date,
): Promise<void> {
  await sql`select set_config('trunkline.department_merged_at', ${merged_at}, true)`.execute(tx.q);
  const told =
    await sql`insert into messages (ticket_id, kind, body, author_type, author_id, author_name, event, created_at)
    select id, 'event', '', 'user', ${by.id}::bigint, ${by.name}, jsonb_build_object('type', 'changed',
      'changes', jsonb_build_array(jsonb_build_object('field', 'department_id', 'from', ${from}::bigint, 'to', ${to}::bigint)),
      'version', version + 1), ${now}
    from tickets where department_id = ${from} and ${IS_OPEN} and ${which} order by id`.execute(tx.q);
  await sql`update tickets set department_id = ${to}, version = version + 1, revision = revision + 1,
      updated_at = case when ${IS_OPEN} then ${now} else updated_at end
    where department_id = ${from} and ${which}`.execute(tx.q);
  if (told.numAffectedRows) await tx.enqueue(SLA_RECOUNT, { departments: [to] }, { queue: SLA_RECOUNT });
}

type Search = { department?: string; where?: string };

async function listViews(
  q: Tx['q'] | Platform['db']['q'],
  id: number,
): Promise<{ id: number; search: Search }[]> {
  const rows = await q.selectFrom('ticket_views').select(['id', 'search']).execute();
  return rows
    .map(({ id: own, search }) => ({ id: own, search: search as Search }))
    .filter(({ search }) => searchTo(search, id, 0) !== search);
}

/** The search of a list with the department replaced; the same one if it does not refer to it. */
function searchTo(search: Search, from: number, to: number): Search {
  const ids = search.department?.split(',') ?? [];
  const isNamed = ids.includes(String(from));
  const where = conditionsTo(search.where ?? null, { kind: 'departments', from, to });
  if (!isNamed && where === (search.where ?? null)) return search;
  const others = new Set(ids.map((one) => (one === String(from) ? String(to) : one)));
  return {
    ...search,
    ...(isNamed && { department: [...others].join(',') }),
    ...(typeof where === 'string' && { where }),
  };
}
