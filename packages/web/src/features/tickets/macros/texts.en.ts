/** Words of macros on the ticket. */
const texts = {
  title: 'Run a macro',
  find: 'Find a macro',
  list: 'Macros',
  none: 'No macro fits this ticket. Administrators make them in the settings.',
  notFound: 'No macro found.',
  preview: 'What it does',
  run: 'Run',
  cancel: 'Cancel',
  step: {
    reply: 'Puts into the reply box: {{text}}',
    send: 'Sends at once: {{text}}',
    note: 'Adds a note: {{text}}',
    status: 'Status: {{value}}',
    me: 'Assigns it to you',
    nobody: 'Assigns it to nobody',
    person: 'Assigns it to {{value}}',
    move: 'Moves it to {{value}}',
    priority: 'Priority: {{value}}',
    type: 'Type: {{value}}',
    category: 'Category: {{value}}',
    tagsAdded: 'Adds tags: {{value}}',
    tagsRemoved: 'Removes tags: {{value}}',
  },
  done: '“{{name}}” is done',
  doneSent: '“{{name}}” is done. What was sent stays sent.',
  undo: 'Undo',
  undone: '“{{name}}” was taken back',
  failed: 'The macro could not be run. Nothing was changed.',
  forbidden: 'Your level does not allow everything that this macro does. Nothing was changed.',
  stale: 'Somebody changed the ticket in the meantime. Look at it and try again.',
  personGone: 'The person to whom this macro gives tickets can no longer take any. Nothing was changed.',
  variablesLeft: 'Not done: the reply says what this ticket does not answer: {{names}}.',
  personElsewhere:
    '{{name}} is not of the department of this ticket, and the macro gives it to them. Nothing was changed.',
  mentioned:
    'The note of this macro mentions somebody who may not see this ticket, or is gone. Nothing was changed.',
  notUndone: 'It can no longer be taken back: the ticket has been changed since.',
};

export default texts;
