import { sql, type RawBuilder } from 'kysely';
import { UNPREPARED, type Db, type Query } from '#platform/db';

/** Maximum number of results. */
const MAX_HITS = 1000;
/** Maximum number of matching messages that are read, the newest first, so that frequent words stay fast. */
const MAX_MESSAGES = 10_000;

/**
 * Ids of tickets `t` that meet the condition and whose number, subject, customer or messages hold the text. The
 * condition is asked before anything is left out: what others may see, or what is solved, takes nobody's place.
 */
export async function searchHits(
  q: Db['q'],
  text: string,
  condition: RawBuilder<unknown>,
): Promise<number[]> {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const query = tsQuery(text, words);
  const messages = (await listPartitions(q)).flatMap((name) => [
    sql`(select ticket_id as id from ${sql.table(name)} where kind <> 'event' and ${vector('body')} @@ ${query})`,
    sql`(select ticket_id as id from ${sql.table(name)} where html_text is not null and ${vector('html_text')} @@ ${query})`,
  ]);
  return q.transaction().execute(async (trx) => {
    // Workers would read the partitions in any order, and cost more than a search that stops early.
    await sql`set local max_parallel_workers_per_gather = 0`.execute(trx);
    const { rows } = await sql<{ id: number }>`
      ${sql.raw(UNPREPARED)}
      with recursive hit as (select id from (
        (${numberHits(text)})
        union all (${subjectHits(query)})
        union all (${partHits(words)})
        union all (${customerHits(text)})
        union all (select id from (${sql.join(messages, sql` union all `)}) m limit ${MAX_MESSAGES})
      ) hit group by id),
      ${STANDING}
      select t.id from (select id from hit union select id from up) found join tickets t on t.id = found.id
      where ${condition} order by t.id desc limit ${MAX_HITS}`.execute(trx);
    return rows.map((row) => row.id);
  });
}

/** A match in a merged ticket is shown as the ticket that it was merged into. */
const STANDING = sql.raw(`up as (
    select m.merged_into as id from hit join tickets m on m.id = hit.id where m.merged_into is not null
    union select m.merged_into from up join tickets m on m.id = up.id where m.merged_into is not null)`);

/** The same searches one by one, with what finds their words; undefined where a text has no words. */
export function wordQueries(text: string) {
  const words = wordsOf(text);
  return words.length === 0 ? undefined : { ...queriesOf(text, words), any: tsQuery(text, words) };
}

/** Must be the indexed expression to the letter. */
export function vector(column: 'body' | 'html_text' | 'subject'): RawBuilder<unknown> {
  const ref = sql.ref(column);
  return sql`(to_tsvector('simple', ${ref}) || to_tsvector('english', ${ref}) || to_tsvector('indonesian', ${ref}))`;
}

/** The words in either language's stems, or literally with the last one still being typed. */
function tsQuery(text: string, words: readonly string[]): RawBuilder<unknown> {
  const { english, indonesian, simple } = queriesOf(text, words);
  return sql`(${english} || ${indonesian} || ${simple})`;
}

function queriesOf(text: string, words: readonly string[]) {
  const typed = words.map((word, index) => typedWord(word, index === words.length - 1)).join(' & ');
  const web = webText(text);
  return {
    english: sql`websearch_to_tsquery('english', ${web})`,
    indonesian: sql`websearch_to_tsquery('indonesian', ${web})`,
    simple: sql`to_tsquery('simple', ${typed})`,
  };
}

/** PostgreSQL reads the digits of "KN-1234567" as a number below zero. */
function typedWord(word: string, isLast: boolean): string {
  const end = isLast ? ':*' : '';
  return /^\d+$/.test(word) ? `(${word}${end} | '-${word}'${end})` : `${word}${end}`;
}

/**
 * Without hyphens that stand before or behind no word: each of many would be one more "not" around what follows, until
 * PostgreSQL gives up.
 */
const webText = (text: string): string =>
  text.normalize('NFKC').replace(/(?<![\p{L}\p{N}])-|-(?![\p{L}\p{N}])/gu, ' ');

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Written without spaces, or the end of a long number: no word begins with it, so it is looked for anywhere in the subject. */
const PART =
  /^(?:\p{N}{4,}|.*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}].*)$/u;

function partHits(words: readonly string[]): RawBuilder<unknown> {
  if (!words.some((word) => PART.test(word))) return sql`select 0::bigint as id where false`;
  const all = words.map((word) => sql`subject ilike ${`%${word}%`}`);
  return sql`select id from tickets where ${sql.join(all, sql` and `)} order by id desc limit 500`;
}

/** Collected before they are sorted: asked for the latest at once, the planner walks the whole table from its end. */
function subjectHits(query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select id from (select id from tickets where ${vector('subject')} @@ ${query} limit 5000) s
    order by id desc limit 500`;
}

/** A part of a number of whatever format: with three digits at least, and nothing that is no number's. */
const NUMBER = /^(?=(?:[^\d]*\d){3})[A-Z]?[A-Z\d-]{2,30}$/i;

function numberHits(text: string): RawBuilder<unknown> {
  const typed = text.trim().replace(/^#/, '');
  if (!NUMBER.test(typed)) return sql`select 0::bigint as id where false`;
  return sql`select id from tickets where number ilike ${`%${typed}%`} limit 100`;
}

function customerHits(text: string): RawBuilder<unknown> {
  if (text.trim().length < 3) return sql`select 0::bigint where false`;
  const pattern = `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
  return sql`select t.id from (select id from report_ticket_customers where label ilike ${pattern} limit 100) c
    join tickets t on t.customer_id = c.id limit 500`;
}

/**
 * The months of messages, newest first: an Append reads them in that order and stops when it has enough. Asked by name,
 * because planning a search through the parent costs 100 ms with two years of months.
 */
async function listPartitions(q: Query): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select c.relname as name
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'messages'::regclass and c.relname ~ '^messages_\\d{4}_\\d{2}$' order by 1 desc`.execute(
    q,
  );
  return rows.map(({ name }) => name);
}
