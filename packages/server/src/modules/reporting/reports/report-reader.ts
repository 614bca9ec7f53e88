import type { Figures, MetricCode, ReportGroup, ReportRecord, ReportRow } from '@trunkline/contract';
import type { RawBuilder } from 'kysely';
import type { Viewer } from '#platform/access';
import type { Query } from '#platform/db';
import type { Range } from '../range.ts';

/** What is reported on: which days, of whom, and as it is at which moment. */
export type Scope = {
  range: Range;
  now: Date;
  /** A condition on `users` named `u`. */
  people: RawBuilder<boolean>;
  viewer: Viewer;
  departmentId: number | undefined;
  userId: number | undefined;
  breakReasonId: number | undefined;
  accountId: number | undefined;
  outcome: string | undefined;
  /** A condition on `tickets` named `t`; undefined where none is asked for. */
  where: RawBuilder<unknown> | undefined;
  /** Whether departments of tickets are those of then or of now. */
  departments: 'then' | 'now';
  /** One row of the table alone. */
  row: { group: ReportGroup; key: string } | undefined;
};

/** Where a page of records ends: the moment and the person or ticket of the last one. */
export type RecordPlace = { at: string; id: number };

/** Where a report's figures come from. A further report is one of these. */
export type ReportReader<Metric extends MetricCode = MetricCode, Group extends string = string> = {
  /** Reckoned over all records at once, so that means are means of records and not of rows. */
  total: (q: Query, scope: Scope) => Promise<Figures<Metric>>;
  /** By key; a group without records has no row. */
  rows: (
    q: Query,
    scope: Scope,
    group: Group,
  ) => Promise<(Omit<ReportRow, 'figures'> & { figures: Figures<Metric> })[]>;
  /** Newest first, at most `limit` of those after that place. */
  records: (
    q: Query,
    scope: Scope,
    page: { limit: number; after: RecordPlace | undefined },
  ) => Promise<(ReportRecord & { place: RecordPlace })[]>;
};
