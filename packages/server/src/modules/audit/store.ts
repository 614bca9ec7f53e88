import type { AuditEntry } from '@trunkline/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Query } from '#platform/db';
import type { Cursor } from '#platform/paging';

export type AuditEntryFilter = {
  userId?: number | undefined;
  about?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  q?: string | undefined;
  timeZone: string;
};
type Page = { limit: number; after?: Cursor | undefined };

/** A page of entries, latest first. */
export async function listEntries(
  q: Query,
  filter: AuditEntryFilter,
  { limit, after }: Page,
): Promise<AuditEntry[]> {
  const conditions = conditionsOf(filter);
  if (after) conditions.push(sql`(e.at, e.id) < (${after.key}::timestamptz, ${after.id}::bigint)`);
  return read(q, conditions, limit);
}

export async function findEntry(q: Query, id: number): Promise<AuditEntry | undefined> {
  return (await read(q, [sql`e.id = ${id}`], 1))[0];
}

/** Areas whose entries name only the number of an account of a channel. */
const ACCOUNT_AREAS = ['mailbox', 'widget', 'web-form', 'messaging_account', 'phone-gateway', 'phone-setup'];
/** Areas whose entries name only the number of a call. */
const CALL_AREAS = ['phone-call', 'room-call'];

/** The page is selected from the entries alone; values and names are joined only to its rows. */
async function read(q: Query, conditions: RawBuilder<unknown>[], limit: number): Promise<AuditEntry[]> {
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const { rows } = await sql<AuditEntry>`
    with page as (select e.* from audit_entries e ${where} order by e.at desc, e.id desc limit ${limit})
    select l.id, l.at, l.job, l.action, l.subject, l.details, l.source, l.is_erased,
      case when l.user_id is not null then json_build_object('id', l.user_id, 'name', coalesce(p.name, '')) end as user,
      case when l.api_key_id is not null then json_build_object('id', l.api_key_id, 'name', k.name) end as api_key,
      coalesce(
        case s.kind
          when 'user' then (select name from report_people where id = s.id)
          when 'level' then (select name from report_levels where id = s.id)
          when 'api key' then (select name from report_api_keys where id = s.id)
          when 'customer' then (select nullif(trim(label), '') from report_ticket_customers where id = s.id)
          when 'ticket' then (select number from report_ticket_numbers where id = s.id)
          when 'webhook' then (select name from report_webhooks where id = s.id)
          when 'provider' then (select name from report_sign_in_providers where id = s.id)
          when 'alert rule' then (select name from report_alert_rules where id = s.id)
          when 'wall' then (select name from report_wall_links where id = s.id)
          when 'account' then (select name from report_channel_accounts where id = s.id)
          when 'call' then (select number from report_call_tickets where id = s.id)
          when 'recording' then (select number from report_recording_tickets where id = s.id)
          when 'alert' then (select name from report_alerts where id = s.id)
        end,
        l.details ->> 'name', l.details -> 'before' ->> 'name', l.details -> 'after' ->> 'name'
      ) as subject_name
    from page join audit_log l on l.id = page.id
      left join report_people p on p.id = l.user_id
      left join report_api_keys k on k.id = l.api_key_id
      cross join lateral (select
        case when split_part(l.action, '.', 1) = any(${ACCOUNT_AREAS}) then 'account'
          when split_part(l.action, '.', 1) = any(${CALL_AREAS}) then 'call'
          when split_part(l.action, '.', 1) = 'recording' then 'recording'
          else substring(l.subject from '^([a-z ]+) [0-9]{1,15}$') end as kind,
        substring(l.subject from '^(?:[a-z ]+ )?([0-9]{1,15})(?:$|[ /])')::bigint as id) s
    order by l.at desc, l.id desc`.execute(q);
  return rows;
}

function conditionsOf(filter: AuditEntryFilter): RawBuilder<unknown>[] {
  const { userId, about, action, subject, from, to, q, timeZone } = filter;
  const conditions: RawBuilder<unknown>[] = [];
  if (userId !== undefined)
    conditions.push(userId === 0 ? sql`e.user_id is null` : sql`e.user_id = ${userId}`);
  if (about !== undefined) conditions.push(sql`split_part(e.action, '.', 1) = any(${about.split(',')})`);
  if (action !== undefined) conditions.push(sql`e.action = ${action}`);
  if (subject !== undefined) conditions.push(sql`e.subject = ${subject}`);
  // Days are those of the workspace's time zone, including days of 23 and 25 hours.
  if (from !== undefined) conditions.push(sql`e.at >= ${from}::date::timestamp at time zone ${timeZone}`);
  if (to !== undefined) conditions.push(sql`e.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`);
  const words = wordsIn(q ?? '');
  if (words.length > 0)
    conditions.push(sql`exists (select from audit_values v where v.entry_id = e.id
      and to_tsvector('simple', v.value) @@ to_tsquery('simple', ${words.map((word) => `'${word}':*`).join(' & ')}))`);
  return conditions;
}

/** The search words as the index has them, each matching as a prefix. */
const wordsIn = (text: string): string[] =>
  text
    .split(/\s+/)
    .map((word) => word.replaceAll(/['\\\0]/g, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word));

/** The areas of entries, found by skipping through the index, however many entries there are. */
export async function listEntryAreas(q: Query): Promise<string[]> {
  const { rows } = await sql<{ about: string }>`
    with recursive leap as (
      (select split_part(action, '.', 1) as about from audit_entries order by 1 limit 1)
      union all
      select (select split_part(e.action, '.', 1) from audit_entries e where split_part(e.action, '.', 1) > leap.about
        order by 1 limit 1) from leap where leap.about is not null
    )
    select about from leap where about is not null`.execute(q);
  return rows.map(({ about }) => about);
}
