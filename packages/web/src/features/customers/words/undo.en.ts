/** Texts of undoing an import. */
const words = {
  last: 'Recent imports',
  open: 'Show',
  openNamed: 'Show {{name}}',
  counts: '{{created}} added, {{changed}} changed',
  isUndone: 'undone',
  undo: 'Undo import',
  hint: 'Within 24 hours, you can undo an import: added customers are removed and updated ones restored.',
  going: 'Undoing: {{done}} of {{total}}',
  'goes-on': 'You can close this: it continues. Reopen it to see the progress.',
  done: 'Undone: {{removed}} removed, {{restored}} restored.',
  'has-tickets_one': '{{count}} kept: has tickets, chats or calls.',
  'has-tickets_other': '{{count}} kept: have tickets, chats or calls.',
  'changed-since_one': '{{count}} kept: changed or merged since.',
  'changed-since_other': '{{count}} kept: changed or merged since.',
};

export default words;
