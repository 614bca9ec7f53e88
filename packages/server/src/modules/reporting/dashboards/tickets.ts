import type {
  getTicketDashboard,
  listTicketRecords,
  QueryOf,
  TicketDashboard,
  TicketRecord,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query } from '#platform/db';
import { pageOf, readCursor } from '#platform/paging';
import type { Settings } from '#modules/settings';
import { readRange } from '../range.ts';
import { ticketConditionSql } from '../ticket-condition.ts';
import { currentDepartment } from '../departments.ts';
import { readDashboard, type FrameDeps } from './frame.ts';
import { daySumsScope } from './day-sums-scope.ts';
import { readTicketAges, readCountsOfRange, readCurrentFigures, readOldestTickets } from './ticket-counts.ts';
import { readRangeFigures } from './ticket-figures.ts';
import { readTicketRecords } from './ticket-records.ts';
import type { TicketScope } from './ticket-scope.ts';

const PAGE = 50;

export type TicketDashboards = {
  /** All figures, of one database snapshot. */
  read: (viewer: Viewer, query: QueryOf<typeof getTicketDashboard>) => Promise<TicketDashboard>;
  records: (
    viewer: Viewer,
    query: QueryOf<typeof listTicketRecords>,
  ) => Promise<{ data: TicketRecord[]; next: string | null }>;
};

type Deps = FrameDeps & { settings: Pick<Settings, 'customFields'> };

export function createTicketDashboards(deps: Deps): TicketDashboards {
  const { db, clock, settings } = deps;

  const scopeOf = async (q: Query, scope: TicketScope, text: string | undefined): Promise<TicketScope> => ({
    ...scope,
    departmentId: await currentDepartment(q, scope.departmentId),
    where: await ticketConditionSql(q, settings, { text, me: scope.viewer.id, now: scope.now }),
  });

  return {
    read: (viewer, { department_id: departmentId, user_id: userId, where, ...days }) =>
      readDashboard(deps, days, async (q, { range, before, now: at }) => {
        const scope = await scopeOf(q, { viewer, departmentId, userId, now: at }, where);
        const now = await readCurrentFigures(q, scope);
        const summed = await daySumsScope(q, scope, range.timeZone);
        const spans = before ? [range, before] : [range];
        const figures = await readRangeFigures(q, scope, { spans, open: now.tickets_open, summed });
        const [total, ofBefore = null] = figures;
        if (!total) throw new Error('a range gave no figures');
        return {
          now,
          total,
          before: ofBefore,
          ...(await readCountsOfRange(q, scope, { range, summed })),
          ages: await readTicketAges(q, scope),
          oldest: await readOldestTickets(q, scope),
        };
      }),

    async records(viewer, { from, until, figure, weekday, hour, after, ...asked }) {
      const { time_zone: timeZone } = await settings.config();
      const { department_id: departmentId, user_id: userId, where } = asked;
      const scope = await scopeOf(db.q, { viewer, departmentId, userId, now: clock.now() }, where);
      const found = await readTicketRecords(db.q, scope, {
        range: await readRange(db.q, { from, until }, timeZone),
        figure,
        weekday,
        hour,
        limit: PAGE + 1,
        after: readCursor(after),
      });
      return pageOf(found, PAGE, ({ at, id }) => ({ key: at, id }));
    },
  };
}
