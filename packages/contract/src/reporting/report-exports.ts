import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { okResponse, id, idText, timestamp } from '../kit/shapes.ts';
import { REPORTS, type ReportCode } from './reports.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** How long a file is kept, in days. */
export const EXPORT_KEPT_DAYS = 7;
/** How many exports of one user can wait or run at the same time. */
export const EXPORTS_AT_ONCE_MAX = 5;
/** Why an export failed; screens have a text for each. */
export const EXPORT_FAULTS = ['disk_full', 'not_allowed', 'other'] as const;
export type ExportFault = (typeof EXPORT_FAULTS)[number];

export const reportCode = z.enum(Object.keys(REPORTS) as [ReportCode, ...ReportCode[]]);
/** The parameters of a report's address by name; validated against the report. */
export const reportFilters = z.record(z.string().max(40), z.union([z.string().max(6000), z.number()]));
export type ReportFilters = z.infer<typeof reportFilters>;

export const reportExport = z.object({
  id,
  report: reportCode,
  format: z.enum(EXPORT_FORMATS),
  query: reportFilters,
  state: z.enum(['waiting', 'working', 'done', 'failed', 'cancelled']),
  /** Lines that were written so far. */
  lines: z.number().int(),
  bytes: z.number().int().nullable(),
  file_name: z.string(),
  created_at: timestamp,
  /** When the figures were computed. */
  as_of: timestamp.nullable(),
  ended_at: timestamp.nullable(),
  /** Until when the file is kept. */
  kept_until: timestamp.nullable(),
  fault: z.enum(EXPORT_FAULTS).nullable(),
});
export type ReportExport = z.infer<typeof reportExport>;

export const listReportExports = endpoint({
  method: 'GET',
  path: '/api/report-exports',
  permission: 'signed-in',
  summary: 'Your exported reports, newest first: finished and in progress.',
  response: z.object({ data: z.array(reportExport) }),
});

export const createReportExport = endpoint({
  method: 'POST',
  path: '/api/report-exports',
  permission: 'signed-in',
  summary: 'Export a report to a file. Requires access to the report.',
  body: z.object({ report: reportCode, format: z.enum(EXPORT_FORMATS), query: reportFilters }),
  response: z.object({ data: reportExport }),
});

export const cancelReportExport = endpoint({
  method: 'DELETE',
  path: '/api/report-exports/:id',
  permission: 'signed-in',
  summary: 'Cancel an export in progress, or delete a finished one.',
  params: z.object({ id: idText }),
  response: okResponse,
});

export const downloadReportExport = endpoint({
  method: 'GET',
  path: '/api/report-exports/:id/file',
  permission: 'signed-in',
  summary: 'Download your exported report, while it is kept and you have access to the report.',
  params: z.object({ id: idText }),
  download: true,
  response: z.unknown(),
});

export const reportExportEvents = {
  /** Sent to whoever requested it. */
  'report-export-changed': reportExport,
};
