export default {
  range: 'Period',
  'range-name': {
    today: 'Today',
    yesterday: 'Yesterday',
    week: 'This week',
    'last-week': 'Last week',
    month: 'This month',
    'last-month': 'Last month',
    custom: 'Custom',
  },
  from: 'From',
  to: 'To',
  compare: 'Compare with the period before',
  before: 'Compared with {{days}}',
  'not-a-range': 'The period must begin before it ends and be shorter than ten years',
};
