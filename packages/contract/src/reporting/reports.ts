import { Media, type MediaId } from '../kit/codes.ts';
import type { ModuleCode } from '../kit/modules.ts';
import { callsReport, voipReport } from './call-reports.ts';
import { campaignReport, chatbotReport } from './future-reports.ts';
import { performanceReport } from './performance-report.ts';
import { defineReport } from './report-definition.ts';
import { satisfactionReport } from './satisfaction-report.ts';

const MESSAGE_GROUPS = ['day', 'hour', 'agent', 'department', 'tag'] as const;
const REPLY_TIMES = [
  'first_reply_mean_seconds',
  'first_reply_median_seconds',
  'first_reply_p90_seconds',
  'next_reply_mean_seconds',
  'next_reply_median_seconds',
  'next_reply_p90_seconds',
] as const;
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
  ...REPLY_TIMES,
] as const;

/** A report on messages of these channels, and on how long customers waited for a reply. */
const messagesReport = <const Code extends string, const Module extends ModuleCode>(
  code: Code,
  module: Module,
  media: readonly MediaId[],
) =>
  defineReport({
    code,
    module,
    media,
    accounts: media,
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
    filters: ['department_id', 'user_id', 'account_id', 'where'],
    ofNobody: ['messages_received', 'automatic_messages', 'waits_closed', 'waits_open'],
    partial: ['waits_answered', 'waits_closed', 'waits_open', ...REPLY_TIMES],
    inOfficeHours: REPLY_TIMES,
    withoutRecords: [
      'messages_received',
      'messages_sent',
      'automatic_messages',
      'messages_failed',
      'tickets',
    ],
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

/** All reports. A new one is an entry here, a reader on the server, and texts on the screen. */
export const REPORTS = {
  break_history: defineReport({
    code: 'break_history',
    module: 'REPORT_BREAK',
    groups: ['agent', 'day', 'hour', 'break_reason'],
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
    partial: ['paid_break_seconds', 'breaks_over_limit', 'over_limit_seconds'],
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
    partial: [
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
    records: {
      agent: 'text',
      activity: 'text',
      break_reason: 'text',
      began_at: 'time',
      ended_at: 'time',
      seconds: 'seconds',
      is_closed_by_system: 'yes',
      is_corrected: 'yes',
      corrected_at: 'time',
    },
  }),
  // Web forms are answered by e-mail.
  email: messagesReport('email', 'REPORT_EMAIL', [Media.email, Media.webForm]),
  whatsapps: messagesReport('whatsapps', 'REPORT_WHATSAPP', [Media.whatsapp]),
  sms: messagesReport('sms', 'REPORT_SMS', [Media.sms]),
  livechat: messagesReport('livechat', 'REPORT_LIVE_CHAT', [Media.liveChat]),
  facebook: messagesReport('facebook', 'REPORT_FB_MESSENGER', [Media.facebook]),
  instagram: messagesReport('instagram', 'REPORT_IG_MESSENGER', [Media.instagram]),
  calls: callsReport,
  voip: voipReport,
  performance: performanceReport,
  satisfaction_metrics: satisfactionReport,
  broadcast: campaignReport,
  ticket_chatbot: chatbotReport,
} as const;

export type ReportCode = keyof typeof REPORTS;
