import type { SearchExcerpt } from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Viewer } from '#platform/access';
import { UNPREPARED_HINT, type Db } from '#platform/db';
import { visibleTo } from './list-rules.ts';
import { searchVectorSql, wordQueries } from './search-query.ts';

type Row = { ticket_id: number; source: SearchExcerpt['source']; marked: string };

/** Marks around a found word. Both characters are removed from the texts before. */
const BEGIN = '\uE000';
const END = '\uE001';
/** Only the beginning of a message is searched for excerpts. */
const MAX_CHARS = 20_000;

/** Excerpts with the words of a search on these tickets: from the newest message or note, otherwise from the subject. */
export async function listExcerpts(
  q: Db['q'],
  viewer: Viewer,
  { text, ids }: { text: string; ids: readonly number[] },
): Promise<SearchExcerpt[]> {
  const queries = wordQueries(text);
  if (!queries) return [];
  const inBody = sql`${searchVectorSql('body')} @@ ${queries.any}`;
  const { rows } = await sql<Row>`
    ${sql.raw(UNPREPARED_HINT)}
    with recursive seen as (select t.id, t.subject from tickets t where t.id = any(${ids}::bigint[]) and ${visibleTo(viewer)}),
    family as (
      select id as root, id, created_at, messages_since from tickets where id in (select id from seen)
      union all
      select f.root, t.id, t.created_at, t.messages_since from tickets t join family f on t.merged_into = f.id),
    since as (select min(coalesce(messages_since, created_at)) as at from family),
    said as (
      select distinct on (f.root) f.root, m.kind, case when ${inBody} then m.body else m.html_text end as body
      from family f join messages m on m.ticket_id = f.id
      where m.created_at >= (select at from since) and m.kind <> 'event'
        and (${inBody} or (m.html_text is not null and ${searchVectorSql('html_text')} @@ ${queries.any}))
      order by f.root, m.id desc)
    select s.id as ticket_id, case when d.root is null then 'subject' when d.kind = 'note' then 'note' else 'message' end as source,
      case when d.root is null then ${headline(sql`s.subject`, queries, 'HighlightAll=true')}
        else ${headline(sql`left(d.body, ${MAX_CHARS}::int)`, queries, 'MaxWords=18, MinWords=8, MaxFragments=1')} end as marked
    from seen s left join said d on d.root = s.id`.execute(q);
  return rows.flatMap(({ ticket_id, source, marked }) => {
    const parts = partsOf(marked);
    return parts.some(({ is_hit }) => is_hit) ? [{ ticket_id, source, parts }] : [];
  });
}

type Queries = NonNullable<ReturnType<typeof wordQueries>>;

/** Marks the words by the dictionary that found them; an unfinished word is only found literally. */
function headline(column: RawBuilder<unknown>, queries: Queries, how: string): RawBuilder<unknown> {
  const options = `StartSel=${BEGIN}, StopSel=${END}, ${how}`;
  const text = sql`translate(${column}, ${BEGIN + END}, '')`;
  const by = (dictionary: 'english' | 'indonesian' | 'simple') =>
    sql`ts_headline(${dictionary}::regconfig, ${text}, ${queries[dictionary]}, ${options})`;
  return sql`case when to_tsvector('english', ${text}) @@ ${queries.english} then ${by('english')}
    when to_tsvector('indonesian', ${text}) @@ ${queries.indonesian} then ${by('indonesian')} else ${by('simple')} end`;
}

/** Splits a text with marks into parts. Pure. */
function partsOf(marked: string): SearchExcerpt['parts'] {
  return marked
    .replace(/\s+/g, ' ')
    .split(BEGIN)
    .flatMap((piece, index) => {
      if (index === 0) return [{ text: piece, is_hit: false }];
      const [hit = '', rest = ''] = piece.split(END);
      return [
        { text: hit, is_hit: true },
        { text: rest, is_hit: false },
      ];
    })
    .filter(({ text }) => text !== '');
}
