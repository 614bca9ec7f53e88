/** Texts of changes of several fields, and of macros on many tickets. */
const texts = {
  addField: 'Add field',
  removeField: 'Remove field {{field}}',
  macro: 'Run macro…',
  macroTitle_one: 'Run macro on {{count}} ticket',
  macroTitle_other: 'Run macro on {{count}} tickets',
  macroName: 'Macro',
  macroNone: 'No macros yet. Administrators create them in Settings.',
  onlyIn: 'Only in {{department}}; other tickets are skipped.',
  sends: 'Sends a message to the customer of each ticket. Sent messages can’t be undone.',
  repliesLeft: 'The reply is not filled in: it is only suggested when the macro runs on one ticket.',
  run_one: 'Run on {{count}} ticket',
  run_other: 'Run on {{count}} tickets',
  needMacro: 'Choose a macro.',
  saidMacro: 'Macro: {{name}}',
};

export default texts;
