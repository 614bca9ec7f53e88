import proficiency from '#shared/words/proficiency.en.ts';

const texts = {
  title: 'People',
  hint: 'Who works here, what they know, and how much is offered to them at once.',
  search: 'Find somebody',
  none: 'Nobody of that name',
  'none-hint': 'Another name, or all of them.',
  'show-all': 'Show all',
  column: { name: 'Name', departments: 'Departments', skills: 'Skills', capacity: 'At once' },
  nothing: 'None',
  left: 'No longer here',
  skill: '{{skill}}: {{proficiency}}',
  proficiency,
  capacity: 'Offered at once',
  'capacity-hint':
    'How many chats. Other channels may weigh more: see Application, Routing. A call leaves room for nothing else; 0 means no messages.',
  extension: 'Telephone extension',
  'extension-hint': 'The number of their phone at the telephone gateway. Empty: they take no calls there.',
  'extension-bad': 'Digits, letters, dots and dashes.',
  duplicate: 'Not saved: somebody else has that extension.',
  skills: 'Skills',
  'add-skill': 'Add a skill',
  'choose-skill': 'Choose',
  'how-well': 'How well: {{skill}}',
  'remove-skill': 'Remove {{skill}}',
  'no-skills': 'There are no skills yet. They are made under Skills.',
  departments: 'Departments',
  close: 'Close',
  save: 'Save',
  'read-only': 'You may look at this, not change it.',
  range: 'Between 0 and {{max}}.',
  stale:
    'Somebody has changed this in the meantime. This is how it is now; change it again if you still want to.',
  failed: 'Not saved. Try again in a moment.',
  offline: 'Not saved: the server can’t be reached. What you chose stays here.',
  saved: '“{{name}}” was saved',
  undo: 'Undo',
  undone: 'Taken back',
  'not-undone': 'Not taken back: somebody has changed it since.',
};

export default texts;
