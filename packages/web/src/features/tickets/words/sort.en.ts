export default {
  label: 'Sort by',
  newest: 'Newest message first',
  oldest: 'Oldest message first',
  created: 'Newest ticket first',
  waiting: 'Longest waiting first',
  due: 'Next SLA target first',
  priority_high: 'Most urgent first',
  priority_low: 'Least urgent first',
  number_high: 'Highest number first',
  number_low: 'Lowest number first',
  subject_az: 'Subject, A to Z',
  subject_za: 'Subject, Z to A',
};
