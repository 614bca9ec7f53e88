import type { Viewer } from '#platform/access';
import { sql } from 'kysely';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { DepartmentPlace } from '#modules/settings';
import { conditionsTo } from '#modules/lists';
import { SLA_RECOUNT } from './sla/jobs.ts';
import './tables.ts';

type Moved = { from: number; to: number; viewer: Viewer; now: Date };

/** Tickets of a department that is merged into another, and the lists that people keep of its tickets. */
export function ticketsOfDepartment({
  clock,
  notices,
}: Pick<Platform, 'clock' | 'notices'>): DepartmentPlace {
  return {
    columns: ['tickets.department_id', 'ticket_counts.department_id', 'ticket_views.search'],
    history: ['ticket_department_changes.department_id'],

    async lock(q, id) {
      await sql`select from tickets where department_id = ${id} order by id for update`.execute(q);
    },

    async count(q, id) {
      const { rows } = await sql<{ open_tickets: number; solved_tickets: number; views: number }>`
        select count(*) filter (where ${IS_OPEN}) as open_tickets, count(*) filter (where not ${IS_OPEN}) as solved_tickets
        from tickets where department_id = ${id}`.execute(q);
      const views = (await listViews(q, id)).length;
      return { ...rows[0], views };
    },

    async move(tx, { from, to, viewer }) {
      await moveTickets(tx, { from, to, viewer, now: clock.now() });
      for (const { id, search } of await listViews(tx.q, from))
        await tx.q
          .updateTable('ticket_views')
          .set({ search: JSON.stringify(searchTo(search, from, to)), version: sql`version + 1` })
          .where('id', '=', id)
          .execute();
      tx.afterCommit(() => notices.send('ticket-counts', null));
    },
  };
}

const IS_OPEN = sql<boolean>`status in ('open', 'pending', 'on_hold')`;

/**
 * In a few statements, however many there are. The time line tells it of those that go on; what is over keeps the moment of its
 * last change, by which it is kept. Screens fetch everything anew, so that nothing is told of each.
 */
async function moveTickets(tx: Tx, { from, to, viewer, now }: Moved): Promise<void> {
  await sql`select set_config('trunkline.department_merged_at', ${now.toISOString()}, true)`.execute(tx.q);
  await sql`insert into messages (ticket_id, kind, body, author_type, author_id, author_name, event, created_at)
    select id, 'event', '', 'user', ${viewer.id}::bigint, ${viewer.fullname}, jsonb_build_object('type', 'changed',
      'changes', jsonb_build_array(jsonb_build_object('field', 'department_id', 'from', ${from}::bigint, 'to', ${to}::bigint)),
      'version', version + 1), ${now}
    from tickets where department_id = ${from} and ${IS_OPEN} order by id`.execute(tx.q);
  await sql`update tickets set department_id = ${to}, version = version + 1, revision = revision + 1,
      updated_at = case when ${IS_OPEN} then ${now} else updated_at end
    where department_id = ${from}`.execute(tx.q);
  await tx.enqueue(SLA_RECOUNT, { departments: [to] }, { queue: SLA_RECOUNT });
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

/** A list's address with the other department; the same one where it does not name this one. */
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
