import { Media } from '../kit/codes.ts';
import { defineReport } from './report-definition.ts';

/** Ratings of calls by customers, from 1 to 5. */
export const satisfactionReport = defineReport({
  code: 'satisfaction_metrics',
  module: 'REPORT_SATISFACTION_METRICS',
  groups: ['agent', 'day', 'hour', 'department', 'tag'],
  metrics: [
    'ratings_asked',
    'rating_answered_ratio',
    'ratings',
    'csat_ratio',
    'rating_mean',
    'ratings_of_1',
    'ratings_of_2',
    'ratings_of_3',
    'ratings_of_4',
    'ratings_of_5',
  ],
  tiles: ['ratings_asked', 'rating_answered_ratio', 'ratings', 'csat_ratio', 'rating_mean'],
  chart: ['ratings_of_1', 'ratings_of_2', 'ratings_of_3', 'ratings_of_4', 'ratings_of_5'],
  filters: ['department_id', 'user_id', 'account_id', 'where'],
  accounts: [Media.liveChat],
  partial: ['csat_ratio', 'ratings_of_1', 'ratings_of_2', 'ratings_of_3', 'ratings_of_4', 'ratings_of_5'],
  withoutRecords: ['ratings_asked', 'rating_answered_ratio'],
  records: {
    rated_at: 'time',
    ticket: 'ticket',
    caller: 'text',
    department: 'text',
    agent: 'text',
    is_video: 'yes',
    rating: 'count',
    comment: 'text',
  },
});
