import { useSearchPatch } from '#shared/lib/search/use-search-patch.ts';
import { currentDayIn, comparisonDays, daysOfRange } from '@trunkline/contract';
import { readDashboardSearch, type DashboardSearch } from '#shared/lib/search/dashboard-search.ts';
import { timeZoneStore } from '#shared/lib/time-zone.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { useLocation } from '@tanstack/react-router';
import type { DashboardQuery } from './api.ts';
import type { ChangeDashboard } from './dashboard-frame.tsx';

const MINUTE_MS = 60_000;
const NOTHING_OPEN = {
  figure: undefined,
  day: undefined,
  last: undefined,
  weekday: undefined,
  hour: undefined,
  person: undefined,
  media: undefined,
  rating: undefined,
};

type Dashboard = {
  search: DashboardSearch;
  /** The address with the default period filled in where it names none. */
  chosen: DashboardSearch;
  query: DashboardQuery;
  before: { before_from: string; before_until: string };
  change: ChangeDashboard;
  /** Opens the records behind a figure as a new history entry, so that Back closes them. */
  show: (records: Partial<DashboardSearch>) => void;
  close: () => void;
};

/** Returns what a dashboard's address asks for, and the functions that change it. */
export function useDashboard(usual: NonNullable<DashboardSearch['range']>): Dashboard {
  const patchSearch = useSearchPatch<DashboardSearch>();
  const search = readDashboardSearch(useLocation().search);
  const chosen: DashboardSearch = { ...search, range: search.range ?? usual };
  const today = currentDayIn(timeZoneStore.get(), useNow(MINUTE_MS));
  const days = daysOfRange(chosen, today);
  const before = comparisonDays(chosen, today);
  return {
    search,
    chosen,
    query: { from: days.from, until: days.to, department_id: search.department },
    before: { before_from: before.from, before_until: before.to },
    change: (patch) => patchSearch(patch, { replace: true }),
    show: (records) => patchSearch({ ...NOTHING_OPEN, ...records }, { replace: false }),
    close: () => patchSearch(NOTHING_OPEN, { replace: true }),
  };
}
