import { Media } from '@trunkline/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '#platform/access';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import { createReports, type Reports } from '../reports/service.ts';
import { createMessageFigures } from './service.ts';
import { messageFigureCtes } from './figures.ts';
import {
  type FigureScope,
  expectedTotal,
  type Line,
  LINES,
  type LineKind,
  type ExpectedFigures,
} from '../../../../test/message-reference.ts';

const NOW = new Date('2025-11-12T10:07:31Z');
const START = Date.parse('2025-11-03T00:00:00Z');
const MINUTE_MS = 60_000;

let t: TestApp;
let customerId: number;
let viewer: Viewer;
let reports: Reports;
beforeAll(async () => {
  t = await testApp();
  customerId = await deskOf(() => t).customerId();
  await sql`select ensure_month_partitions('messages', '2025-10-01'::date, now()::date)`.execute(q());
  await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'Asia/Kathmandu' });
  const admin = await t.app.modules.auth.viewerOf(t.idOf('admin'));
  if (!admin) throw new Error('no admin');
  viewer = admin;
  reports = createReports({
    db: t.platform.db,
    clock: { ...t.platform.clock, now: () => NOW },
    settings: t.app.modules.settings,
  });
});
afterAll(() => t.close());
beforeEach(empty);

const q = () => t.platform.db.q;
const figures = () => t.app.modules.reporting.messageFigures;
const at = (minute: number) => new Date(START + minute * MINUTE_MS);

async function empty(): Promise<void> {
  await sql`delete from messages`.execute(q());
  await sql`delete from tickets`.execute(q());
  await figures().count();
}

/** Inserts tickets with their messages in order of time, and moves and merges them. */
async function insert(tickets: readonly ExpectedFigures[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into tickets (number, subject, status, department_id, media_id, priority_id, customer_id, created_at, updated_at)
    select nextval('ticket_numbers')::text, 'x', 'open', d.id, 6, (select min(id) from priorities), ${customerId}, ${at(0)}, ${at(0)}
    from unnest(${tickets.map(({ department }) => t.departmentIds[department])}::bigint[]) with ordinality d (id, n) order by d.n
    returning id`.execute(q());
  const ids = rows.map((row) => row.id);
  const lines = tickets
    .flatMap(({ lines: own }, n) => own.map((line) => ({ ...line, ticket: ids[n] ?? 0 })))
    .toSorted((a, b) => a.minute - b.minute)
    .map(({ minute, what, media, ticket }, n) => {
      const { kind, by, event, isAuto, isForward, state }: LineKind = LINES[what];
      const author = by === 'dewi' || by === 'budi' ? t.idOf(by) : null;
      return {
        n,
        ticket,
        media: kind === 'event' ? null : media,
        kind,
        by: author === null ? by : 'user',
        author,
        event,
        mail: isAuto ? { is_auto: true } : isForward ? { forwards: {} } : null,
        state,
        at: at(minute),
      };
    });
  await sql`insert into messages (ticket_id, media_id, kind, author_type, author_id, author_name, event, mail, state, created_at)
    select ticket, media, kind, by, author, 'x', event, mail, state, at from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as r (n int, ticket bigint, media int, kind text, by text, author bigint, event jsonb, mail jsonb, state text, at timestamptz)
    order by n`.execute(q());
  for (const [n, { movedAfter, department, mergedInto }] of tickets.entries()) {
    if (movedAfter !== null)
      await sql`update tickets set department_id = ${t.departmentIds[1 - department]}, updated_at = ${at(movedAfter)}
        where id = ${ids[n]}`.execute(q());
    if (mergedInto !== null)
      await sql`update tickets set merged_into = ${ids[mergedInto]} where id = ${ids[n]}`.execute(q());
  }
  return ids;
}

const DAYS = {
  from: '2025-11-12',
  until: '2025-11-12',
  before_from: '2025-11-05',
  before_until: '2025-11-05',
};
/** The same days in the time zone of Kathmandu, 5:45 h ahead of UTC. */
const SPANS = {
  total: { from: new Date('2025-11-11T18:15:00Z'), until: new Date('2025-11-12T18:15:00Z') },
  before: { from: new Date('2025-11-04T18:15:00Z'), until: new Date('2025-11-05T18:15:00Z') },
};
const ALL = [{}] as const;
const FILTERED = [{}, { department: 1 }, { by: 'dewi' }] as const;

/** Compares the report's figures for both days with those calculated from the lines. */
async function compare(
  tickets: readonly ExpectedFigures[],
  filters: readonly { department?: number; by?: 'dewi' }[] = ALL,
): Promise<void> {
  for (const { department, by } of filters) {
    const report = await reports.read(viewer, 'whatsapps', {
      ...DAYS,
      group: 'hour',
      department_id: department === undefined ? undefined : t.departmentIds[department],
      user_id: by && t.idOf(by),
    });
    for (const part of ['total', 'before'] as const) {
      const asked: FigureScope = { span: SPANS[part], media: Media.whatsapp, department, by, at };
      const said = expectedTotal(tickets, asked);
      expect([part, department, by, report[part]]).toEqual([part, department, by, said]);
    }
    const sum = (name: string) => report.rows.reduce((all, { figures: own }) => all + (own[name] ?? 0), 0);
    expect([sum('waits'), sum('messages_sent')]).toEqual([
      report.total['waits'],
      report.total['messages_sent'],
    ]);
  }
}

/** The same for a range that ends within a quarter of an hour, as the dashboards' compared period does. */
async function compareCut(
  tickets: readonly ExpectedFigures[],
  span: { from: Date; until: Date },
): Promise<void> {
  const { rows } = await sql`
    with ${messageFigureCtes(span, [Media.whatsapp])}
    select (select coalesce(sum(received), 0) from said)::int as messages_received,
      (select coalesce(sum(sent), 0) from said)::int as messages_sent, (select count(*) from waits)::int as waits`.execute(
    q(),
  );
  const asked: FigureScope = { span, media: Media.whatsapp, department: undefined, by: undefined, at };
  expect(expectedTotal(tickets, asked)).toMatchObject(rows[0] ?? {});
}

// Minutes within two days a week apart, around midnight and around the end of the compared period.
const minute = fc.oneof(
  fc.integer({ min: 1400, max: 3600 }),
  fc.integer({ min: 12_900, max: 14_300 }),
  fc.integer({ min: 3480, max: 3495 }),
);
const line: fc.Arbitrary<Line> = fc.record({
  minute,
  what: fc.constantFrom(...(Object.keys(LINES) as (keyof typeof LINES)[])),
  media: fc.constantFrom(Media.whatsapp, Media.whatsapp, Media.liveChat),
});
const told: fc.Arbitrary<ExpectedFigures> = fc.record({
  department: fc.constantFrom(0, 1),
  movedAfter: fc.option(minute, { nil: null }),
  // Later tickets are merged into earlier ones, so that no target is merged itself.
  mergedInto: fc.constant(null),
  lines: fc.array(line, { minLength: 1, maxLength: 14 }),
});

async function tryExamples(numRuns: number): Promise<number> {
  let tried = 0;
  const asked = fc.record({
    tickets: fc.array(told, { minLength: 2, maxLength: 5 }),
    merged: fc.array(told, { maxLength: 2 }),
    later: fc.array(told, { minLength: 1, maxLength: 2 }),
    cut: fc
      .tuple(fc.integer({ min: 3480, max: 3495 }), fc.integer({ min: 0, max: 40 }))
      .map(([first, length]) => ({
        from: at(first),
        until: at(first + length + 0.5),
      })),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ tickets, merged, later, cut }) => {
      await empty();
      const all = [...tickets, ...merged.map((one) => ({ ...one, mergedInto: 0 }))];
      await insert(all);
      await compare(all, FILTERED);
      await figures().count();
      await compare(all, FILTERED);
      await compareCut(all, cut);
      expect(await figures().check()).toMatchObject({ uncounted: 0, differences: [] });
      await insert(later);
      await compare([...all, ...later]);
      await compareCut([...all, ...later], cut);
      tried += 1;
    }),
    { numRuns, endOnFailure: true },
  );
  return tried;
}

describe('figures of messages from what is kept of them', () => {
  it('are those of the messages, as an independent reckoning has them', async () => {
    expect(await tryExamples(2)).toBe(2);
  });
  it('are those of the messages, over many examples', { tags: 'full', timeout: 600_000 }, async () => {
    expect(await tryExamples(60)).toBe(60);
  });

  it('count what is committed after its ticket was counted, once (F13)', async () => {
    const ask: Line = { minute: 13_000, what: 'asked', media: Media.whatsapp };
    const ticket: ExpectedFigures = { department: 0, movedAfter: null, mergedInto: null, lines: [ask] };
    const [id = 0] = await insert([ticket]);
    await t.platform.db.transaction(async ({ q: late }) => {
      await sql`insert into messages (ticket_id, media_id, kind, author_type, author_id, author_name, created_at)
        values (${id}, ${Media.whatsapp}, 'outbound', 'user', ${t.idOf('dewi')}, 'x', ${at(13_005)})`.execute(
        late,
      );
      expect(await figures().count()).toBe(1);
    });
    const both = [
      {
        ...ticket,
        lines: [ask, { minute: 13_005, what: 'dewi', media: Media.whatsapp }],
      } satisfies ExpectedFigures,
    ];
    await compare(both);
    expect([await figures().count(), await figures().count()]).toEqual([1, 0]);
    await compare(both);
  });

  it('are whole where the job is killed half-way, and where the time zone is changed afterwards', async () => {
    // In Kathmandu a quarter past midnight of the 12th, in UTC still the 11th.
    const lines: Line[] = [{ minute: 12_630, what: 'asked', media: Media.whatsapp }];
    const tickets: ExpectedFigures[] = [{ department: 0, movedAfter: null, mergedInto: null, lines }];
    await insert(tickets);
    const killed = createMessageFigures({
      db: {
        transaction: (work) =>
          t.platform.db.transaction(async (tx) => {
            await work(tx);
            throw new Error('killed');
          }),
      },
    });
    await expect(killed.count()).rejects.toThrow('killed');
    await compare(tickets);
    expect([await figures().count(), await figures().count()]).toEqual([1, 0]);
    await compare(tickets);
    await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'UTC' });
    const { rows } = await reports.read(viewer, 'whatsapps', {
      from: '2025-11-11',
      until: '2025-11-12',
      group: 'day',
    });
    expect(rows.map(({ key, figures: { waits } }) => [key, waits])).toEqual([['2025-11-11', 1]]);
    expect(await figures().check()).toMatchObject({ uncounted: 0, differences: [] });
    await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'Asia/Kathmandu' });
  });

  it(
    'are counted anew where rows were deleted, changed or emptied by hand, or a message is not what it was',
    { tags: 'full' },
    async () => {
      const lines: Line[] = [
        { minute: 13_000, what: 'asked', media: Media.whatsapp },
        { minute: 13_010, what: 'dewi', media: Media.whatsapp },
      ];
      const tickets: ExpectedFigures[] = [{ department: 0, movedAfter: null, mergedInto: null, lines }];
      await insert(tickets);
      for (const change of [
        sql`delete from message_waits`,
        sql`update message_counts set received = 7`,
        sql`truncate message_counts`,
      ]) {
        await figures().count();
        await change.execute(q());
        await compare(tickets);
        expect(await figures().count()).toBe(1);
        await compare(tickets);
      }
      await sql`update messages set state = 'failed' where kind = 'outbound'`.execute(q());
      const failed: ExpectedFigures[] = [
        { ...tickets[0]!, lines: [lines[0]!, { ...lines[1]!, what: 'undelivered' }] },
      ];
      await compare(failed);
      await figures().count();
      await compare(failed);
      await sql`delete from messages`.execute(q());
      await compare([]);
      await figures().count();
      await compare([]);
    },
  );

  it('costs a message one narrow row, and a delivery state none', async () => {
    const marks = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from message_figure_marks`.execute(q())).rows[0]?.n;
    const lines: Line[] = [{ minute: 13_010, what: 'dewi', media: Media.whatsapp }];
    await insert([{ department: 0, movedAfter: null, mergedInto: null, lines }]);
    expect(await marks()).toBe(1);
    for (const state of ['sent', 'delivered', 'read'])
      await sql`update messages set state = ${state}`.execute(q());
    await sql`update messages set body = 'y', failure = 'z'`.execute(q());
    expect(await marks()).toBe(1);
  });
});
