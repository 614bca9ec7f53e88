import { sql, type RawBuilder } from 'kysely';
import { executeUnread, type Db, type Query } from '#platform/db';

/** Maximum number of results. */
const MAX_HITS = 1000;
/** Maximum number of matching messages that are read, the newest first, so that frequent words stay fast. */
const MAX_MESSAGES = 10_000;

/**
 * Ids of tickets `t` that meet the condition, with the text in their number, subject, customer or messages. The condition is part
 * of each search, so that invisible or solved tickets do not use up its limit.
 */
export async function searchHits(
  { q, transaction }: Pick<Db, 'q' | 'transaction'>,
  text: string,
  condition: RawBuilder<unknown>,
): Promise<number[]> {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const query = tsQuery(text, words);
  const messages = (await listPartitions(q)).flatMap((name) => [
    sql`(select ticket_id as id from ${sql.table(name)} where kind <> 'event' and ${searchVectorSql('body')} @@ ${query})`,
    sql`(select ticket_id as id from ${sql.table(name)} where html_text is not null and ${searchVectorSql('html_text')} @@ ${query})`,
  ]);
  return transaction(async (tx) => {
    // Parallel workers would read the partitions in any order, and cost more than a search that stops early.
    await setLocal(tx.q, 'max_parallel_workers_per_gather', '0');
    // Planning for dozens of partitions takes longer than most searches, and words change nothing about the best plan.
    await setLocal(tx.q, 'plan_cache_mode', 'force_generic_plan');
    const { rows } = await sql<{ id: number }>`
      with recursive hit as (select id from (
        (${numberHits(text)})
        union all (${subjectHits(query)})
        union all (${partHits(words)})
        union all (${customerHits(text)})
        union all (select id from (${sql.join(messages, sql` union all `)}) m limit ${MAX_MESSAGES})
      ) hit group by id),
      ${STANDING}
      select t.id from (select id from hit union select id from up) found join tickets t on t.id = found.id
      where ${condition} order by t.id desc limit ${MAX_HITS}`.execute(tx.q);
    return rows.map((row) => row.id);
  });
}

const setLocal = (q: Query, name: string, value: string): Promise<void> =>
  executeUnread(q, { compile: () => sql`select set_config(${name}, ${value}, true)`.compile(q) });

/** A match in a merged ticket is shown as the ticket that it was merged into. */
const STANDING = sql.raw(`up as (
    select m.merged_into as id from hit join tickets m on m.id = hit.id where m.merged_into is not null
    union select m.merged_into from up join tickets m on m.id = up.id where m.merged_into is not null)`);

/** The queries for the words of a text, one for each dictionary; undefined for a text without words. */
export function wordQueries(text: string) {
  const words = wordsOf(text);
  return words.length === 0 ? undefined : { ...queriesOf(text, words), any: tsQuery(text, words) };
}

/** Must be exactly the indexed expression. */
export function searchVectorSql(column: 'body' | 'html_text' | 'subject'): RawBuilder<unknown> {
  const ref = sql.ref(column);
  return sql`(to_tsvector('simple', ${ref}) || to_tsvector('english', ${ref}) || to_tsvector('indonesian', ${ref}))`;
}

/** The words by the stems of either language, or literally, where the last one may be unfinished. */
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

/** PostgreSQL reads the digits of "KN-1234567" as a negative number. */
function typedWord(word: string, isLast: boolean): string {
  const end = isLast ? ':*' : '';
  return /^\d+$/.test(word) ? `(${word}${end} | '-${word}'${end})` : `${word}${end}`;
}

/**
 * Removes hyphens that are not between letters or digits: each would negate what follows, and PostgreSQL fails on a long chain of
 * these.
 */
const webText = (text: string): string =>
  text.normalize('NFKC').replace(/(?<![\p{L}\p{N}])-|-(?![\p{L}\p{N}])/gu, ' ');

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Text of a script without spaces, or the end of a long number: since no word begins with it, it is searched anywhere in the
 * subject.
 */
const PART =
  /^(?:\p{N}{4,}|.*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}].*)$/u;

function partHits(words: readonly string[]): RawBuilder<unknown> {
  if (!words.some((word) => PART.test(word))) return sql`select 0::bigint as id where false`;
  const all = words.map((word) => sql`subject ilike ${`%${word}%`}`);
  return sql`select id from tickets where ${sql.join(all, sql` and `)} order by id desc limit 500`;
}

/** Collected before sorting: if the latest were selected at once, the planner would read the whole table from its end. */
function subjectHits(query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select id from (select id from tickets where ${searchVectorSql('subject')} @@ ${query} limit 5000) s
    order by id desc limit 500`;
}

/** A part of a ticket number in any format: at least three digits, and only characters that numbers may have. */
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
 * The partitions of messages, newest month first, so that a search can stop when it has enough. They are named in the query,
 * because planning one over the parent table takes 100 ms with two years of months.
 */
async function listPartitions(q: Query): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select c.relname as name
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'messages'::regclass and c.relname ~ '^messages_\\d{4}_\\d{2}$' order by 1 desc`.execute(
    q,
  );
  return rows.map(({ name }) => name);
}
