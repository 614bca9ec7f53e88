import type { MetricValues, ReportGroup, REPORTS } from '@trunkline/contract';
import type { Query } from '#platform/db';
import { roomCalls } from '../reports/calls/room-source.ts';
import { telephoneCalls } from '../reports/calls/telephone-source.ts';
import { createFiguresReader, type FiguresRow } from '../reports/figures-reader.ts';
import { GROUP_COLUMNS, type GroupColumns } from '../reports/groups.ts';
import type { ReportScope } from '../reports/report-reader.ts';
import {
  callsPart,
  chatsPart,
  repliesPart,
  ticketsPart,
  timePart,
  type PartRow,
  type PerformancePart,
} from './parts.ts';
import { planPart } from './plan.ts';
import { performanceRecords } from './records.ts';

type Definition = (typeof REPORTS)['performance'];
type Metric = Definition['metrics'][number];

const NONE: MetricValues<Metric> = {
  conversations_handled: 0,
  answered_from_queue: 0,
  transfers_out: 0,
  transfers_in: 0,
  first_reply_mean_seconds: null,
  first_reply_median_seconds: null,
  first_reply_p90_seconds: null,
  handle_mean_seconds: null,
  wrap_up_seconds: 0,
  signed_in_seconds: 0,
  occupied_seconds: 0,
  occupancy_ratio: null,
  utilisation_ratio: null,
  concurrency: null,
  adherence_ratio: null,
  conformance_ratio: null,
  solutions: 0,
  tickets_solved: 0,
  reopenings: 0,
  reopen_ratio: null,
  first_resolution_mean_seconds: null,
  full_resolution_mean_seconds: null,
  open_time_mean_seconds: null,
  first_contact_ratio: null,
  one_touch_ratio: null,
};

/** Time belongs to a user and a day, not to an hour, a department or a tag. */
const OF_NO_TIME: readonly ReportGroup[] = ['hour', 'department', 'tag'];
const hasNoTime = (columns: GroupColumns, { row }: ReportScope): boolean =>
  OF_NO_TIME.some((group) => columns === GROUP_COLUMNS[group as 'hour'] || row?.group === group);
const OF_NO_DEPARTMENT = { signed_in_seconds: null, occupied_seconds: null } as const;

const telephone = callsPart(telephoneCalls);
const rooms = callsPart(roomCalls);

/** Each part is a query with the same groupings; handled conversations are added up over calls and chats. */
async function figuresByEach(
  q: Query,
  scope: ReportScope,
  groupings: readonly GroupColumns[],
): Promise<FiguresRow<Metric>[][]> {
  const found = groupings.map((): PartRow[] => []);
  const add = async (part: PerformancePart, among: readonly GroupColumns[]) => {
    for (const [columns, rows] of await part(q, scope, among))
      found[groupings.indexOf(columns)]?.push(...rows);
  };
  for (const part of [telephone, rooms, chatsPart, repliesPart, ticketsPart]) await add(part, groupings);
  const timed = scope.where ? [] : groupings.filter((columns) => !hasNoTime(columns, scope));
  if (timed.length > 0) for (const part of [timePart, planPart]) await add(part, timed);
  return found.map((parts, n) => {
    const none = groupings[n] && hasNoTime(groupings[n], scope) ? { ...NONE, ...OF_NO_DEPARTMENT } : NONE;
    const groups = new Map<string, PartRow[]>();
    for (const row of parts) groups.set(row.key, [...(groups.get(row.key) ?? []), row]);
    return [...groups.values()]
      .map((rows) => rowOf(rows, none))
      .toSorted((a, b) => (a.name ?? a.key).localeCompare(b.name ?? b.key));
  });
}

function rowOf(rows: readonly PartRow[], none: MetricValues<Metric>): FiguresRow<Metric> {
  const [{ key, name, is_left }] = rows as [PartRow];
  const sum = (what: string) => rows.reduce((all, row) => all + Number(row[what] ?? 0), 0);
  const handled = sum('handled');
  const given = Object.assign({}, ...rows) as Partial<MetricValues<Metric>>;
  const own = Object.keys(none).map((metric) => [metric, given[metric as Metric] ?? none[metric as Metric]]);
  return {
    ...(Object.fromEntries(own) as MetricValues<Metric>),
    key,
    name,
    is_left,
    conversations_handled: handled,
    answered_from_queue: sum('answered'),
    transfers_out: sum('passes'),
    transfers_in: sum('arrivals'),
    wrap_up_seconds: sum('wrap_up'),
    handle_mean_seconds: handled === 0 ? null : Math.round(sum('seconds') / handled),
  };
}

export const performanceReader = createFiguresReader<Metric, Definition['groups'][number]>({
  figuresBy: async (q, scope, columns) => (await figuresByEach(q, scope, [columns]))[0] ?? [],
  figuresByEach,
  none: NONE,

  ...performanceRecords,
});
