import {
  CONDITION_FIELDS,
  conditionFieldOf,
  condition,
  ticketMatches,
  operatorsOf,
  TICKET_SORTS,
  TICKET_STATUSES,
  FIELD_KINDS,
  type Condition,
  type CustomField,
  type ConditionFieldName,
  type ConditionKind,
  type Ticket,
  type TicketFilter,
} from '@trunkline/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '#platform/access';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { ticketColumns } from './columns.ts';
import { comparePositions, sortPositionOf } from './list-order.ts';
import { listPage } from './list-query.ts';
import { canSee } from '../policy.ts';

const HOUR = 3_600_000;
const COUNT = 400;
const TAGS = ['delivery', 'refund', 'vip', '50% off', 'a_b'];

let t: TestApp;
let all: Ticket[];
let custom: CustomField[];
const viewers: Viewer[] = [];
const now = new Date('2026-11-20T12:00:00.000Z');

beforeAll(async () => {
  t = await testApp();
  const { pool } = t.platform.db;
  await pool.query(`insert into customers (name) values ('Rina'), ('Joko')`);
  await pool.query(`insert into ticket_types (name) values ('Question'), ('Complaint')`);
  await pool.query(`insert into categories (name) values ('Delivery'), ('Payment')`);
  await pool.query(`insert into subcategories (category_id, name) values (1, 'Late'), (2, 'Refund')`);
  await pool.query(`insert into caller_types (name) values ('Buyer'), ('Seller')`);
  const people = [t.idOf('dewi'), t.idOf('budi'), t.idOf('supervisor')];
  // Whole hours, so that many values are equal, and on the bounds of conditions.
  await pool.query(
    `insert into tickets (number, subject, status, department_id, assignee_id, priority_id, type_id, category_id, subcategory_id,
       caller_type_id, media_id, tags, customer_id, last_message_at, waiting_since, unread, is_unsent, first_response_due_at,
       first_response_at, next_response_due_at, resolution_due_at, solved_at, snoozed_until, created_at)
     select (100000 + n)::text, (array['Where is my order?', 'Refund 50% of it', 'a_b', 'REFUND', 'Kopi', '📦 kopi', '！kopi', 'Über'])[1 + r(8)],
       ($1::text[])[1 + r(5)], ($2::bigint[])[1 + r(2)], ($3::bigint[])[1 + r(6)], (select min(id) from priorities) + r(2),
       (array[1, 2, null])[1 + r(3)], (array[1, 2, null])[1 + r(3)], (array[1, 2, null])[1 + r(3)], (array[1, 2, null])[1 + r(3)],
       (array[1, 2, 6])[1 + r(3)], case r(3) when 0 then '{}' when 1 then array[($4::text[])[1 + r(5)]]
         else array[($4::text[])[1 + r(5)], 'delivery'] end, 1 + r(2),
       $5::timestamptz - r(40) * interval '1 hour', case r(2) when 0 then $5::timestamptz - r(40) * interval '1 hour' end, r(4), r(3) = 0,
       case r(2) when 0 then $5::timestamptz + (r(40) - 20) * interval '1 hour' end,
       case r(2) when 0 then $5::timestamptz - r(9) * interval '1 hour' end,
       case r(2) when 0 then $5::timestamptz + (r(40) - 20) * interval '1 hour' end,
       case r(2) when 0 then $5::timestamptz + (r(40) - 20) * interval '1 hour' end,
       case r(2) when 0 then $5::timestamptz - r(40) * interval '1 hour' end,
       case r(2) when 0 then $5::timestamptz + r(40) * interval '1 hour' end,
       $5::timestamptz - r(60) * interval '1 hour'
     from generate_series(1, ${COUNT}) n`.replaceAll(/\br\((\d+)\)/g, 'floor(random() * $1)::int'),
    [TICKET_STATUSES, t.departmentIds, people, TAGS, now],
  );
  const options = [1, 2, 3].map((id) => ({ id: String(id), name: `Option ${id}`, is_active: true }));
  await pool.query(
    `insert into custom_fields (name, key, entity, kind, options)
     select k, k, 'ticket', k, case when k like 'choice%' then $2::jsonb else '[]' end from unnest($1::text[]) k`,
    [FIELD_KINDS, JSON.stringify(options)],
  );
  await pool.query(
    `update tickets set fields = (select coalesce(jsonb_object_agg(f.id, case f.kind
        when 'number' then to_jsonb(r(5)) when 'check' then 'true' when 'choice' then to_jsonb((1 + r(3))::text)
        when 'choices' then jsonb_build_array((1 + r(2))::text, '3')
        when 'date' then to_jsonb(to_char($1::timestamptz - r(5) * interval '1 day', 'YYYY-MM-DD'))
        when 'date_time' then to_jsonb(to_char($1::timestamptz - r(40) * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'))
        else to_jsonb((array['Refund 50% of it', 'a_b', 'KOPI'])[1 + r(3)]) end), '{}')
      from custom_fields f where tickets.id > 0 and r(3) > 0)`.replaceAll(
      /\br\((\d+)\)/g,
      'floor(random() * $1)::int',
    ),
    [now],
  );
  custom = (await t.app.modules.settings.customFields.list(t.platform.db.q, 'ticket')).slice();
  await pool.query('analyze tickets');
  const { rows } =
    await sql<Ticket>`select ${ticketColumns} from tickets t join customers c on c.id = t.customer_id`.execute(
      t.platform.db.q,
    );
  all = rows;
  for (const name of ['admin', 'dewi'] as const)
    viewers.push(await t.app.modules.auth.viewer(await t.signIn(name)));
  const [, dewi] = viewers;
  if (dewi)
    viewers.push(
      { ...dewi, visibility: 'own' },
      { ...dewi, visibility: 'department', departmentIds: [t.departmentIds[1] ?? 0] },
    );
});
afterAll(() => t.close());

const anId = fc.integer({ min: 1, max: 4 });
const some = <T>(one: fc.Arbitrary<T>) => fc.uniqueArray(one, { minLength: 1, maxLength: 3 });
const aMoment = fc.oneof(
  fc.integer({ min: -40, max: 40 }).map((hours) => new Date(now.getTime() + hours * HOUR).toISOString()),
  fc.integer({ min: -40, max: 40 }).map((hours) => `${hours < 0 ? '-' : '+'}${Math.abs(hours)}h`),
);
const aText = fc.constantFrom('refund', '%', 'A_B', 'order', '1000', '50% ', '\\', 'kopi', '100017');

const OF_FIELD: Partial<Record<ConditionFieldName, fc.Arbitrary<unknown>>> = {
  status: some(fc.constantFrom(...TICKET_STATUSES)),
  media_id: some(fc.constantFrom(1, 2, 6)),
  assignee_id: some(fc.oneof(fc.constant('me'), fc.integer({ min: 1, max: 8 }))),
};
const OF_KIND: Record<ConditionKind, fc.Arbitrary<unknown>> = {
  choice: some(anId),
  choices: some(fc.constantFrom(...TAGS)),
  time: aMoment,
  text: aText,
  number: fc.integer({ min: 0, max: 4 }),
  check: fc.boolean(),
};

const aCondition = fc
  .constantFrom(...(Object.keys(CONDITION_FIELDS) as ConditionFieldName[]))
  .chain((field) => fc.tuple(fc.constant(field), fc.constantFrom(...operatorsOf(CONDITION_FIELDS[field]))))
  .chain(([field, op]) => withValue(field, op, OF_FIELD[field] ?? OF_KIND[CONDITION_FIELDS[field].kind]));

function withValue(field: Condition['field'], op: Condition['op'], one: fc.Arbitrary<unknown>) {
  const value = op === 'between' ? fc.tuple(one, one) : one;
  const isBare = op === 'is_empty' || op === 'is_set';
  return value.map((chosen): Condition =>
    condition.parse(isBare ? { field, op } : { field, op, value: chosen }),
  );
}

const aDay = fc.oneof(
  fc
    .integer({ min: -6, max: 2 })
    .map((days) => new Date(now.getTime() + days * 24 * HOUR).toISOString().slice(0, 10)),
  fc.integer({ min: 0, max: 6 }).map((days) => `-${days}d`),
);
const OF_ANSWER: Partial<Record<CustomField['kind'], fc.Arbitrary<unknown>>> = {
  choice: some(fc.constantFrom('1', '2', '3')),
  choices: some(fc.constantFrom('1', '2', '3')),
  number: fc.integer({ min: 0, max: 5 }),
  date: aDay,
  date_time: fc.oneof(aMoment, aDay),
  check: fc.boolean(),
};

/** Conditions on custom fields, which only exist once the database is filled. */
const aCustomCondition = fc
  .nat()
  .map((n) => custom[n % custom.length])
  .chain((field) => {
    if (!field) throw new Error('no custom field');
    const name: Condition['field'] = `field:${field.id}`;
    const of = conditionFieldOf(name, custom);
    if (!of) throw new Error(`${name} is unknown`);
    return fc
      .constantFrom(...operatorsOf(of))
      .chain((op) => withValue(name, op, OF_ANSWER[field.kind] ?? aText));
  });

const aFilter = fc.record({
  status: fc.constantFrom<TicketFilter['status'][]>(
    [...TICKET_STATUSES],
    ['open', 'pending', 'on_hold'],
    ['solved'],
  ),
  assignee: fc.constantFrom<('any' | 'me' | 'none')[]>('any', 'me', 'none'),
  snoozed: fc.constantFrom<TicketFilter['snoozed'][]>(undefined, 'no', 'only'),
  sort: fc.constantFrom(...TICKET_SORTS),
  where: fc.array(fc.oneof(aCondition, aCustomCondition), { maxLength: 3 }),
});

function expected(viewer: Viewer, filter: TicketFilter): number[] {
  const isWith = {
    any: () => true,
    none: (id: number | null) => id === null,
    me: (id: number | null) => id === viewer.id,
  };
  return all
    .filter((ticket) => canSee(viewer, ticket) && filter.status.includes(ticket.status))
    .filter((ticket) => typeof filter.assignee !== 'string' || isWith[filter.assignee](ticket.assignee_id))
    .filter(({ snoozed_until: at }) => !filter.snoozed || (filter.snoozed === 'only') === (at !== null))
    .filter((ticket) => ticketMatches(ticket, filter.where ?? [], { me: viewer.id, now: now.getTime() }))
    .map((ticket) => sortPositionOf(ticket, filter.sort))
    .filter(({ key }) => key !== '')
    .toSorted((a, b) => comparePositions(a, b, filter.sort))
    .map(({ id }) => id);
}

type ReadOptions = { walkRows: number; few: number };
async function read(viewer: Viewer, filter: TicketFilter, way: ReadOptions): Promise<number[]> {
  const limit = 30;
  const found: number[] = [];
  let after: ReturnType<typeof sortPositionOf> | undefined;
  for (;;) {
    const rows = await listPage(t.platform.db, viewer, { filter, limit, after, now, custom, ...way });
    const page = rows.slice(0, limit);
    found.push(...page.map(({ id }) => id));
    const last = page.at(-1);
    if (rows.length <= limit || !last) return found;
    after = sortPositionOf(last, filter.sort);
  }
}

describe('a list with conditions', () => {
  it('holds exactly the tickets that meet them, in order and page by page, whoever looks and however it is searched', async () => {
    await fc.assert(
      fc.asyncProperty(
        aFilter,
        fc.constantFrom(...viewers),
        fc.record({ walkRows: fc.constantFrom(1, 500, 16_000), few: fc.constantFrom(0, 50, 1000) }),
        async (filter, viewer, way) => {
          expect(await read(viewer, filter, way)).toEqual(expected(viewer, filter));
        },
      ),
      { numRuns: 250 },
    );
  }, 120_000);

  it('knows custom fields of every kind', () => {
    expect(custom.map(({ kind }) => kind).toSorted()).toEqual([...FIELD_KINDS].toSorted());
  });

  it('finds something for every field, so that the comparison above compares', () => {
    const found = fc
      .sample(aCondition, { numRuns: 4000, seed: 1 })
      .filter((one) =>
        all.some((ticket) => ticketMatches(ticket, [one], { me: t.idOf('dewi'), now: now.getTime() })),
      );
    expect(new Set(found.map(({ field }) => field)).size).toBe(Object.keys(CONDITION_FIELDS).length);
  });

  it.each([
    ['not JSON', '{'],
    ['an unknown field', '[{"field":"colour","op":"is","value":["x"]}]'],
    ['an operator of another kind', '[{"field":"subject","op":"before","value":"-1d"}]'],
    ['a value of another kind', '[{"field":"created_at","op":"before","value":"yesterday"}]'],
    ['half a range', '[{"field":"created_at","op":"between","value":["-1d"]}]'],
    ['whether what always has a value has one', '[{"field":"status","op":"is_set"}]'],
    ['no value', '[{"field":"type_id","op":"is"}]'],
  ])('refuses %s', async (_, where) => {
    const { status, body } = await t.as('dewi', 'GET', `/api/tickets?where=${encodeURIComponent(where)}`);
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });
});
