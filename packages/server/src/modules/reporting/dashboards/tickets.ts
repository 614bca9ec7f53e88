import type {
  getTicketDashboard,
  listTicketRecords,
  QueryOf,
  TicketDashboard,
  TicketRecord,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { readCursor, writeCursor } from '#platform/paging';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { readOneState, readRange, readSamePart } from '../range.ts';
import { readCounts, readNow, readOldest } from './ticket-counts.ts';
import { readRangeFigures } from './ticket-figures.ts';
import { readTicketRecords } from './ticket-records.ts';
import type { TicketScope } from './ticket-scope.ts';

const PAGE = 50;

export type TicketDashboards = {
  /** Every figure, all as they are at one moment. */
  read: (viewer: Viewer, query: QueryOf<typeof getTicketDashboard>) => Promise<TicketDashboard>;
  records: (
    viewer: Viewer,
    query: QueryOf<typeof listTicketRecords>,
  ) => Promise<{ data: TicketRecord[]; next: string | null }>;
};

type Deps = Pick<Platform, 'db' | 'clock'> & { settings: Pick<Settings, 'config'> };

export function createTicketDashboards({ db, clock, settings }: Deps): TicketDashboards {
  const scopeOf = (viewer: Viewer, departmentId: number | undefined): TicketScope => ({
    viewer,
    departmentId,
    now: clock.now(),
  });

  return {
    async read(viewer, { department_id, before_from, before_until, ...days }) {
      const scope = scopeOf(viewer, department_id);
      const { time_zone: timeZone } = await settings.config();
      return db.transaction(async ({ q }) => {
        await readOneState(q);
        const range = await readRange(q, days, timeZone);
        const before =
          before_from === undefined || before_until === undefined
            ? null
            : await readSamePart(q, { from: before_from, until: before_until }, { range, now: scope.now });
        const now = await readNow(q, scope);
        const open = now.tickets_open;
        return {
          time_zone: timeZone,
          at: scope.now.toISOString(),
          starts_at: range.from.toISOString(),
          ends_at: range.until.toISOString(),
          now,
          total: await readRangeFigures(q, scope, { span: range, open }),
          before: before && (await readRangeFigures(q, scope, { span: before, open })),
          before_ends_at: before && before.until.toISOString(),
          ...(await readCounts(q, scope, range)),
          oldest: await readOldest(q, scope),
        };
      });
    },

    async records(viewer, { from, until, department_id, figure, weekday, hour, after }) {
      const { time_zone: timeZone } = await settings.config();
      const found = await readTicketRecords(db.q, scopeOf(viewer, department_id), {
        range: await readRange(db.q, { from, until }, timeZone),
        figure,
        weekday,
        hour,
        limit: PAGE + 1,
        after: readCursor(after),
      });
      const data = found.slice(0, PAGE);
      const last = data.at(-1);
      const isMore = found.length > PAGE && last !== undefined;
      return { data, next: isMore ? writeCursor({ key: last.at, id: last.id }) : null };
    },
  };
}
