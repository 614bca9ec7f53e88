import proficiency from '#shared/words/proficiency.en.ts';

const texts = {
  title: 'People',
  hint: 'Your team’s skills, capacity and phone extensions.',
  search: 'Search people',
  none: 'No one found',
  'none-hint': 'Try another name, or show everyone.',
  'show-all': 'Show all',
  column: { name: 'Name', departments: 'Departments', skills: 'Skills', capacity: 'Capacity' },
  nothing: 'None',
  left: 'Deactivated',
  skill: '{{skill}}: {{proficiency}}',
  proficiency,
  capacity: 'Max. concurrent chats',
  'capacity-hint':
    'Other channels can count for more: see Application, Routing. A call uses the whole capacity; 0 means no messages.',
  extension: 'Phone extension',
  'extension-hint': 'Their extension at the telephone gateway. If empty, they get no phone calls.',
  'extension-bad': 'Use letters, digits, dots and dashes only.',
  duplicate: 'Couldn’t save: someone else has this extension.',
  skills: 'Skills',
  'add-skill': 'Add skill',
  'choose-skill': 'Choose',
  'how-well': 'Level of {{skill}}',
  'remove-skill': 'Remove {{skill}}',
  'no-skills': 'No skills yet. Add them under Skills.',
  departments: 'Departments',
  close: 'Close',
  save: 'Save',
  'read-only': 'View only',
  range: 'Enter a number from 0 to {{max}}.',
  stale:
    'Someone else changed this in the meantime. The latest version is shown; make your changes again if needed.',
  failed: 'Couldn’t save. Try again in a moment.',
  offline: 'Couldn’t save: the server can’t be reached. Your changes are kept here.',
  saved: '“{{name}}” saved',
  undo: 'Undo',
  undone: 'Undone',
  'not-undone': 'Couldn’t undo: someone has changed it since.',
};

export default texts;
