import { CHANNEL_TRAITS, type AgentFigures, type AgentRow, type MediaId } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { messageFigureCtes } from '../message-figures/figures.ts';
import { readPlanned } from '../shifts/adherence.ts';
import { isUnsolved } from './ticket-scope.ts';
import { isWrapUp, secondsOfAll, sumOfSeconds, agentWorkCtes, type WorkScope } from './agent-work.ts';

/** Sums from which all figures are computed; those of all agents are the sums of these. */
type Sums = {
  handled: number;
  handle_seconds: number;
  active: number;
  after_call_seconds: number;
  signed_in_seconds: number;
  available_seconds: number;
  occupied_seconds: number;
  contact_seconds: number;
  contact_union_seconds: number;
  sent: number;
  tickets_now: number;
  planned_seconds: number;
  outside_seconds: number;
};
type Person = { user_id: number; name: string; is_left: boolean };
type PersonSums = Person & Sums & { media: AgentRow['media'] };

const NO_PLAN = { planned_seconds: 0, outside_seconds: 0 };

const TEXT_MEDIA = Object.keys(CHANNEL_TRAITS).map((id) => Number(id) as MediaId);

/** The sums of each user in the range; users without any activity are left out. */
async function readSums(q: Query, scope: WorkScope): Promise<PersonSums[]> {
  const { from, until } = scope.range;
  const isHandled = sql`c.ended_at >= ${from} and c.ended_at < ${until}`;
  const planned = await readPlanned(q, scope);
  const { rows } = await sql<Omit<PersonSums, keyof typeof NO_PLAN>>`
    with ${agentWorkCtes(scope)}, ${messageFigureCtes(scope.range, TEXT_MEDIA)},
    time_sums as (
      select user_id, ${sumOfSeconds(sql`during`)} as signed_in_seconds, ${sumOfSeconds(sql`during`, isWrapUp)} as after_call_seconds
      from times group by user_id
    ),
    contact_sums as (
      select user_id, ${sumOfSeconds(sql`during`)} as contact_seconds,
        ${secondsOfAll(sql`range_agg(during)`)} as contact_union_seconds
      from contact_times group by user_id
    ),
    by_media as (
      select user_id, media_id, sum(handled)::int as handled, sum(seconds)::int as seconds, sum(sent)::int as sent from (
        select c.user_id, c.media_id, 1 as handled, extract(epoch from c.ended - c.began)::int as seconds, 0 as sent
        from contacts c where ${isHandled}
        union all
        select user_id, media_id, 0, 0, sent from said where sent > 0 and user_id in (select id from seen)
      ) e group by user_id, media_id
    ),
    media_sums as (
      select user_id, sum(handled)::int as handled, sum(seconds)::int as seconds, sum(sent)::int as sent,
        json_agg(json_build_object('media_id', media_id, 'handled', handled, 'seconds', seconds, 'sent', sent) order by media_id)
          as media
      from by_media group by user_id
    ),
    -- Counted for all at once, and not by looking for those of each.
    owned as materialized (
      select t.assignee_id as user_id, count(*)::int as tickets_now from tickets t
      where t.assignee_id is not null and ${isUnsolved} group by 1
    ),
    active as (
      select user_id, count(*)::int as active from (
        select l.user_id from conversation_legs l where l.ended_at is null
        union all
        select l.user_id from report_call_legs l where l.ended_at is null and l.began_at > ${scope.now}::timestamptz - interval '2 days'
      ) l where user_id in (select id from seen) group by user_id
    )
    select u.id as user_id, u.fullname as name, not u.is_active as is_left,
      coalesce(m.handled, 0) as handled, coalesce(m.seconds, 0) + coalesce(t.after_call_seconds, 0) as handle_seconds,
      coalesce(a.active, 0) as active, coalesce(t.after_call_seconds, 0) as after_call_seconds,
      coalesce(t.signed_in_seconds, 0) as signed_in_seconds, ${secondsOfAll(sql`th.during`)} as available_seconds,
      ${secondsOfAll(sql`th.during * b.during`)} as occupied_seconds,
      coalesce(c.contact_seconds, 0) as contact_seconds, coalesce(c.contact_union_seconds, 0) as contact_union_seconds,
      coalesce(m.sent, 0) as sent, coalesce(m.media, '[]') as media,
      coalesce(o.tickets_now, 0) as tickets_now
    from users u left join time_sums t on t.user_id = u.id left join media_sums m on m.user_id = u.id
      left join contact_sums c on c.user_id = u.id left join there th on th.user_id = u.id
      left join busy b on b.user_id = u.id left join active a on a.user_id = u.id left join owned o on o.user_id = u.id
    where u.id in (select id from seen) and (t.user_id is not null or m.user_id is not null or a.user_id is not null)
    order by u.fullname, u.id`.execute(q);
  return rows.map((row) => ({ ...row, ...(planned.get(row.user_id) ?? NO_PLAN) }));
}

const over = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Adherence needs planned shifts: without them it is null, and not 100 %. */
function figuresFrom(sums: Sums): AgentFigures {
  const mean = over(sums.handle_seconds, sums.handled);
  return {
    contacts_handled: sums.handled,
    contacts_active: sums.active,
    contact_handle_mean_seconds: mean === null ? null : Math.round(mean),
    after_call_seconds: sums.after_call_seconds,
    occupancy_ratio: over(sums.occupied_seconds, sums.available_seconds),
    concurrency: over(sums.contact_seconds, sums.contact_union_seconds),
    replies_sent: sums.sent,
    tickets_now: sums.tickets_now,
    signed_in_seconds: sums.signed_in_seconds,
    adherence_ratio: over(sums.planned_seconds - sums.outside_seconds, sums.planned_seconds),
  };
}

const NOTHING: Sums = {
  handled: 0,
  handle_seconds: 0,
  active: 0,
  after_call_seconds: 0,
  signed_in_seconds: 0,
  available_seconds: 0,
  occupied_seconds: 0,
  contact_seconds: 0,
  contact_union_seconds: 0,
  sent: 0,
  tickets_now: 0,
  ...NO_PLAN,
};
const SUMMED = Object.keys(NOTHING) as (keyof Sums)[];

/** The figures of each agent and of all; ratios and means of all are computed from the sums. */
export async function readAgents(
  q: Query,
  scope: WorkScope,
): Promise<{ total: AgentFigures; rows: AgentRow[] }> {
  const found = await readSums(q, scope);
  const total = { ...NOTHING };
  for (const row of found) for (const name of SUMMED) total[name] += row[name];
  return {
    total: figuresFrom(total),
    rows: found.map(({ user_id, name, is_left, media, ...sums }) => ({
      user_id,
      name,
      is_left,
      figures: figuresFrom(sums),
      media,
    })),
  };
}
