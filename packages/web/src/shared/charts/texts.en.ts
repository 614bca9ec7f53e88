export default {
  'as-table': 'Show as table',
  'as-chart': 'Show as chart',
  nothing: 'No data for this period',
  missing: 'No value',
  total: 'Total',
  loading: 'Loading the chart',
  open: 'Show records: {{series}}, {{point}}',
  weekday: 'Weekday',
  unit: { day: 'Day', week: 'Week from', month: 'Month' },
  per: { day: '{{title}}', week: '{{title}} per week', month: '{{title}} per month' },
};
