/** Words of taking an import back. */
const words = {
  last: 'Last imports',
  open: 'Show',
  openNamed: 'Show {{name}}',
  counts: '{{created}} added, {{changed}} changed',
  isUndone: 'taken back',
  undo: 'Take back',
  hint: 'For a day it can be taken back: who was added goes, who was changed is as before.',
  going: 'Taking back: {{done}} of {{total}}',
  'goes-on': 'Closed, it goes on; open this again to see how far it is.',
  done: 'Taken back: {{removed}} removed, {{restored}} as they were before.',
  'has-tickets_one': '{{count}} stays: tickets, chats or calls belong to them by now.',
  'has-tickets_other': '{{count}} stay: tickets, chats or calls belong to them by now.',
  'changed-since_one': '{{count}} stays as it is: changed or merged since.',
  'changed-since_other': '{{count}} stay as they are: changed or merged since.',
};

export default words;
