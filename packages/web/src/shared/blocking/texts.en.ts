export default {
  menu: 'Block',
  block: 'Block {{what}}',
  unblock: 'Unblock {{what}}',
  contact: '{{channel}} contact',
  blocked: 'Blocked: {{what}}',
  done: 'Blocked: messages and calls from {{what}} are refused.',
  undone: 'Unblocked: {{what}}',
  undo: 'Undo',
  failed: 'Couldn’t save. Try again in a moment.',
};
