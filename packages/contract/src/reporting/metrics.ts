/** What a figure counts in. Seconds are whole ones; a share is from 0 to 1. */
export type MetricUnit = 'count' | 'seconds' | 'share';

/**
 * Every figure that is reported, with its unit. Its definition in words stands in the texts of the screen, `reporting` →
 * `metric`; what it is reckoned from in the report's reader on the server.
 */
export const METRICS = {
  breaks: 'count',
  break_seconds: 'seconds',
  mean_break_seconds: 'seconds',
  longest_break_seconds: 'seconds',
  paid_break_seconds: 'seconds',
  breaks_over_limit: 'count',
  over_limit_seconds: 'seconds',
  signed_in_seconds: 'seconds',
  ready_seconds: 'seconds',
  messages_only_seconds: 'seconds',
  on_break_seconds: 'seconds',
  ringing_seconds: 'seconds',
  in_call_seconds: 'seconds',
  in_room_call_seconds: 'seconds',
  after_call_seconds: 'seconds',
  missed_call_seconds: 'seconds',
  paid_seconds: 'seconds',
  closed_by_system: 'count',
  corrected_seconds: 'seconds',
  messages_received: 'count',
  messages_sent: 'count',
  automatic_messages: 'count',
  messages_failed: 'count',
  tickets: 'count',
  waits: 'count',
  waits_answered: 'count',
  waits_closed: 'count',
  waits_open: 'count',
  first_reply_mean_seconds: 'seconds',
  first_reply_median_seconds: 'seconds',
  first_reply_p90_seconds: 'seconds',
  next_reply_mean_seconds: 'seconds',
  next_reply_median_seconds: 'seconds',
  next_reply_p90_seconds: 'seconds',
  tickets_created: 'count',
  tickets_open: 'count',
  tickets_waiting: 'count',
  tickets_unassigned: 'count',
  tickets_overdue: 'count',
  tickets_solved: 'count',
  tickets_reopened: 'count',
  reopen_share: 'share',
  backlog_start: 'count',
  reopenings: 'count',
  solutions: 'count',
  tickets_merged: 'count',
  backlog_end: 'count',
  ticket_first_reply_median_seconds: 'seconds',
  ticket_first_reply_p90_seconds: 'seconds',
  first_reply_sla_share: 'share',
  resolution_median_seconds: 'seconds',
  resolution_p90_seconds: 'seconds',
  resolution_sla_share: 'share',
} as const satisfies Record<string, MetricUnit>;

export type MetricCode = keyof typeof METRICS;
/** By metric; null where there is nothing to reckon it from, which is not 0. */
export type Figures<M extends MetricCode = MetricCode> = Record<M, number | null>;
