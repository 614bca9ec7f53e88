/** Texts shared by all tables and lists of rows. */
const texts = {
  new_one: '{{count}} new',
  new_other: '{{count}} new',
  'sort-by': 'Sort by {{name}}',
  'more-failed': 'Couldn’t load more.',
  export: 'Export as CSV',
  columns: {
    choose: 'Columns',
    title: 'Table columns',
    how: 'Choose the columns to show, and drag to reorder them.',
    apply: 'Save',
    cancel: 'Cancel',
    reset: 'Reset to default',
    drag: 'Move {{name}}',
    failed: 'Couldn’t save the columns. Try again.',
  },
  keys: { range: 'Select up to here', extend: 'Extend selection' },
};

export default texts;
