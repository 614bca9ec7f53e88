import type { MetricValues, MetricCode, ReportGroup, ReportRecord, ReportRow } from '@trunkline/contract';
import type { RawBuilder } from 'kysely';
import type { Viewer } from '#platform/access';
import type { Query } from '#platform/db';
import type { MomentRange } from '../range.ts';
import type { OfficeHours } from './office-hours.ts';

/** What a report covers: which days, which users, and at which moment. */
export type ReportScope = {
  range: MomentRange;
  now: Date;
  /** A condition on `users`, alias `u`. */
  people: RawBuilder<boolean>;
  viewer: Viewer;
  departmentId: number | undefined;
  /** The same for users' time, where departments at the time count. */
  memberOf: number | undefined;
  userId: number | undefined;
  breakReasonId: number | undefined;
  accountId: number | undefined;
  outcome: string | undefined;
  /** A condition on `tickets`, alias `t`; undefined for none. */
  where: RawBuilder<unknown> | undefined;
  /** Waits are counted in office hours; undefined: as they elapsed. */
  officeHours: OfficeHours | undefined;
  /** Whether tickets and users count for their departments at the time or for the current ones. */
  departments: 'then' | 'now';
  /** A single row of the table. */
  row: { group: ReportGroup; key: string } | undefined;
  /** Of records: only those that this metric counts. */
  metric: MetricCode | undefined;
};

/** The cursor of a page of records: time and id of the last user or ticket. */
export type RecordPlace = { at: string; id: number };

export type PlacedRecord = ReportRecord & { place: RecordPlace };
/** `limit`: null for all of them. */
export type RecordPage = { limit: number | null; after: RecordPlace | undefined };

export type RecordReading = {
  /** Newest first, at most `limit` after that cursor. */
  records: (
    q: Query,
    scope: ReportScope,
    page: RecordPage & { limit: number },
  ) => Promise<readonly PlacedRecord[]>;
  /** All in the same order, read while they are consumed. `q` must be of a transaction, because it opens a cursor. */
  allRecords: (q: Query, scope: ReportScope) => AsyncIterable<ReportRecord>;
};

export type FiguresOfRow<Metric extends MetricCode = MetricCode> = Omit<ReportRow, 'figures'> & {
  figures: MetricValues<Metric>;
};

/** The source of a report's figures. Each report has one. */
export type ReportReader<
  Metric extends MetricCode = MetricCode,
  Group extends string = string,
> = RecordReading & {
  /** Computed over all records, so that means are means of records and not of rows. */
  total: (q: Query, scope: ReportScope) => Promise<MetricValues<Metric>>;
  /** The total and the rows of a group, in one query where the total is a sum of the rows. */
  figures: (
    q: Query,
    scope: ReportScope,
    group: Group,
  ) => Promise<{ total: MetricValues<Metric>; rows: FiguresOfRow<Metric>[] }>;
  /** By key; a group without records has no row. */
  rows: (q: Query, scope: ReportScope, group: Group) => Promise<FiguresOfRow<Metric>[]>;
};
