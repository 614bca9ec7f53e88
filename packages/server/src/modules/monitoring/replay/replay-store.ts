import { Activity, type FloorReplay, type ReplayAgent, type ReplayCall } from '@trunkline/contract';
import { sql } from 'kysely';
import type { Query } from '#platform/db';
import { isAlertVisible, type SeenDepartments } from '../alerts/alert-store.ts';
import type { StoredCall } from './call-state.ts';

export type ReplayCallRow = StoredCall &
  Pick<ReplayCall, 'call_id' | 'media_id' | 'user_id'> & { department_id: number | null };

/** Longer than any call, so older ones need not be read. */
const LONGEST = '2 days';

/** The activity of all users at that moment; users who did not exist yet are left out. */
export async function listAgentsAt(q: Query, at: Date): Promise<ReplayAgent[]> {
  const { rows } = await sql<ReplayAgent>`
    select p.id, p.name as fullname, l.user_activity_id, l.break_reason_id, l.started_at::timestamptz(3) as activity_since,
      case when l.user_activity_id in (${Activity.afterCallWork}, ${Activity.idleAfterCall}) then
        case l.cause when 'call missed' then 'missed_call' else 'wrap_up' end end as activity_cause,
      (select count(*) from report_chats_held h where h.user_id = p.id and h.began_at <= ${at}
        and (h.ended_at is null or h.ended_at > ${at}))::int as chats
    from report_people p cross join lateral (
      select c.* from report_activity_changes c where c.user_id = p.id and c.started_at <= ${at}
      order by c.started_at desc, c.id desc limit 1) l
    order by p.name, p.id`.execute(q);
  return rows;
}

/** The calls of that moment, oldest first, with the users in each. */
export async function listCallsAt(q: Query, at: Date): Promise<ReplayCallRow[]> {
  const { rows } = await sql<ReplayCallRow>`
    select c.call_id, c.media_id, c.direction, c.started_at, c.answered_at, c.department_id, c.spans,
      (select l.user_id from report_call_legs l where l.call_id = c.call_id and l.began_at <= ${at}
        and (l.ended_at is null or l.ended_at > ${at}) order by l.began_at desc limit 1) as user_id
    from report_calls_kept c
    where c.started_at <= ${at} and c.started_at > ${at}::timestamptz - ${LONGEST}::interval
      and (c.ended_at is null or c.ended_at > ${at})
    order by c.started_at, c.call_id`.execute(q);
  return rows;
}

type Alert = FloorReplay['alerts'][number];

export async function listAlertsAt(q: Query, seen: SeenDepartments, at: Date): Promise<Alert[]> {
  const { rows } = await sql<Alert & { department_id: number | null }>`
    select id, name, kind, department_id, since, case when alarmed_at <= ${at} then alarmed_at end as alarmed_at,
      coalesce(acknowledged_at <= ${at}, false) as is_acknowledged
    from floor_alerts where told_at <= ${at} and (ended_at is null or ended_at > ${at}) order by told_at, id`.execute(
    q,
  );
  return rows
    .filter((alert) => isAlertVisible(seen, alert))
    .map((alert) => {
      const { department_id: _, ...shown } = alert;
      return shown;
    });
}
