import type { Db } from '#platform/db';
import { readHours } from '#modules/settings';
import { replaySla, type ReplayedEvent } from '#modules/tickets';
import { endOfPastTicket, isDone, solvedAt, type DemoCase } from './demo-history.ts';

export type Replayed = ReturnType<typeof replaySla>;

/** Holidays on fixed dates; those that follow the moon can be imported from a calendar file. */
const HOLIDAYS = [
  ['Tahun Baru', '2026-01-01'],
  ['Hari Buruh', '2026-05-01'],
  ['Hari Lahir Pancasila', '2026-06-01'],
  ['Hari Kemerdekaan', '2026-08-17'],
  ['Hari Natal', '2026-12-25'],
] as const;

/** Inserts the office hours: Monday to Saturday noon. */
export async function insertOfficeHours(q: Db['q']): Promise<void> {
  await q.updateTable('office_hours').set({ is_default: false }).execute();
  await q
    .insertInto('office_hours')
    .values({
      name: 'Kopi Nusantara',
      time_zone: 'Asia/Jakarta',
      hours: 'Mo-Fr 08:00-17:00; Sa 08:00-12:00',
      is_default: true,
      position: 2,
    })
    .execute();
  await q
    .insertInto('holidays')
    .values(HOLIDAYS.map(([name, date], index) => ({ name, date, is_yearly: true, position: index + 1 })))
    .execute();
}

/** Calculates the SLA targets of past tickets in these office hours. */
export async function replayCases(q: Db['q'], departmentId: number, now: Date) {
  const hours = await readHours(q, departmentId);
  const priorities = await q.selectFrom('priorities').selectAll().orderBy('rank').execute();
  return (one: Omit<DemoCase, 'ticketId'>): Replayed => {
    const priority = priorities[one.past.priority];
    const targets = {
      first_response: priority?.first_response_minutes ?? null,
      next_response: priority?.next_response_minutes ?? null,
      resolution: priority?.resolution_minutes ?? null,
    };
    return replaySla(slaEventsOf(one), { targets, hours, priority: priority?.name ?? '' }, now);
  };
}

function slaEventsOf({ past, agent, name }: Omit<DemoCase, 'ticketId'>): ReplayedEvent[] {
  const open = { status: 'open' } as const;
  const agentName = agent?.fullname ?? null;
  const said = past.messages.flatMap(({ kind, at }): ReplayedEvent[] => {
    if (kind === 'note') return [];
    return kind === 'inbound'
      ? [{ what: 'customer_wrote', at, by: name, ...open }]
      : [{ what: 'answered', at, by: agentName, ...open }];
  });
  const at = isDone(past) ? solvedAt(past) : endOfPastTicket(past);
  return [
    { what: 'opened', at: past.createdAt, by: null, ...open },
    ...said,
    ...(past.status === 'open' ? [] : [{ what: 'moved', at, by: agentName, status: past.status } as const]),
  ];
}

/** Inserts the clocks once the tickets have their ids. */
export async function insertClocks(
  q: Db['q'],
  cases: readonly { ticketId: number; replayed: Replayed }[],
): Promise<void> {
  const rows = cases.map(({ ticketId, replayed }) => replayed.rows(ticketId));
  const clocks = rows.flatMap((row) => row.clocks);
  const entries = rows.flatMap((row) => row.entries);
  // A statement takes at most 65,535 values.
  for (let start = 0; start < clocks.length; start += 2000)
    await q
      .insertInto('sla_clocks')
      .values(clocks.slice(start, start + 2000))
      .execute();
  for (let start = 0; start < entries.length; start += 2000)
    await q
      .insertInto('sla_entries')
      .values(entries.slice(start, start + 2000))
      .execute();
}
