import { TICKET_SORTS, type TicketFilter, type TicketSort } from '@trunkline/contract';
import { Kysely, PostgresDialect, sql, type CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '#platform/access';
import type { Cursor } from '#platform/paging';
import type { Tables } from '#platform/tables';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { listPage } from './list-query.ts';
import { sortPositionOf } from './list-order.ts';

/** The index for each order, within a department and a status. */
const INDEX: Record<TicketSort, string> = {
  newest: 'tickets_list',
  oldest: 'tickets_list',
  created: 'tickets_created',
  waiting: 'tickets_waiting',
  due: 'tickets_sla_due',
  priority_high: 'tickets_priority',
  priority_low: 'tickets_priority',
  number_high: 'tickets_number_order',
  number_low: 'tickets_number_order',
  subject_az: 'tickets_subject_order',
  subject_za: 'tickets_subject_order',
};
const COUNT = 20_000;
const LIMIT = 50;
/** Two departments, two statuses and three priorities: the number of index ranges that the largest list merges. */
const RUNS = 12;
const now = new Date('2026-11-20T12:00:00.000Z');

let t: TestApp;
let viewer: Viewer;
beforeAll(async () => {
  t = await testApp();
  const { q } = t.platform.db;
  await sql`insert into customers (name) values ('Rina')`.execute(q);
  await sql`insert into tickets (number, subject, status, department_id, priority_id, media_id, customer_id, waiting_since,
      resolution_due_at, created_at, last_message_at)
    select (99000 + n)::text, case n % 3 when 0 then 'Ticket' when 1 then 'parcel ' || n else 'Pesan ' || n end, case n % 10 when 0 then 'pending' else 'open' end, (${t.departmentIds}::bigint[])[1 + n % 2],
      (select id from priorities order by rank offset n % 3 limit 1), 1, 1, ${now}::timestamptz - n % 977 * interval '1 minute',
      ${now}::timestamptz + n % 991 * interval '1 minute', ${now}::timestamptz - n % 983 * interval '1 minute',
      ${now}::timestamptz - n % 997 * interval '1 minute' from generate_series(1, ${COUNT}::int) n`.execute(
    q,
  );
  await sql`analyze tickets, customers, departments, priorities`.execute(q);
  viewer = await t.app.modules.auth.viewer(await t.signIn('admin'));
});
afterAll(() => t.close());

type Node = {
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};
const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];

/** The plan of the query for a page: the query is captured, and explained. */
async function explain(filter: TicketFilter, after: Cursor | undefined): Promise<Node[]> {
  const { pool } = t.platform.db;
  const asked: CompiledQuery[] = [];
  const listening = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void asked.push(query),
  });
  await listPage({ ...t.platform.db, q: listening }, viewer, { filter, limit: LIMIT, after, now });
  const [query] = asked;
  if (asked.length !== 1 || !query) throw new Error('a page is one question to the database');
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `explain (analyze, format json) ${query.sql}`,
    [...query.parameters],
  );
  return rows.flatMap((row) => flat(row['QUERY PLAN'][0].Plan));
}

/** How many rows of an index were read. */
const looked = (nodes: readonly Node[], index: string): number =>
  nodes
    .filter((node) => node['Index Name'] === index)
    .reduce((sum, node) => sum + rowsOf(node) * node['Actual Loops'], 0);
const rowsOf = (node: Node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);

describe.each(TICKET_SORTS)('a list of tickets by %s', (sort) => {
  const filter: TicketFilter = { status: ['open', 'pending', 'on_hold'], assignee: 'any', sort };

  it('reads the index of its order only at the heads of the runs, and joins one page, first or later', async () => {
    const rows = await listPage(t.platform.db, viewer, { filter, limit: 3000, after: undefined, now });
    const far = rows[2500];
    expect(far).toBeDefined();
    for (const after of [undefined, far && sortPositionOf(far, sort)]) {
      const nodes = await explain(filter, after);
      expect(nodes.map((node) => node['Index Name'])).toContain(INDEX[sort]);
      const rowsRead = looked(nodes, INDEX[sort]);
      expect(rowsRead).toBeGreaterThan(LIMIT);
      expect(rowsRead).toBeLessThanOrEqual(RUNS * (LIMIT + 1));
      const joined = looked(nodes, 'tickets_pkey');
      expect(joined).toBeGreaterThan(0);
      expect(joined).toBeLessThanOrEqual(LIMIT + 1);
    }
  });
});

describe('a cursor', () => {
  const cursorOf = (key: string) => Buffer.from(JSON.stringify([key, 7])).toString('base64url');
  const list = async (sort: TicketSort, key: string) =>
    (await t.as('admin', 'GET', `/api/tickets?sort=${sort}&cursor=${cursorOf(key)}`)).status;

  it('of another order, or one that no list has given out, is refused', async () => {
    expect(await list('newest', '00000000000000000001')).toBe(400);
    expect(await list('due', '1')).toBe(400);
    expect(await list('number_low', 'T\u0000')).toBe(400);
    expect(await list('priority_high', '')).toBe(400);
    expect(await list('created', '2026-11-20T12:00:00.000Z')).toBe(200);
    expect(await list('priority_low', '00000000000000000002')).toBe(200);
    expect(await list('subject_az', 'x\u0000')).toBe(400);
    expect(await list('subject_az', 'x'.repeat(61))).toBe(400);
    expect(await list('subject_za', 'où est\u{1f4e6}')).toBe(200);
  });
});
