import type { MetricCode } from '@trunkline/contract';
import { type RawBuilder, sql } from 'kysely';
import type { ReportScope } from './report-reader.ts';

/** The columns of a group: key, name, and whether it is an inactive user. */
export type GroupColumns = {
  /** Additional joins. */
  joins?: RawBuilder<unknown>;
  /** What rows are grouped by. Names are looked up for the groups, and not for every record. */
  by: RawBuilder<unknown>;
  key: RawBuilder<string>;
  name: RawBuilder<string | null>;
  isLeft: RawBuilder<boolean>;
};

const none = sql<null>`null::text`;
const no = sql<boolean>`false`;

/** The SQL columns of each grouping: `f` has the rows of the report. */
export const GROUP_COLUMNS = {
  // Constants, so that no records give no row.
  total: { by: sql`1, 2, 3`, key: sql<string>`''`, name: none, isLeft: no },
  day: { by: sql`f.day`, key: sql<string>`to_char(f.day, 'YYYY-MM-DD')`, name: none, isLeft: no },
  hour: { by: sql`f.hour`, key: sql<string>`f.hour`, name: none, isLeft: no },
  department: {
    by: sql`f.department_id`,
    key: sql<string>`coalesce(f.department_id::text, '')`,
    name: sql<string | null>`(select d.name from departments d where d.id = f.department_id)`,
    isLeft: no,
  },
  agent: {
    by: sql`f.user_id`,
    key: sql<string>`coalesce(f.user_id::text, '')`,
    name: sql<string>`(select u.fullname from users u where u.id = f.user_id)`,
    isLeft: sql<boolean>`coalesce((select not u.is_active from users u where u.id = f.user_id), false)`,
  },
  break_reason: {
    by: sql`f.break_reason_id`,
    key: sql<string>`coalesce(f.break_reason_id::text, '')`,
    name: sql<string | null>`(select r.name from break_reasons r where r.id = f.break_reason_id)`,
    isLeft: no,
  },
  queue: {
    by: sql`f.queue`,
    key: sql<string>`f.queue`,
    name: sql<string | null>`nullif(f.queue, '')`,
    isLeft: no,
  },
  number: {
    by: sql`f.number`,
    key: sql<string>`f.number`,
    name: sql<string | null>`nullif(f.number, '')`,
    isLeft: no,
  },
  campaign: {
    by: sql`f.campaign_id, f.campaign`,
    key: sql<string>`coalesce(f.campaign_id::text, '')`,
    name: sql<string | null>`f.campaign`,
    isLeft: no,
  },
  // One row per tag: a ticket with two tags counts in both.
  tag: {
    joins: sql`left join tickets k on k.id = f.ticket_id left join lateral unnest(k.tags) as g (tag) on true`,
    by: sql`g.tag`,
    key: sql<string>`coalesce(g.tag, '')`,
    name: sql<string | null>`g.tag`,
    isLeft: no,
  },
} as const satisfies Record<string, GroupColumns>;

/** A condition that a row of `f` belongs to the requested row of the table, for the records behind a figure. */
export function isOfRowSql({ row }: Pick<ReportScope, 'row'>): RawBuilder<boolean> {
  if (!row) return sql<boolean>`true`;
  if (row.group === 'tag') return isTagged(row.key);
  return sql<boolean>`${GROUP_COLUMNS[row.group].key} = ${row.key}`;
}

/** A condition that a record of `f` is one of those that the requested metric counts. */
export const isOfMetricSql = (
  { metric }: Pick<ReportScope, 'metric'>,
  conditions: Partial<Record<MetricCode, RawBuilder<unknown>>>,
): RawBuilder<unknown> => (metric && conditions[metric]) ?? sql`true`;

const isTagged = (tag: string): RawBuilder<boolean> =>
  tag === ''
    ? sql<boolean>`not exists (select from tickets k where k.id = f.ticket_id and k.tags <> '{}')`
    : sql<boolean>`exists (select from tickets k where k.id = f.ticket_id and k.tags @> array[${tag}]::text[])`;
