import type {
  AgentContact,
  AgentDashboard,
  getAgentDashboard,
  listAgentContacts,
  QueryOf,
} from '@trunkline/contract';
import { sql } from 'kysely';
import type { Viewer } from '#platform/access';
import type { Query } from '#platform/db';
import { pageOf, readCursor, type Cursor } from '#platform/paging';
import { currentDepartment } from '../departments.ts';
import { visiblePeopleSql, readRange, type PeopleFilter } from '../range.ts';
import { readAgents } from './agent-figures.ts';
import { contactsQuery, type WorkScope } from './agent-work.ts';
import { readDashboard, type FrameDeps } from './frame.ts';

const PAGE = 50;
const WIDER = ['MONITORING:VIEW', 'USER-ACTIVITY:VIEW', 'REPORT_PERFORMANCE:VIEW'] as const;

/** Supervisors, and users who see all tickets, see the figures of others. All others only see their own. */
const maySeeOthers = ({ visibility, codes }: Viewer): boolean =>
  visibility === 'all' || WIDER.some((permission) => codes.has(permission));

const peopleOf = (viewer: Viewer, filter: PeopleFilter) =>
  visiblePeopleSql(maySeeOthers(viewer) ? viewer : { ...viewer, visibility: 'own' }, filter);

export type AgentDashboards = {
  /** All figures, of one database snapshot. */
  read: (viewer: Viewer, query: QueryOf<typeof getAgentDashboard>) => Promise<AgentDashboard>;
  contacts: (
    viewer: Viewer,
    query: QueryOf<typeof listAgentContacts>,
  ) => Promise<{ data: AgentContact[]; next: string | null }>;
};

export function createAgentDashboards(deps: FrameDeps): AgentDashboards {
  const { db, clock, settings } = deps;
  return {
    read: (viewer, { department_id, ...days }) =>
      readDashboard(deps, days, async (q, { range, before, now }) => {
        const people = peopleOf(viewer, { department_id: await currentDepartment(q, department_id) });
        return {
          ...(await readAgents(q, { range, now, people })),
          before: before && { ...(await readAgents(q, { range: before, now, people })).total, ...OF_NOW },
        };
      }),

    async contacts(viewer, { from, until, department_id, user_id, media_id, active, after }) {
      const { time_zone: timeZone } = await settings.config();
      const found = await readContacts(
        db.q,
        {
          range: await readRange(db.q, { from, until }, timeZone),
          now: clock.now(),
          people: peopleOf(viewer, { department_id: await currentDepartment(db.q, department_id), user_id }),
        },
        { mediaId: media_id, isActive: active === '1', after: readCursor(after) },
      );
      const { data, next } = pageOf(found, PAGE, ({ place, key }) => ({ key: place, id: key }));
      return { data: data.map(({ contact }) => contact), next };
    },
  };
}

/** Figures of the present have no value for the period before. */
const OF_NOW = { contacts_active: null, tickets_now: null } as const;

type ContactFilter = { mediaId: number | undefined; isActive: boolean; after: Cursor | undefined };
type Row = { contact: AgentContact; place: string; key: number };

/** Contacts that have ended are listed by their end, active ones by their beginning. */
async function readContacts(
  q: Query,
  scope: WorkScope,
  { mediaId, isActive, after }: ContactFilter,
): Promise<Row[]> {
  const { from, until } = scope.range;
  const { now } = scope;
  const range = isActive ? { ...scope.range, from: now, until: new Date(now.getTime() + 1) } : scope.range;
  const which = isActive ? sql`c.ended_at is null` : sql`c.ended_at >= ${from} and c.ended_at < ${until}`;
  const { rows } = await sql<AgentContact & Omit<Row, 'contact'>>`
    with seen as materialized (select u.id from users u where ${scope.people}),
    contacts as (${contactsQuery({ ...scope, range })}),
    found as (
      select c.*, coalesce(c.ended_at, c.began_at) as at from contacts c
      where ${which} and (${mediaId ?? null}::int is null or c.media_id = ${mediaId ?? null})
    )
    select f.media_id || '-' || f.id as id, f.media_id, t.id as ticket_id, t.number, u.fullname as agent,
      f.began_at::timestamptz(3) as began_at, f.ended_at::timestamptz(3) as ended_at,
      extract(epoch from f.ended - f.began)::int as seconds, f.at::timestamptz(3) as place, f.id::bigint as key
    from found f join users u on u.id = f.user_id
      left join calls k on k.id = f.call_id left join conversations v on v.id = f.conversation_id
      left join tickets t on t.id = coalesce(k.ticket_id, v.ticket_id)
    where ${after?.key ?? null}::timestamptz is null
      or (f.at, f.id) < (${after?.key ?? null}::timestamptz, ${after?.id ?? null}::bigint)
    order by f.at desc, f.id desc limit ${PAGE + 1}`.execute(q);
  return rows.map(({ place, key, ...contact }) => ({ contact, place, key }));
}
