export default {
  range: 'Period',
  'range-name': {
    today: 'Today',
    yesterday: 'Yesterday',
    week: 'This week',
    'last-week': 'Last week',
    '7-days': 'Last 7 days',
    '30-days': 'Last 30 days',
    month: 'This month',
    'last-month': 'Last month',
    custom: 'Custom',
  },
  from: 'From',
  to: 'To',
  compare: 'Compare with previous period',
  before: 'Compared to {{days}}',
  'not-a-range': 'The period must end after it begins and be shorter than ten years',
};
