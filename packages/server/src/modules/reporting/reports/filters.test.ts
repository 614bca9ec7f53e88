import {
  Media,
  type Metric,
  type Report,
  type ReportPerson,
  type TicketDashboard,
} from '@trunkline/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import type { Username } from '../../../../test/people.ts';

/** A ticket of the test, from which it computes the expected figures. */
type Row = {
  id: number;
  type: number | null;
  tags: readonly string[];
  size: number | null;
  account: number;
  /** Its department when its customer wrote, and its current one. */
  was: number;
  is: number;
  by: Username | null;
  /** The day of November on which its customer wrote. */
  day: number;
};

const TAGS = ['apple', 'banana', 'cherry'];
const AGENTS: readonly Username[] = ['dewi', 'budi'];
const SIZES = [10, 20];
const address = (asked: object): string =>
  Object.entries(asked)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`]))
    .join('&');
const where = (...conditions: object[]): string => JSON.stringify(conditions);

describe('filters of reports', () => {
  let t: TestApp;
  let desk: ReturnType<typeof deskOf>;
  let fieldId = 0;
  let firstId = 0;
  const types: number[] = [];
  const accounts: number[] = [];
  const rows: Row[] = [];
  const q = () => t.platform.db.q;
  const department = (index: number) => t.departmentIds[index] ?? 0;

  beforeAll(async () => {
    t = await testApp();
    desk = deskOf(() => t);
    await t.as('admin', 'PATCH', '/api/configs/app', { time_zone: 'Asia/Jakarta' });
    await sql`select ensure_month_partitions('messages', '2026-10-01'::date, now()::date)`.execute(q());
    for (const name of ['A', 'B']) {
      const account = await sql<{ id: number }>`
        insert into channel_accounts (media_id, name, key, department_id, settings)
        values (${Media.whatsapp}, ${name}, ${`key-${name}`}, ${department(0)}, '{}') returning id`.execute(
        q(),
      );
      accounts.push(account.rows[0]?.id ?? 0);
      const type = await desk.data<{ id: number }>('admin', 'POST', '/api/settings/types', {
        values: { name: `Type ${name}` },
      });
      types.push(type.id);
    }
    const field = await desk.data<{ id: number }>('admin', 'POST', '/api/settings/custom_fields', {
      values: { name: 'Size', key: 'size', kind: 'number', entity: 'ticket' },
    });
    fieldId = field.id;
    firstId = (await desk.create({}, 'admin')).id;
    const size = 40;
    // All combinations of a few remainders, so that the data does not depend on chance.
    for (let n = 0; n < size; n += 1) {
      await insert(n);
      // Half of the tickets are counted, and the others are read from their messages.
      if (n === size / 2) await t.app.modules.reporting.messageFigures.count();
    }
  });
  afterAll(() => t.close());

  async function insert(n: number): Promise<void> {
    const row: Row = {
      id: 0,
      type: [types[0] ?? 0, types[1] ?? 0, null][n % 3] ?? null,
      tags: TAGS.filter((_, index) => (n >> index) % 2 === 1),
      size: SIZES[n % 4] ?? null,
      account: accounts[n % 2] ?? 0,
      was: department(n % 5 === 0 ? 1 : 0),
      is: department(n % 3 === 0 ? 1 : 0),
      by: n % 7 === 0 ? null : (AGENTS[n % 2] ?? null),
      day: 2 + (n % 4),
    };
    const asked = `2026-11-0${row.day}T09:00:00+07:00`;
    const answers = JSON.stringify(row.size === null ? {} : { [fieldId]: row.size });
    const ticket = await sql<{ id: number }>`
      insert into tickets (number, subject, department_id, priority_id, media_id, customer_id, tags, type_id, created_at, fields)
      select ${`F-${n}`}, 'x', ${row.is}, priority_id, media_id, customer_id, ${row.tags}::text[], ${row.type}, ${asked},
        ${answers}::jsonb from tickets where id = ${firstId} returning id`.execute(q());
    const id = ticket.rows[0]?.id ?? 0;
    rows.push({ ...row, id });
    if (row.was !== row.is)
      await sql`insert into ticket_department_changes (ticket_id, department_id, until)
        values (${id}, ${row.was}, '2026-11-20T00:00:00Z')`.execute(q());
    const conversation = await sql<{ id: number }>`
      insert into conversations (ticket_id, customer_id, media_id, channel_account_id, address, department_id, status)
      select id, customer_id, ${Media.whatsapp}, ${row.account}, ${`62${n}`}, department_id, 'ended' from tickets where id = ${id}
      returning id`.execute(q());
    const addMessage = (kind: string, author: Username | null, at: string) =>
      sql`
      insert into messages (ticket_id, conversation_id, media_id, kind, author_type, author_id, author_name, created_at)
      values (${id}, ${conversation.rows[0]?.id}, ${Media.whatsapp}, ${kind}, ${author ? 'user' : 'customer'},
        ${author && t.idOf(author)}, 'x', ${at})`.execute(q());
    await addMessage('inbound', null, asked);
    if (row.by) await addMessage('outbound', row.by, `2026-11-0${row.day}T09:${10 + (n % 40)}:00+07:00`);
  }

  type Filters = {
    department_id?: number | undefined;
    user?: Username | undefined;
    account_id?: number | undefined;
    departments?: 'now' | undefined;
    type?: number | undefined;
    tags?: readonly string[] | undefined;
    without?: string | undefined;
    size?: number | undefined;
    until: number;
  };

  const conditionsOf = ({ type, tags, without, size }: Filters): string | undefined => {
    const all = [
      ...(type === undefined ? [] : [{ field: 'type_id', op: 'is', value: [type] }]),
      ...(tags?.length ? [{ field: 'tags', op: 'is', value: [...tags] }] : []),
      ...(without === undefined ? [] : [{ field: 'tags', op: 'is_not', value: [without] }]),
      ...(size === undefined ? [] : [{ field: `field:${fieldId}`, op: 'is', value: size }]),
    ];
    return all.length === 0 ? undefined : where(...all);
  };
  const queryOf = (asked: Filters): string =>
    address({
      from: '2026-11-02',
      until: `2026-11-0${asked.until}`,
      department_id: asked.department_id,
      user_id: asked.user && t.idOf(asked.user),
      account_id: asked.account_id,
      departments: asked.departments,
      where: conditionsOf(asked),
    });

  const isIn = (asked: Filters) => (row: Row) =>
    row.day <= asked.until &&
    (asked.department_id === undefined ||
      row[asked.departments === 'now' ? 'is' : 'was'] === asked.department_id) &&
    (asked.account_id === undefined || row.account === asked.account_id) &&
    (asked.type === undefined || row.type === asked.type) &&
    (!asked.tags?.length || row.tags.some((tag) => asked.tags?.includes(tag))) &&
    (asked.without === undefined || !row.tags.includes(asked.without)) &&
    (asked.size === undefined || row.size === asked.size);

  const data = async <T>(path: string): Promise<T> => desk.data<T>('admin', 'GET', path);

  async function everywhere(asked: Filters) {
    const query = queryOf(asked);
    const report = await data<Report>(`/api/reports/whatsapps?${query}&group=department`);
    const records = await data<{ cells: object }[]>(`/api/reports/whatsapps/records?${query}`);
    const metrics = await data<Metric[]>(`/api/metrics?report=whatsapps&${query}`);
    const { body } = await t.as('admin', 'GET', `/api/reports/whatsapps/file?${query}&group=record`);
    return {
      tile: report.total,
      page: report.rows.reduce((sum, { figures }) => sum + (figures['waits'] ?? 0), 0),
      drillDown: records.length,
      metric: metrics.find(({ code }) => code === 'waits')?.value,
      csv: String(body).trim().split('\n').length - 1,
    };
  }

  const some = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

  it('tile, page, records, metric and file say what the rows say, under any filters (F16)', async () => {
    const filters = () =>
      fc.record({
        department_id: some([department(0), department(1)]),
        user: some(AGENTS),
        account_id: some(accounts),
        departments: some(['now'] as const),
        type: some(types),
        tags: some([['apple'], ['apple', 'banana'], ['cherry']]),
        without: some(TAGS),
        size: some(SIZES),
        until: fc.constantFrom(2, 3, 5),
      });
    await fc.assert(
      fc.asyncProperty(filters(), async (asked) => {
        const found = rows.filter(isIn(asked)).filter(({ by }) => !asked.user || by === asked.user);
        const { tile, ...counts } = await everywhere(asked);
        const waits = found.length;
        expect(counts).toEqual({ page: waits, drillDown: waits, metric: waits, csv: waits });
        expect(tile).toMatchObject({
          waits,
          waits_answered: found.filter(({ by }) => by !== null).length,
          messages_sent: found.filter(({ by }) => by !== null).length,
          // Received messages belong to no agent.
          messages_received: asked.user ? null : waits,
          tickets: waits,
        });
      }),
      { numRuns: 12, seed: 24 },
    );
  });

  it('“or” counts each ticket once, “without” leaves it out, and rows by tag overlap (F9)', async () => {
    const all = rows.filter(({ day }) => day <= 5);
    const having = (tag: string) => all.filter(({ tags }) => tags.includes(tag)).length;
    const either = all.filter(({ tags }) => tags.includes('apple') || tags.includes('banana')).length;
    expect((await everywhere({ tags: ['apple', 'banana'], until: 5 })).tile).toMatchObject({ waits: either });
    const without = await everywhere({ without: 'banana', until: 5 });
    expect(without.tile).toMatchObject({ waits: all.length - having('banana') });
    const byTag = await data<Report>(`/api/reports/whatsapps?${queryOf({ until: 5 })}&group=tag`);
    expect(byTag.total['waits']).toBe(all.length);
    expect(Object.fromEntries(byTag.rows.map(({ key, figures }) => [key, figures['waits']]))).toEqual({
      ...Object.fromEntries(TAGS.map((tag) => [tag, having(tag)])),
      '': all.filter(({ tags }) => tags.length === 0).length,
    });
    for (const row of ['tag:apple', 'tag:']) {
      const shown = byTag.rows.find(({ key }) => `tag:${key}` === row)?.figures['waits'];
      const behind = await data<object[]>(
        `/api/reports/whatsapps/records?${queryOf({ until: 5 })}&row=${row}`,
      );
      expect(behind).toHaveLength(shown ?? -1);
    }
  });

  it('a handle time counts once however many tags its ticket has (F9)', async () => {
    for (const [index, seconds] of [100, 200, 300].entries()) {
      const tags = index < 2 ? ['plum', 'pear'] : ['plum'];
      const { id } = await desk.create({ tags }, 'admin');
      await sql`
        insert into calls (media_id, kind, direction, state, user_id, ticket_id, room_name, started_at, answered_at, ended_at, end_reason)
        values (18, 'voice', 'inbound', 'ended', ${t.idOf('dewi')}, ${id}, ${`room-${index}`}, '2026-11-10T03:00:00Z',
          '2026-11-10T03:00:00Z', '2026-11-10T03:00:00Z'::timestamptz + ${seconds} * interval '1 second', 'hung_up')`.execute(
        q(),
      );
    }
    const voip = (...conditions: object[]) =>
      data<Report>(
        `/api/reports/voip?from=2026-11-10&until=2026-11-10&group=tag&where=${encodeURIComponent(where(...conditions))}`,
      );
    const handled = (figures: Report['total']) => [figures['calls_handled'], figures['handle_seconds']];
    const either = await voip({ field: 'tags', op: 'is', value: ['plum', 'pear'] });
    expect(either.total).toMatchObject({ calls_handled: 3, handle_seconds: 600, handle_mean_seconds: 200 });
    expect(either.rows.map(({ key, figures }) => [key, ...handled(figures)])).toEqual([
      ['pear', 2, 300],
      ['plum', 3, 600],
    ]);
    const without = await voip({ field: 'tags', op: 'is_not', value: ['pear'] });
    expect(handled(without.total)).toEqual([1, 300]);
  });

  it('departments as they were and as they are come to the same sum', async () => {
    const by = async (more: string) =>
      (await data<Report>(`/api/reports/whatsapps?${queryOf({ until: 5 })}&group=department${more}`)).rows
        .map(({ key, figures }) => [Number(key), figures['waits']] as const)
        .toSorted(([a], [b]) => a - b);
    const counted = (when: 'was' | 'is') =>
      [department(0), department(1)]
        .map((id) => [id, rows.filter((row) => row[when] === id).length] as const)
        .toSorted(([a], [b]) => a - b);
    expect(await by('')).toEqual(counted('was'));
    expect(await by('&departments=now')).toEqual(counted('is'));
    expect(counted('was')).not.toEqual(counted('is'));
  });

  it('a ticket that moves leaves behind where it was', async () => {
    const { id, version } = await desk.create({}, 'admin');
    await t.as('admin', 'POST', `/api/tickets/${id}/transfer`, { version, department_id: department(1) });
    const { rows: kept } =
      await sql`select department_id from ticket_department_changes where ticket_id = ${id}`.execute(q());
    expect(kept).toEqual([{ department_id: department(0) }]);
    await sql`delete from tickets where id = ${id}`.execute(q());
  });

  it('the dashboard of tickets is narrowed down in the same way, as its records are', async () => {
    const asked: Filters = { type: types[0], tags: ['apple', 'cherry'], until: 5 };
    const query = address({ from: '2026-11-02', until: '2026-11-05', where: conditionsOf(asked) });
    const dashboard = await data<TicketDashboard>(`/api/dashboards/tickets?${query}`);
    const records = await data<object[]>(`/api/dashboards/tickets/records?${query}&figure=created`);
    const expected = rows.filter(isIn(asked)).length;
    expect([dashboard.total.tickets_created, records.length]).toEqual([expected, expected]);
  });

  it('what a report can not be asked for is refused, and a figure that there is none of is null', async () => {
    const refused = [
      `/api/reports/break_history?${queryOf({ until: 5, account_id: accounts[0] })}`,
      `/api/reports/whatsapps?${queryOf({ until: 5 })}&outcome=resolved`,
      `/api/reports/whatsapps?${queryOf({ until: 5 })}&where=${encodeURIComponent(where({ field: 'subject', op: 'is', value: 'x' }))}`,
      `/api/metrics?report=break_history&${queryOf({ until: 5, type: types[0] })}`,
      '/api/metrics?report=whatsapps',
    ];
    for (const path of refused)
      expect([path, (await t.as('admin', 'GET', path)).status]).toEqual([path, 400]);
    const time = await data<Report>(`/api/reports/performance?${queryOf({ until: 5, type: types[0] })}`);
    expect(time.total).toMatchObject({ signed_in_seconds: null, occupancy_ratio: null, solutions: 0 });
    const calls = await data<Report>(`/api/reports/calls?${queryOf({ until: 5 })}&outcome=resolved`);
    expect(calls.total).toMatchObject({
      service_level_ratio: null,
      calls_abandoned: null,
      calls_answered: 0,
    });
  });

  it('who has left can be chosen for days on which they worked, and for no others (F10)', async () => {
    await sql`update users set is_active = false where id = ${t.idOf('budi')}`.execute(q());
    const named = async (days: string) =>
      (await data<ReportPerson[]>(`/api/report-people?${days}`)).filter(({ is_left: isLeft }) => isLeft);
    expect(await named('from=2026-11-02&until=2026-11-05')).toMatchObject([{ name: 'Budi Santoso' }]);
    expect(await named('from=2026-10-05&until=2026-10-07')).toEqual([]);
    await sql`update users set is_active = true where id = ${t.idOf('budi')}`.execute(q());
  });

  it(
    'a merged department is the one that it went to, where departments count as they are now',
    { tags: 'full' },
    async () => {
      const days = 'from=2026-11-02&until=2026-11-05';
      const before = await data<Report>(`/api/reports/whatsapps?${days}&department_id=${department(1)}`);
      await t.as('admin', 'POST', `/api/settings/departments/${department(1)}/merge`, {
        into_id: department(0),
      });
      for (const path of [
        `/api/reports/whatsapps?${days}&departments=now`,
        `/api/reports/user_activity?${days}&departments=now`,
        `/api/dashboards/tickets?${days}`,
        `/api/dashboards/tickets/records?${days}&figure=created`,
        `/api/dashboards/agents?${days}`,
        `/api/dashboards/survey?${days}`,
      ]) {
        const of = async (id: number) => {
          // Deadlines of the moved tickets are computed anew meanwhile.
          const {
            at: _,
            now: __,
            ages: ___,
            ...said
          } = await data<{ at?: string; now?: object; ages?: object }>(`${path}&department_id=${id}`);
          return [path, said];
        };
        expect(await of(department(1))).toEqual(await of(department(0)));
      }
      const now = await data<Report>(
        `/api/reports/whatsapps?${days}&departments=now&department_id=${department(1)}`,
      );
      expect(now.total['waits']).toBe(rows.length);
      const then = await data<Report>(`/api/reports/whatsapps?${days}&department_id=${department(1)}`);
      expect(then.total).toEqual(before.total);
    },
  );
});
