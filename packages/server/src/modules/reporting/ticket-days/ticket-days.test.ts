import type { TicketDashboard } from '@trunkline/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';
import { createTicketDays } from './service.ts';

/**
 * Berlin's clocks change by an hour, those of Lord Howe by half an hour; Nepal differs by three quarters of an hour, and
 * Newfoundland by half an hour.
 */
const ZONES = [
  'Asia/Jakarta',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
] as const;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A condition that every ticket meets: with any condition the figures are computed from the tickets. */
const ALWAYS = `where=${encodeURIComponent(JSON.stringify([{ field: 'tags', op: 'is_not', value: ['no such tag'] }]))}`;

/** All events of these tests are over by then, so no later days need sums. */
const LAST = new Date('2025-12-15T12:00:00Z');

let t: TestApp;
let customerId: number;
beforeAll(async () => {
  t = await testApp();
  customerId = await deskOf(() => t).customerId();
});
afterAll(() => t.close());
beforeEach(() => sql`delete from tickets`.execute(q()));

const q = () => t.platform.db.q;
const days = () =>
  createTicketDays({ db: t.platform.db, clock: { now: () => LAST }, settings: t.app.modules.settings });
const department = (n: number): number => t.departmentIds[n] ?? 0;

type Step = 'resolved' | 'reopened' | 'merged' | 'unmerged';
type TicketHistory = {
  at: Date;
  department?: number;
  media?: number;
  assignee?: Username | null;
  /** Seconds until the first reply by a person. */
  answered?: number | null;
  isOurs?: boolean;
  /** Status changes, by hours after its creation. */
  steps?: readonly (readonly [number, Step])[];
  first?: 'met' | 'breached' | 'running' | undefined;
  /** Hours until its resolution target was missed; null: met; undefined: there is none. */
  missedAfter?: number | null | undefined;
};

/** Inserts tickets with their history directly, even such as the desk would not allow. */
async function insert(tickets: readonly TicketHistory[], as = q()): Promise<number[]> {
  const later = (at: Date, hours: number) => new Date(at.getTime() + hours * HOUR_MS).toISOString();
  const { rows } = await sql<{ id: number }>`
    insert into tickets (number, subject, status, department_id, assignee_id, media_id, priority_id, customer_id, created_by,
      created_at, updated_at, first_response_at)
    select nextval('ticket_numbers')::text, 'A ticket', 'open', department, assignee, media, (select min(id) from priorities),
      ${customerId}, by_us, at, at, answered
    from jsonb_to_recordset(${JSON.stringify(
      tickets.map(
        ({ at, department: n = 0, media = 6, assignee = null, answered = null, isOurs = false }) => ({
          at: at.toISOString(),
          department: department(n),
          media,
          assignee: assignee && t.idOf(assignee),
          by_us: isOurs ? t.idOf('admin') : null,
          answered: answered === null ? null : later(at, answered / 3600),
        }),
      ),
    )}::jsonb) as r (at timestamptz, department bigint, media int, assignee bigint, by_us bigint, answered timestamptz)
    returning id`.execute(as);
  const ids = rows.map(({ id }) => id);
  const of = <T>(rowsOf: (ticket: TicketHistory, id: number) => T[]) =>
    JSON.stringify(tickets.flatMap((ticket, n) => rowsOf(ticket, ids[n] ?? 0)));
  await sql`insert into ticket_backlog_changes (ticket_id, kind, at)
    select * from jsonb_to_recordset(${of(({ at, steps = [] }, id) =>
      steps.map(([hours, kind]) => ({ id, kind, at: later(at, hours) })),
    )}::jsonb) as r (id bigint, kind text, at timestamptz)`.execute(as);
  await sql`insert into sla_clocks (ticket_id, kind, state, target_minutes, office_hours, time_zone, started_at, due_at, breached_at)
    select id, kind, state, 60, 'x', 'UTC', at, due, case state when 'breached' then due end
    from jsonb_to_recordset(${of(({ at, first, missedAfter }, id) => [
      ...(first === undefined ? [] : [{ id, kind: 'first_response', state: first, at, due: later(at, 1) }]),
      ...(missedAfter === undefined
        ? []
        : [
            {
              id,
              kind: 'resolution',
              state: missedAfter === null ? 'met' : 'breached',
              at,
              due: later(at, missedAfter ?? 1),
            },
          ]),
    ])}::jsonb) as r (id bigint, kind text, state text, at timestamptz, due timestamptz)`.execute(as);
  return ids;
}

async function read(query: string, as: Username = 'admin'): Promise<TicketDashboard> {
  const { status, body } = await t.as(as, 'GET', `/api/dashboards/tickets?${query}`);
  expect([status, body]).toMatchObject([200, {}]);
  const { at: _, ages, ...figures } = (body as { data: TicketDashboard }).data;
  // The bounds of the ages depend on the time of the request.
  return { ...figures, ages: ages.map(({ days, open }) => ({ days, open })) } as TicketDashboard;
}

const setZone = (zone: string) => t.as('admin', 'PATCH', '/api/configs/app', { time_zone: zone });

const START = Date.parse('2025-09-20T00:00:00Z');
const dayOf = (n: number) => new Date(START + n * DAY_MS).toISOString().slice(0, 10);

/** The history of a ticket: solved and reopened in turn. */
const steps = fc
  .array(fc.integer({ min: 0, max: 400 }), { maxLength: 5 })
  .map((hours) =>
    hours
      .toSorted((a, b) => a - b)
      .map((hour, n): [number, Step] => [hour, n % 2 === 0 ? 'resolved' : 'reopened']),
  );
const told: fc.Arbitrary<TicketHistory> = fc.record({
  // A minute within fifty days in which clocks change.
  at: fc.integer({ min: 0, max: 50 * 24 * 60 }).map((minute) => new Date(START + minute * 60_000)),
  department: fc.constantFrom(0, 1),
  media: fc.constantFrom(1, 6),
  assignee: fc.constantFrom('dewi', 'budi', null),
  answered: fc.option(fc.integer({ min: 0, max: 300_000 }), { nil: null }),
  isOurs: fc.boolean(),
  steps,
  first: fc.constantFrom('met', 'breached', 'running', undefined),
  missedAfter: fc.oneof(fc.constantFrom(null, undefined), fc.integer({ min: 0, max: 900 })),
});

/** Compares the figures of random ranges and viewers from sums, from sums of which some are outdated, and without sums. */
async function compare(numRuns: number): Promise<number> {
  let compared = 0;
  const asked = fc.record({
    zone: fc.constantFrom(...ZONES),
    first: fc.integer({ min: 0, max: 45 }),
    length: fc.constantFrom(1, 7, 30),
    before: fc.integer({ min: -5, max: 20 }),
    department: fc.constantFrom(undefined, 0, 1),
    as: fc.constantFrom<Username>('admin', 'supervisor'),
    tickets: fc.array(told, { minLength: 10, maxLength: 30 }),
    later: fc.array(told, { minLength: 1, maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ zone, first, length, before, as, tickets, later, ...more }) => {
      await sql`delete from tickets`.execute(q());
      await setZone(zone);
      const query = [
        `from=${dayOf(first)}&until=${dayOf(first + length - 1)}`,
        `before_from=${dayOf(before)}&before_until=${dayOf(before + length - 1)}`,
        ...(more.department === undefined ? [] : [`department_id=${department(more.department)}`]),
      ].join('&');
      const isAsSaid = async () => {
        expect(await read(query, as)).toEqual(await read(`${query}&${ALWAYS}`, as));
        compared += 1;
      };
      await insert(tickets);
      await isAsSaid();
      await days().sumDays();
      await isAsSaid();
      expect((await days().check()).differences).toEqual([]);
      await insert(later);
      await sql`delete from tickets where id = (select min(id) from tickets)`.execute(q());
      await isAsSaid();
    }),
    // Shrinking a counterexample would take minutes.
    { numRuns, endOnFailure: true },
  );
  return compared;
}

describe('figures of tickets from the sums of days', () => {
  it('are those of the tickets, whatever is asked and in whichever zone', async () => {
    expect(await compare(3)).toBe(9);
  });
  it('are those of the tickets, over many examples', { tags: 'full', timeout: 600_000 }, async () => {
    expect(await compare(25)).toBe(75);
  });
});

const NOON = Date.parse('2025-11-05T12:00:00Z');
const at = (hours: number) => new Date(NOON + hours * HOUR_MS);
const NOVEMBER = 'from=2025-11-01&until=2025-11-30';

/** How many sums the check has compared, and how many differ. */
const counts = async () => {
  const { compared, unsummed, differences } = await days().check();
  return { compared, unsummed, differing: differences.length };
};

describe('sums of days', () => {
  beforeEach(() => setZone('UTC'));

  it('count what is committed after its day was summed up, once (F13)', async () => {
    const created = async () => (await read(NOVEMBER)).total.tickets_created;
    await insert([{ at: at(0) }]);
    let summed = 0;
    await t.platform.db.transaction(async ({ q: late }) => {
      await insert([{ at: at(1) }], late);
      summed = await days().sumDays();
    });
    expect(summed).toBeGreaterThan(0);
    expect(await created()).toBe(2);
    await days().sumDays();
    await days().sumDays();
    expect([await created(), await counts()]).toMatchObject([2, { unsummed: 0, differing: 0 }]);
  });

  it('are read anew where anything that they are made of has changed', { tags: 'full' }, async () => {
    const [id = 0] = await insert([{ at: at(0), answered: 60, steps: [[1, 'resolved']], first: 'met' }]);
    await days().sumDays();
    const changes: Record<string, () => Promise<unknown>> = {
      department: () =>
        sql`update tickets set department_id = ${department(1)} where id = ${id}`.execute(q()),
      medium: () => sql`update tickets set media_id = 1 where id = ${id}`.execute(q()),
      'first reply': () =>
        sql`update tickets set first_response_at = ${at(0.5)} where id = ${id}`.execute(q()),
      'deadline missed': () =>
        sql`update sla_clocks set state = 'breached', breached_at = ${at(1)} where ticket_id = ${id}`.execute(
          q(),
        ),
      'deadline of solving': () =>
        sql`insert into sla_clocks (ticket_id, kind, state, target_minutes, office_hours, time_zone, started_at, breached_at)
          values (${id}, 'resolution', 'breached', 60, 'x', 'UTC', ${at(0)}, ${at(0)})`.execute(q()),
      'opened again': () =>
        sql`insert into ticket_backlog_changes (ticket_id, kind, at) values (${id}, 'reopened', ${at(50)})`.execute(
          q(),
        ),
      undone: () => sql`delete from ticket_backlog_changes where kind = 'reopened'`.execute(q()),
      "a machine's mail": () => sql`insert into sla_quiet (ticket_id) values (${id})`.execute(q()),
      'nobody’s any more': () => sql`delete from tickets where id = ${id}`.execute(q()),
    };
    for (const [what, change] of Object.entries(changes)) {
      const before = await read(NOVEMBER);
      await change();
      const said = await read(`${NOVEMBER}&${ALWAYS}`);
      expect([what, await read(NOVEMBER)]).toEqual([what, said]);
      expect([what, said]).not.toEqual([what, before]);
      expect([what, (await counts()).unsummed > 0]).toEqual([what, true]);
      await days().sumDays();
      expect([what, await read(NOVEMBER), await counts()]).toMatchObject([what, said, { unsummed: 0 }]);
    }
  });

  it('that were deleted or half deleted by hand are never read, those of another zone neither', async () => {
    await insert([{ at: at(0) }, { at: at(30), department: 1, steps: [[1, 'resolved']] }]);
    await days().sumDays();
    const said = await read(NOVEMBER);
    for (const change of [
      sql`delete from ticket_day_sums where department_id = ${department(1)}`,
      sql`delete from ticket_day_sums`,
      sql`delete from ticket_days`,
      sql`update ticket_days set time_zone = 'Asia/Jakarta'`,
    ]) {
      await change.execute(q());
      expect(await read(NOVEMBER)).toEqual(said);
      expect(await days().sumDays()).toBeGreaterThan(0);
      expect([await read(NOVEMBER), await days().sumDays()]).toEqual([said, 0]);
    }
  });
});
