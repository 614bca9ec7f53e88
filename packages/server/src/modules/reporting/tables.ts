import type {
  ACTIVITY_FINDINGS,
  ActivityId,
  ExportFault,
  ExportFormat,
  ReportCode,
  ReportMailState,
  ReportExport,
  SavedReport,
} from '@trunkline/contract';
import type { ColumnType } from 'kysely';
import '#platform/tables';

declare module '#platform/tables' {
  interface Tables {
    user_activity_corrections: {
      id: Auto<number>;
      user_id: number;
      during: string;
      user_activity_id: ActivityId;
      break_reason_id: number | null;
      reason: string;
      corrected_by: number;
      corrected_at: Time;
      withdrawn_by: number | null;
      withdrawn_at: Time | null;
    };
    user_activity_findings: {
      day: string;
      user_id: number;
      kind: (typeof ACTIVITY_FINDINGS)[number];
      at: Time;
    };
    service_levels: {
      valid_from: string;
      target_seconds: number;
      short_abandon_seconds: number;
      set_by: number | null;
      set_at: Time;
    };
    user_activity_checks: { day: string; checked_at: Time };
    report_exports: {
      id: Auto<number>;
      user_id: number;
      report: ReportCode;
      format: ExportFormat;
      query: Json<ReportExport['query']>;
      state: Auto<ReportExport['state']>;
      lines: Auto<number>;
      bytes: number | null;
      file_id: Auto<string>;
      file_name: Auto<string>;
      created_at: Time;
      as_of: Time | null;
      ended_at: Time | null;
      kept_until: Time | null;
      fault: ExportFault | null;
    };
    saved_reports: {
      id: Auto<number>;
      user_id: number;
      report: ReportCode;
      name: string;
      range: SavedReport['range'];
      from: string | null;
      until: string | null;
      is_compared: boolean;
      query: Json<SavedReport['query']>;
      is_shared: boolean;
      schedule: ColumnType<SavedReport['schedule'], string | null, string | null>;
      looked_until: Time;
    };
    report_mails: {
      saved_report_id: number;
      due_at: Time;
      user_id: number;
      export_id: number | null;
      state: Auto<ReportMailState>;
    };
    ticket_backlog_changes: {
      id: Auto<number>;
      ticket_id: number;
      kind: 'resolved' | 'reopened' | 'merged' | 'unmerged';
      at: Time;
    };
  }
}
