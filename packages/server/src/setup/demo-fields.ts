import { sql } from 'kysely';
import type { Db } from '#platform/db';

const named = (...names: string[]) =>
  names.map((name, index) => ({ id: String(index + 1), name, is_active: true }));

/** Custom fields of the demo shop, in order; none is required. */
const FIELDS = [
  {
    name: 'Order number',
    key: 'order_number',
    kind: 'line',
    in_list: true,
    hint: 'As it stands on the invoice.',
  },
  {
    name: 'Product',
    key: 'product',
    kind: 'choice',
    options: named('Grinder', 'Espresso machine', 'Coffee beans', 'Kettle', 'Accessories'),
    in_list: true,
  },
  { name: 'Warranty until', key: 'warranty_until', kind: 'date', category: 'Product' },
  { name: 'VIP', key: 'vip', kind: 'check', entity: 'customer', in_list: true },
  {
    name: 'Buys',
    key: 'buys',
    kind: 'choices',
    entity: 'customer',
    options: named('In the shop', 'On the site', 'Wholesale'),
  },
] as const;

/** Inserts custom fields, with answers on some tickets and customers, which must exist already. */
export async function insertFields(q: Db['q'], now: Date): Promise<void> {
  for (const [index, field] of FIELDS.entries()) {
    const options = 'options' in field ? field.options : [];
    await sql`
      insert into custom_fields (name, key, kind, entity, options, in_list, hint, position, category_ids)
      select ${field.name}, ${field.key}, ${field.kind}, ${'entity' in field ? field.entity : 'ticket'},
        ${JSON.stringify(options)}::jsonb, ${'in_list' in field}, ${'hint' in field ? field.hint : ''}, ${index + 1},
        array(select id from categories where name = ${'category' in field ? field.category : null})`.execute(
      q,
    );
  }
  const idOf = (key: (typeof FIELDS)[number]['key']) =>
    sql`(select id::text from custom_fields where key = ${key})`;
  await sql`update tickets t set fields = jsonb_strip_nulls(jsonb_build_object(
      ${idOf('order_number')}, coalesce(substring(t.subject from '[A-Z]{2,}-?[0-9]{3,}'),
        case when t.id % 3 = 0 then 'KN-' || (20000 + t.id * 7) end),
      ${idOf('product')}, case when t.id % 4 <> 1 then (1 + t.id * 7 % 5)::text end,
      ${idOf('warranty_until')}, case when c.name = 'Product' and t.id % 2 = 0
        then to_char(${now}::timestamptz + make_interval(days => (t.id * 13 % 700)::int - 200), 'YYYY-MM-DD') end))
    from (select id, name from categories union all select null, null) c where c.id is not distinct from t.category_id`.execute(
    q,
  );
  await sql`update customers set fields = jsonb_strip_nulls(jsonb_build_object(
      ${idOf('vip')}, case when id % 9 = 4 then true end,
      ${idOf('buys')}, case id % 4 when 0 then '["2"]'::jsonb when 1 then '["1","2"]' when 2 then '["3"]' end))`.execute(
    q,
  );
}
