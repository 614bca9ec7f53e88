import type { Readable } from 'node:stream';
import {
  parseChosenColumns,
  type ExportFormat,
  type MetricValues,
  type MetricCode,
  REPORTS,
  type Report,
  type ReportCode,
  type ReportGroup,
  type ReportRecord,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { csvFile, csvDialectOf } from '#platform/csv/csv-file';
import type { Query } from '#platform/db';
import { AppError } from '#platform/errors';
import { pageOf, readCursor } from '#platform/paging';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import { currentDepartment } from '../departments.ts';
import { visiblePeopleSql, useReadOnlySnapshot, readRange, type PeopleFilter } from '../range.ts';
import { ticketConditionSql } from '../ticket-condition.ts';
import { breakHistoryReader } from './break-history.ts';
import { callsReader, voipReader } from './calls/calls.ts';
import type { ReportReader, ReportScope } from './report-reader.ts';
import { withoutMissing } from './figures-reader.ts';
import { createMessagesReader } from './messages.ts';
import { readerWithoutRecords } from './no-records.ts';
import { readOfficeHours } from './office-hours.ts';
import { csvLines, reportFileName, type ReportTable, readReportTable } from './report-table.ts';
import { performanceReader } from '../performance/performance.ts';
import { satisfactionReader } from './satisfaction.ts';
import { userActivityReader } from './user-activity.ts';

const PAGE = 100;
const FOR_PROGRAMS = csvDialectOf({});

/** The reader of each report. */
const READERS: Record<ReportCode, ReportReader> = {
  break_history: breakHistoryReader as ReportReader,
  user_activity: userActivityReader as ReportReader,
  email: createMessagesReader(REPORTS.email.media) as ReportReader,
  whatsapps: createMessagesReader(REPORTS.whatsapps.media) as ReportReader,
  sms: createMessagesReader(REPORTS.sms.media) as ReportReader,
  livechat: createMessagesReader(REPORTS.livechat.media) as ReportReader,
  facebook: createMessagesReader(REPORTS.facebook.media) as ReportReader,
  instagram: createMessagesReader(REPORTS.instagram.media) as ReportReader,
  calls: callsReader as ReportReader,
  voip: voipReader as ReportReader,
  performance: performanceReader as ReportReader,
  satisfaction_metrics: satisfactionReader as ReportReader,
  broadcast: readerWithoutRecords(REPORTS.broadcast.metrics),
  ticket_chatbot: readerWithoutRecords(REPORTS.ticket_chatbot.metrics),
};

type ReportRequest = PeopleFilter & {
  from: string;
  until: string;
  break_reason_id?: number | undefined;
  account_id?: number | undefined;
  outcome?: string | undefined;
  where?: string | undefined;
  departments?: 'now' | undefined;
  row?: string | undefined;
  metric?: MetricCode | undefined;
  hours?: 'office' | undefined;
};
/** What a file contains: the rows of a group, or records. */
export type ReportFileRequest = ReportRequest & {
  group: ReportGroup | 'record';
  columns?: string | undefined;
};
type ExportOptions = { code: ReportCode; format: ExportFormat; query: ReportFileRequest };
type AskedRows = ReportRequest & {
  group: ReportGroup;
  before_from?: string | undefined;
  before_until?: string | undefined;
};

export type Reports = {
  /** The figures, and those of the compared period if requested; of one database snapshot. */
  read: (viewer: Viewer, code: ReportCode, query: AskedRows) => Promise<Report>;
  /** Only the figures of the whole report, without its rows. */
  total: (viewer: Viewer, code: ReportCode, query: ReportRequest) => Promise<MetricValues>;
  records: (
    viewer: Viewer,
    code: ReportCode,
    query: ReportRequest & { after?: string | undefined },
  ) => Promise<{ data: ReportRecord[]; next: string | null }>;
  /** CSV with codes as heads, whole numbers, and times in UTC. The download is written to the audit log. */
  file: (
    viewer: Viewer,
    code: ReportCode,
    query: ReportFileRequest,
  ) => Promise<{ name: string; content: Readable }>;
  /** The same as columns and lines, read with `q` while they are consumed: inside a transaction with one snapshot. */
  table: (
    q: Query,
    viewer: Viewer,
    asked: { code: ReportCode; query: ReportFileRequest; now: Date },
  ) => Promise<ReportTable>;
  auditExport: (q: Query, viewer: Viewer, exported: ExportOptions) => Promise<void>;
};

/** The reader of each report, with null for figures that do not exist under its filters. */
const readerOf = (code: ReportCode): ReportReader => withoutMissing(REPORTS[code], READERS[code]);

type Deps = Pick<Platform, 'db' | 'clock'> & {
  settings: Pick<Settings, 'config' | 'audit' | 'customFields'>;
};

export function createReports({ db, clock, settings }: Deps): Reports {
  async function scopeOf(
    q: Query,
    { viewer, code, now }: { viewer: Viewer; code: ReportCode; now: Date },
    asked: ReportRequest,
  ): Promise<ReportScope> {
    const { time_zone: timeZone } = await settings.config();
    const range = await readRange(q, asked, timeZone);
    const { departments = 'then' } = asked;
    const departmentId =
      departments === 'then' ? asked.department_id : await currentDepartment(q, asked.department_id);
    const people = { ...asked, department_id: departmentId };
    return {
      range,
      now,
      people: visiblePeopleSql(viewer, people, departments === 'then' ? range : undefined),
      memberOf: departments === 'then' ? departmentId : undefined,
      viewer,
      departmentId,
      userId: asked.user_id,
      breakReasonId: asked.break_reason_id,
      accountId: asked.account_id,
      outcome: asked.outcome,
      where: await ticketConditionSql(q, settings, { text: asked.where, me: viewer.id, now }),
      officeHours:
        asked.hours === 'office' ? await readOfficeHours(q, { from: range.from, until: now }) : undefined,
      departments,
      row: rowOf(code, asked.row),
      metric: asked.metric,
    };
  }

  const auditExport = (q: Query, viewer: Viewer, { code, format, query }: ExportOptions): Promise<void> => {
    const { group, ...asked } = query;
    const details = { ...asked, group, format };
    return settings.audit(q, { viewer, action: 'report.exported', subject: `report ${code}`, details });
  };

  return {
    auditExport,

    async table(q, viewer, { code, query, now }) {
      const scope = await scopeOf(q, { viewer, code, now }, query);
      const shape = { ...shapeOf(query), isInTransaction: true };
      return readReportTable(q, { code, reader: readerOf(code), scope, ...shape });
    },

    async read(viewer, code, query) {
      const now = clock.now();
      const reader = readerOf(code);
      const { before_from: from, before_until: until } = query;
      return db.transaction(async ({ q }) => {
        await useReadOnlySnapshot(q);
        const scope = await scopeOf(q, { viewer, code, now }, query);
        const before =
          from === undefined || until === undefined
            ? null
            : await reader.total(q, await scopeOf(q, { viewer, code, now }, { ...query, from, until }));
        return {
          from: query.from,
          until: query.until,
          time_zone: scope.range.timeZone,
          at: now.toISOString(),
          before,
          ...(await reader.figures(q, scope, query.group)),
        };
      });
    },

    async total(viewer, code, query) {
      const now = clock.now();
      return db.transaction(async ({ q }) => {
        await useReadOnlySnapshot(q);
        return readerOf(code).total(q, await scopeOf(q, { viewer, code, now }, query));
      });
    },

    async records(viewer, code, query) {
      const cursor = readCursor(query.after);
      const scope = await scopeOf(db.q, { viewer, code, now: clock.now() }, query);
      const found = await READERS[code].records(db.q, scope, {
        limit: PAGE + 1,
        after: cursor && { at: cursor.key, id: cursor.id },
      });
      const { data, next } = pageOf(found, PAGE, ({ place }) => ({ key: place.at, id: place.id }));
      return { data: data.map(({ id, cells }) => ({ id, cells })), next };
    },

    async file(viewer, code, query) {
      const now = clock.now();
      const scope = await scopeOf(db.q, { viewer, code, now }, query);
      await auditExport(db.q, viewer, { code, format: 'csv', query });
      const table = readReportTable(db.q, { code, reader: readerOf(code), scope, ...shapeOf(query) });
      return {
        name: reportFileName(code, query, { now, format: 'csv' }),
        content: csvFile(csvLines(table, FOR_PROGRAMS), FOR_PROGRAMS),
      };
    },
  };
}

const shapeOf = ({ group, columns }: ReportFileRequest) => ({ group, chosen: parseChosenColumns(columns) });

/** Parses `queue:support`, if the report has such rows. */
function rowOf(code: ReportCode, text: string | undefined): ReportScope['row'] {
  if (text === undefined) return undefined;
  const [name, ...key] = text.split(':');
  const group = (REPORTS[code].groups as readonly ReportGroup[]).find((one) => one === name);
  if (!group) throw new AppError('invalid', [{ path: 'row', message: 'Unknown row of this report' }]);
  return { group, key: key.join(':') };
}
