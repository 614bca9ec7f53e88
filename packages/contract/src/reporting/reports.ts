import { z } from 'zod';
import { Media, type MediaId } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import type { ModuleCode } from '../kit/modules.ts';
import { cursor, idText, timestamp } from '../kit/shapes.ts';
import {
  calendarDay,
  dayRange,
  daysBefore,
  isBeforeInOrder,
  isInOrder,
  WRONG_BEFORE,
  WRONG_RANGE,
} from './day-range.ts';
import type { MetricCode } from './metrics.ts';

export const REPORT_GROUPS = ['day', 'hour', 'agent', 'department', 'break_reason'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

/** How a value of a record is shown. A person and a reason are names already; the number of a ticket leads to `ticket_id`. */
export type RecordKind = 'time' | 'seconds' | 'text' | 'yes' | 'ticket' | 'outcome';
/** What became of a customer's wait for an answer. */
export const WAIT_OUTCOMES = ['answered', 'closed', 'open'] as const;
export const REPORT_FILTERS = ['department_id', 'user_id', 'break_reason_id'] as const;
export type ReportFilter = (typeof REPORT_FILTERS)[number];

/** A report: whose module it is, how its figures can be grouped, and what its records hold. All else follows from it. */
export type ReportDefinition = {
  /** As it stands in the page's address. */
  code: string;
  module: ModuleCode;
  /** The first is shown unless another is chosen. */
  groups: readonly [ReportGroup, ...ReportGroup[]];
  metrics: readonly MetricCode[];
  /** Those of `metrics` that the head of the page shows. */
  tiles: readonly MetricCode[];
  /** What the chart shows by group, beside each other. */
  chart: readonly MetricCode[];
  filters: readonly ReportFilter[];
  records: Readonly<Record<string, RecordKind>>;
  /** Of reports about messages: the channels. */
  media?: readonly MediaId[];
};

const figures = z.record(z.string(), z.number().nullable());

export const reportRow = z.object({
  /** A day, or the id of what is grouped by; an empty text for what has none. */
  key: z.string(),
  /** Of what has a name. */
  name: z.string().nullable(),
  /** Somebody who does not work here any more. */
  is_left: z.boolean(),
  figures,
});
export type ReportRow = z.infer<typeof reportRow>;

export const report = z.object({
  from: calendarDay,
  until: calendarDay,
  time_zone: z.string(),
  /** The moment of which the figures are. */
  at: timestamp,
  /** Over all rows: reckoned from the records, not from the rows. */
  total: figures,
  /** The same for `before_from` to `before_until`. */
  before: figures.nullable(),
  rows: z.array(reportRow),
});
export type Report = z.infer<typeof report>;

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export const reportRecord = z.object({ id: z.string(), cells: z.record(z.string(), cell) });
export type ReportRecord = z.infer<typeof reportRecord>;

function defineReport<const D extends ReportDefinition>(definition: D) {
  const { code, module, groups } = definition;
  const narrowed = {
    department_id: idText.optional(),
    user_id: idText.optional(),
    break_reason_id: idText.optional(),
  };
  const permission = `${module}:VIEW` as const;
  return {
    ...definition,
    read: endpoint({
      method: 'GET',
      path: `/api/reports/${code}`,
      permission,
      summary: `Figures of the report ${code}, of days of the workspace's calendar.`,
      query: z
        .object({
          ...dayRange,
          ...narrowed,
          group: z.enum(groups).default(groups[0]),
          ...daysBefore,
        })
        .refine(isInOrder, WRONG_RANGE)
        .refine(isBeforeInOrder, WRONG_BEFORE),
      response: z.object({ data: report }),
    }),
    list: endpoint({
      method: 'GET',
      path: `/api/reports/${code}/records`,
      permission,
      summary: `The records behind the figures of the report ${code}, newest first.`,
      query: z.object({ ...dayRange, ...narrowed, after: cursor.optional() }).refine(isInOrder, WRONG_RANGE),
      response: z.object({ data: z.array(reportRecord), next: z.string().nullable() }),
    }),
    file: endpoint({
      method: 'GET',
      path: `/api/reports/${code}/file`,
      permission,
      summary: `The report ${code} as CSV: its rows, or its records.`,
      query: z
        .object({
          ...dayRange,
          ...narrowed,
          group: z.enum(['record', ...groups]).default(groups[0]),
        })
        .refine(isInOrder, WRONG_RANGE),
      download: true,
      response: z.unknown(),
    }),
  };
}

const MESSAGE_GROUPS = ['day', 'hour', 'agent', 'department'] as const;
const MESSAGE_METRICS = [
  'messages_received',
  'messages_sent',
  'automatic_messages',
  'messages_failed',
  'tickets',
  'waits',
  'waits_answered',
  'waits_closed',
  'waits_open',
  'first_reply_mean_seconds',
  'first_reply_median_seconds',
  'first_reply_p90_seconds',
  'next_reply_mean_seconds',
  'next_reply_median_seconds',
  'next_reply_p90_seconds',
] as const;

/** A report about what was written on these channels, and how long customers waited for an answer. */
const messagesReport = <const Code extends string, const Module extends ModuleCode>(
  code: Code,
  module: Module,
  media: readonly MediaId[],
) =>
  defineReport({
    code,
    module,
    media,
    groups: MESSAGE_GROUPS,
    metrics: MESSAGE_METRICS,
    tiles: [
      'messages_received',
      'messages_sent',
      'tickets',
      'waits_open',
      'first_reply_median_seconds',
      'first_reply_p90_seconds',
    ],
    chart: ['messages_received', 'messages_sent'],
    filters: ['department_id', 'user_id'],
    records: {
      ticket: 'ticket',
      department: 'text',
      asked_at: 'time',
      is_first: 'yes',
      outcome: 'outcome',
      answered_at: 'time',
      agent: 'text',
      seconds: 'seconds',
    },
  });

/** Every report that there is. A further one is an entry here, its reader on the server, and its words on the screen. */
export const REPORTS = {
  break_history: defineReport({
    code: 'break_history',
    module: 'REPORT_BREAK',
    groups: ['agent', 'day', 'break_reason'],
    metrics: [
      'breaks',
      'break_seconds',
      'mean_break_seconds',
      'longest_break_seconds',
      'paid_break_seconds',
      'breaks_over_limit',
      'over_limit_seconds',
    ],
    tiles: ['breaks', 'break_seconds', 'mean_break_seconds', 'breaks_over_limit', 'over_limit_seconds'],
    chart: ['break_seconds'],
    filters: ['department_id', 'user_id', 'break_reason_id'],
    records: {
      agent: 'text',
      break_reason: 'text',
      began_at: 'time',
      ended_at: 'time',
      seconds: 'seconds',
      limit_seconds: 'seconds',
      over_seconds: 'seconds',
      is_paid: 'yes',
      is_closed_by_system: 'yes',
    },
  }),
  user_activity: defineReport({
    code: 'user_activity',
    module: 'REPORT_USER_ACTIVITY',
    groups: ['agent', 'day'],
    metrics: [
      'signed_in_seconds',
      'ready_seconds',
      'messages_only_seconds',
      'ringing_seconds',
      'in_call_seconds',
      'in_room_call_seconds',
      'after_call_seconds',
      'missed_call_seconds',
      'on_break_seconds',
      'paid_seconds',
      'closed_by_system',
      'corrected_seconds',
    ],
    tiles: [
      'signed_in_seconds',
      'ready_seconds',
      'in_call_seconds',
      'after_call_seconds',
      'on_break_seconds',
    ],
    chart: [
      'ready_seconds',
      'messages_only_seconds',
      'in_call_seconds',
      'in_room_call_seconds',
      'after_call_seconds',
      'on_break_seconds',
    ],
    filters: ['department_id', 'user_id'],
    records: {
      agent: 'text',
      activity: 'text',
      break_reason: 'text',
      began_at: 'time',
      ended_at: 'time',
      seconds: 'seconds',
      is_closed_by_system: 'yes',
      is_corrected: 'yes',
    },
  }),
  // A web form is answered by mail.
  email: messagesReport('email', 'REPORT_EMAIL', [Media.email, Media.webForm]),
  whatsapps: messagesReport('whatsapps', 'REPORT_WHATSAPP', [Media.whatsapp]),
  sms: messagesReport('sms', 'REPORT_SMS', [Media.sms]),
  livechat: messagesReport('livechat', 'REPORT_LIVE_CHAT', [Media.liveChat]),
  facebook: messagesReport('facebook', 'REPORT_FB_MESSENGER', [Media.facebook]),
  instagram: messagesReport('instagram', 'REPORT_IG_MESSENGER', [Media.instagram]),
} as const;

export type ReportCode = keyof typeof REPORTS;
