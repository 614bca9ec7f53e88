import type {
  getTicketDashboard,
  listTicketRecords,
  QueryOf,
  TicketDashboard,
  TicketRecord,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { pageOf, readCursor } from '#platform/paging';
import { readRange } from '../range.ts';
import { readFramed, type FrameDeps } from './frame.ts';
import { readCounts, readNow, readOldest } from './ticket-counts.ts';
import { readRangeFigures } from './ticket-figures.ts';
import { readTicketRecords } from './ticket-records.ts';

const PAGE = 50;

export type TicketDashboards = {
  /** Every figure, all as they are at one moment. */
  read: (viewer: Viewer, query: QueryOf<typeof getTicketDashboard>) => Promise<TicketDashboard>;
  records: (
    viewer: Viewer,
    query: QueryOf<typeof listTicketRecords>,
  ) => Promise<{ data: TicketRecord[]; next: string | null }>;
};

export function createTicketDashboards(deps: FrameDeps): TicketDashboards {
  const { db, clock, settings } = deps;
  return {
    read: (viewer, { department_id: departmentId, ...days }) =>
      readFramed(deps, days, async (q, { range, before, now: at }) => {
        const scope = { viewer, departmentId, now: at };
        const now = await readNow(q, scope);
        const open = now.tickets_open;
        return {
          now,
          total: await readRangeFigures(q, scope, { span: range, open }),
          before: before && (await readRangeFigures(q, scope, { span: before, open })),
          ...(await readCounts(q, scope, range)),
          oldest: await readOldest(q, scope),
        };
      }),

    async records(viewer, { from, until, department_id: departmentId, figure, weekday, hour, after }) {
      const { time_zone: timeZone } = await settings.config();
      const scope = { viewer, departmentId, now: clock.now() };
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
