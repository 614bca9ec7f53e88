/** What a figure counts in. Seconds are whole ones; a ratio is a share of one, 0.819 for 81.9 %, a score a mean of 1 to 5. */
export type MetricUnit = 'count' | 'seconds' | 'ratio' | 'score';

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
  // Calls, of the telephone and in rooms
  calls_offered: 'count',
  calls_answered: 'count',
  calls_abandoned: 'count',
  calls_short_abandoned: 'count',
  calls_left: 'count',
  calls_waiting: 'count',
  service_level_ratio: 'ratio',
  abandonment_ratio: 'ratio',
  answer_mean_seconds: 'seconds',
  answer_p90_seconds: 'seconds',
  longest_wait_seconds: 'seconds',
  calls_in_menu: 'count',
  calls_handled: 'count',
  talk_seconds: 'seconds',
  hold_seconds: 'seconds',
  wrap_up_seconds: 'seconds',
  handle_seconds: 'seconds',
  handle_mean_seconds: 'seconds',
  calls_transferred: 'count',
  outbound_calls: 'count',
  outbound_answered: 'count',
  rings: 'count',
  rings_missed: 'count',
  rings_declined: 'count',
  ratings: 'count',
  rating_mean: 'score',
} as const satisfies Record<string, MetricUnit>;

export type MetricCode = keyof typeof METRICS;
/** By metric; null where there is nothing to reckon it from, which is not 0. */
export type Figures<M extends MetricCode = MetricCode> = Record<M, number | null>;
