import type { MediaId } from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import {
  COUNT_COLUMNS,
  columnList,
  countedMessageColumns,
  QUARTER_MS,
  recountCtes,
  uncountedTicketCtes,
  WAIT_COLUMNS,
} from './recount-ctes.ts';

type Span = { from: Date; until: Date };

/** The whole quarters of an hour in a range, and the rest of the range before and after them. */
function quartersIn({ from, until }: Span): { whole: Span; edges: Span[] } {
  const first = new Date(Math.ceil(from.getTime() / QUARTER_MS) * QUARTER_MS);
  const last = new Date(Math.floor(until.getTime() / QUARTER_MS) * QUARTER_MS);
  if (first > last) return { whole: { from: first, until: first }, edges: [{ from, until }] };
  const edges = [
    { from, until: first },
    { from: last, until },
  ];
  return {
    whole: { from: first, until: last },
    edges: edges.filter((edge) => edge.from < edge.until),
  };
}

/**
 * CTEs that end in `said` and `waits`: messages and waits of the range on these channels, with the columns of `message_counts`
 * and `message_waits`. The messages themselves are only read for tickets that have changed since they were counted, and for
 * quarters of an hour that the range cuts.
 */
export function messageFigureCtes({ from, until }: Span, media: readonly MediaId[]): RawBuilder<unknown> {
  const { whole, edges } = quartersIn({ from, until });
  const onMedia = (of: string) => sql`${sql.ref(`${of}.media_id`)} = any(${[...media]}::int[])`;
  const isSpoken = (span: Span) => sql`m.kind in ('inbound', 'outbound') and ${onMedia('m')}
    and m.created_at >= ${span.from} and m.created_at < ${span.until}`;
  const isKept = sql`not exists (select from unkept u where u.ticket_id = c.ticket_id)`;
  const ofEdge = (edge: Span) => sql`
      union all
      select ${countedMessageColumns} from messages m join tickets o on o.id = m.ticket_id
        join tickets t on t.id = coalesce(o.merged_into, o.id)
      where ${isSpoken(edge)} and not exists (select from unkept u where u.ticket_id = t.id)`;
  return sql`
    ${uncountedTicketCtes},
    targets as materialized (
      select u.ticket_id from unkept u
      where exists (select from messages m where m.ticket_id = u.ticket_id and ${isSpoken({ from, until })})
      union
      select o.merged_into from unkept u join tickets o on o.merged_into = u.ticket_id
      where exists (select from messages m where m.ticket_id = o.id and ${isSpoken({ from, until })})
    ),
    ${recountCtes},
    said as (
      select ${columnList(COUNT_COLUMNS, 'c')} from message_counts c
      where ${onMedia('c')} and c.at >= ${whole.from} and c.at < ${whole.until} and ${isKept}
      ${sql.join(edges.map(ofEdge), sql` `)}
      union all
      select ${countedMessageColumns} from parts p join tickets t on t.id = p.ticket_id join messages m on m.ticket_id = p.id
      where ${isSpoken({ from, until })}
    ),
    waits as (
      select ${columnList(WAIT_COLUMNS, 'c')} from message_waits c
      where ${onMedia('c')} and c.at >= ${from} and c.at < ${until} and ${isKept}
      union all
      select ${columnList(WAIT_COLUMNS, 'c')} from told_waits c
      where ${onMedia('c')} and c.at >= ${from} and c.at < ${until}
    )`;
}
