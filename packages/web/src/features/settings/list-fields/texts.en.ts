const texts = {
  title: 'List fields',
  hint: 'Which columns each role sees in its lists, and in which order.',
  roles: 'Roles',
  list: { tickets: 'Tickets', customers: 'Customers' },
  'list-hint': {
    tickets: 'The table on the tickets page. Shared views may have columns of their own.',
    customers: 'The table on the customers page.',
  },
  own: 'Columns',
  default: 'Default',
  custom: 'Custom columns',
  drag: 'Move {{name}}',
  sort: 'Default order',
  'sort-default': 'Default',
  'sort-hint': 'Users can still change the order of their list. The view “Waiting” keeps its order.',
  'may-choose': 'Users can choose their own columns',
  'may-choose-hint': 'If inactive, all users of this role have these columns.',
  save: 'Save',
  saved: 'Saved. Open screens are up to date.',
  discard: 'Discard changes',
  unsaved: 'Unsaved changes',
  stale: 'Someone else has changed this role’s lists. You see the latest version now.',
  failed: 'Not saved. Try again in a moment.',
};

export default texts;
