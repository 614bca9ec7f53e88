export default {
  'read-only': 'View only',
  save: 'Save',
  undo: 'Undo changes',
  group: 'Form',
};
