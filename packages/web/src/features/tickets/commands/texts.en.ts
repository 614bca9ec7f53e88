/** Actions of tickets in the search dialog. */
const texts = {
  assignMe: 'Assign to me',
  assign: 'Assign to…',
  macro: 'Run macro…',
  snooze: 'Snooze…',
  noReply: 'No reply needed',
  status: 'Set status: {{status}}',
  selected_one: '{{label}} ({{count}} selected)',
  selected_other: '{{label}} ({{count}} selected)',
  update: 'Update fields…',
  snoozeTitle_one: 'Snooze {{count}} ticket',
  snoozeTitle_other: 'Snooze {{count}} tickets',
};

export default texts;
