import type { listReportPeople, Permission, QueryOf, ReportPerson } from '@trunkline/contract';
import { REPORTS } from '@trunkline/contract';
import { sql } from 'kysely';
import { allows, type Viewer } from '#platform/access';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { visiblePeopleSql, readRange } from './range.ts';

const DASHBOARDS: readonly Permission[] = [
  'DASHBOARD_TICKET:VIEW',
  'DASHBOARD_AGENT:VIEW',
  'DASHBOARD_SURVEY:VIEW',
];

const mayAsk = (viewer: Viewer): boolean =>
  DASHBOARDS.some((permission) => allows(viewer, permission)) ||
  Object.values(REPORTS).some(({ module }) => allows(viewer, `${module}:VIEW`));

type Deps = Pick<Platform, 'db'> & { settings: Pick<Settings, 'config'> };
export type ReportPeople = (
  viewer: Viewer,
  days: QueryOf<typeof listReportPeople>,
) => Promise<ReportPerson[]>;

/** The users for whom reports have figures on these days: active ones, and inactive ones who did something then. */
export function createReportPeople({ db, settings }: Deps): ReportPeople {
  return async (viewer, days) => {
    if (!mayAsk(viewer)) throw new AppError('forbidden');
    const { time_zone: timeZone } = await settings.config();
    const { from, until } = await readRange(db.q, days, timeZone);
    const within = (column: string) =>
      sql`${sql.ref(column)} >= ${from}::timestamptz - interval '1 day' and ${sql.ref(column)} < ${until}`;
    const { rows } = await sql<ReportPerson>`
      select u.id, u.fullname as name, not u.is_active as is_left from users u
      where ${visiblePeopleSql(viewer, {})} and (u.is_active
        or exists (select from user_activity_log l where l.user_id = u.id and ${within('l.started_at')})
        or exists (select from conversation_legs l where l.user_id = u.id and ${within('l.began_at')})
        or exists (select from report_call_legs l where l.user_id = u.id and ${within('l.began_at')})
        or exists (select from tickets t where t.assignee_id = u.id and ${within('t.created_at')})
        or exists (select from messages m where m.author_id = u.id and m.kind = 'outbound' and ${within('m.created_at')}))
      order by u.fullname, u.id`.execute(db.q);
    return rows;
  };
}
