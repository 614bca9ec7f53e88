import type { CustomField } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { fieldCondition, ticketsByAnswer } from './field-condition.ts';

const FIELDS = 500;
const TICKETS = 2000;
const VALUES = 100_000;
/** Ids of the fields of each kind: see `beforeAll`. */
const LINE = { id: 1, kind: 'line' } as const;
const NUMBER = { id: 2, kind: 'number' } as const;
const DATE = { id: 3, kind: 'date' } as const;
const CHOICES = { id: 4, kind: 'choices' } as const;
const CHECK = { id: 5, kind: 'check' } as const;
const TEXT = { id: 6, kind: 'text' } as const;
const MOMENT = { id: 7, kind: 'date_time' } as const;

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  const { q } = t.platform.db;
  const kinds = [LINE, NUMBER, DATE, CHOICES, CHECK, TEXT, MOMENT].map(({ kind }) => kind);
  await sql`insert into custom_fields (name, key, entity, kind)
    select 'Field ' || i, 'field_' || i, 'ticket', coalesce((${kinds}::text[])[i], 'line')
    from generate_series(1, ${FIELDS}::int) i`.execute(q);
  await sql`insert into customers (name) values ('Rina Hartono')`.execute(q);
  await sql`insert into tickets (number, subject, department_id, priority_id, media_id, customer_id)
    select 'T' || i, 'Ticket', (select min(id) from departments), (select min(id) from priorities), 1,
      (select min(id) from customers) from generate_series(1, ${TICKETS}::int) i`.execute(q);
  await answer('T1', {
    1: 'A-1042 Grinder',
    2: 12.5,
    3: '2026-11-22',
    4: ['1', '3'],
    5: true,
    6: `${'long '.repeat(200)}the end`,
    7: '2026-11-22T08:00:00.000Z',
  });
  await answer('T2', { 1: 'b-7', 2: 3, 3: '2026-12-24', 4: ['2'] });
  // The other values: each field on the same number of tickets.
  await sql`insert into ticket_field_values (field_id, ticket_id, word, num)
    select f.id, t.id, 'word ' || (t.id % 50), (t.id % 50) + 1000 from custom_fields f
    cross join (select id from tickets where number not in ('T1', 'T2') order by id limit ${VALUES / FIELDS}) t
    where f.id not in (3, 4, 5, 6, 7)`.execute(q);
  await sql`analyze ticket_field_values, tickets`.execute(q);
});
afterAll(() => t.close());

const answer = (number: string, fields: object) =>
  sql`update tickets set fields = ${JSON.stringify(fields)}::jsonb where number = ${number}`.execute(
    t.platform.db.q,
  );

async function found(condition: ReturnType<typeof fieldCondition>): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select t.number from tickets t where t.number in ('T1', 'T2', 'T2000') and ${condition} order by t.id`.execute(
    t.platform.db.q,
  );
  return rows.map(({ number }) => number);
}

type FieldKind = Pick<CustomField, 'id' | 'kind'>;
it.each<[FieldKind, Parameters<typeof fieldCondition>[1], unknown, string[]]>([
  [LINE, 'is', 'a-1042 GRINDER', ['T1']],
  [LINE, 'is', ['b-7', 'A-1042 Grinder'], ['T1', 'T2']],
  [LINE, 'is_not', 'b-7', ['T1', 'T2000']],
  [LINE, 'contains', 'grind', ['T1']],
  [LINE, 'contains', '%', []],
  [LINE, 'is_set', undefined, ['T1', 'T2']],
  [LINE, 'is_empty', undefined, ['T2000']],
  [NUMBER, 'is', 12.5, ['T1']],
  [NUMBER, 'less', 12.5, ['T2']],
  [NUMBER, 'more', 3, ['T1']],
  [NUMBER, 'between', [3, 12.5], ['T1', 'T2']],
  [DATE, 'is', '2026-11-22', ['T1']],
  [DATE, 'before', '2026-11-22', []],
  [DATE, 'before', '2026-11-23', ['T1']],
  [DATE, 'after', '2026-11-22', ['T2']],
  [DATE, 'between', ['2026-11-22', '2026-12-24'], ['T1', 'T2']],
  [MOMENT, 'is', '2026-11-22', ['T1']],
  [MOMENT, 'is', '2026-11-22T15:00:00+07:00', ['T1']],
  [MOMENT, 'after', '2026-11-22T08:00:00Z', []],
  [CHOICES, 'is', '3', ['T1']],
  [CHOICES, 'is_not', ['3', '4'], ['T2', 'T2000']],
  [CHECK, 'is', true, ['T1']],
  [CHECK, 'is', false, ['T2', 'T2000']],
  [TEXT, 'contains', 'THE END', ['T1']],
])('of %j, %s %j finds %j', async (field, op, value, numbers) => {
  expect(await found(fieldCondition(field, op, value))).toEqual(numbers);
});

it.each<[FieldKind, Parameters<typeof fieldCondition>[1], unknown]>([
  [LINE, 'less', 3],
  [NUMBER, 'is', 'three'],
  [NUMBER, 'between', [1, 2, 3]],
  [DATE, 'before', 'tomorrow'],
  [CHOICES, 'contains', '3'],
  [LINE, 'is', []],
])('of %j nobody can ask %s %j', (field, op, value) => {
  expect(() => fieldCondition(field, op, value)).toThrow('not valid');
});

it.each<[string, FieldKind, Parameters<typeof fieldCondition>[1], unknown]>([
  ['word', { id: 400, kind: 'line' }, 'is', 'nothing like it'],
  ['num', NUMBER, 'less', 4],
  ['at', DATE, 'before', '2026-11-23'],
])(
  'a rare value among those of many fields is found by the index of the %s',
  async (index, field, op, value) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
    select t.id from tickets t where ${fieldCondition(field, op, value)}
    order by t.last_message_at desc, t.id desc limit 51`.execute(t.platform.db.q);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain(`ticket_field_values_${index}`);
    expect(plan).not.toContain('Seq Scan on ticket_field_values');
    expect(plan).not.toContain('Seq Scan on tickets');
  },
);

it.each<[string, FieldKind, Parameters<typeof fieldCondition>[1], unknown]>([
  ['word', { id: 400, kind: 'line' }, 'is', 'word 7'],
  ['word', { id: 400, kind: 'line' }, 'contains', 'nothing'],
  ['num', NUMBER, 'less', 4],
  ['at', DATE, 'before', '2026-11-23'],
])('the tickets with an answer are listed by the index of the %s', async (index, field, op, value) => {
  const { rows } = await sql<{
    'QUERY PLAN': string;
  }>`explain ${ticketsByAnswer(field, op, value)} limit 1001`.execute(t.platform.db.q);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain(`ticket_field_values_${index}`);
  expect(plan).not.toContain('Seq Scan');
});

it('no answers lead to the tickets that must not have one', () => {
  expect(ticketsByAnswer(LINE, 'is_not', 'b-7')).toBeUndefined();
  expect(ticketsByAnswer(CHECK, 'is', false)).toBeUndefined();
});
