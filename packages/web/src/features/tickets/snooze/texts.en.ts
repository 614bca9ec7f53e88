export default {
  title: 'Snooze',
  until: 'Snoozed until {{time}}',
  returned: 'Back from snooze',
  time: { later: 'Later today', tomorrow: 'Tomorrow morning', nextWeek: 'Next week' },
  custom: 'Another time',
  past: 'Choose a time in the future.',
  end: 'End snooze',
  hint: 'Comes back at that time, or immediately when the customer writes. SLA targets keep running.',
};
