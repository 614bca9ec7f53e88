const texts = {
  'read-only': 'View only',
  save: 'Save',
  create: 'Create',
  close: 'Close',
  undo: 'Undo changes',
  group: 'Form',
  restored: 'Unsaved changes restored.',
  discard: 'Discard',
  unseen: 'Enter at least one visible character.',
  failed: {
    offline: 'Couldn’t save: the server can’t be reached. Your changes are kept here.',
    failed: 'Couldn’t save. Try again in a moment.',
  },
  stale: {
    field: 'Field',
    now: 'Saved version',
    mine: 'Your version',
    empty: 'empty',
    'nothing-else': 'Your changes are already saved.',
    apply: 'Save my version',
    take: 'Use saved version',
  },
};

export default texts;
