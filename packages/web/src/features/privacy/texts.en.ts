const texts = {
  title: 'Privacy',
  retention: 'Retention',
  tickets: 'Empty solved and closed tickets after',
  'tickets-hint':
    'Messages, files and recordings are deleted at night. Customers on legal hold are left out.',
  never: 'Never',
  days_one: '{{count}} day',
  days_other: '{{count}} days',
  preview_one: 'Tonight: {{shown}} ticket, solved or closed before {{before}} ({{zone}}).',
  preview_other: 'Tonight: {{shown}} tickets, solved or closed before {{before}} ({{zone}}).',
  save: 'Save',
  saved: 'Saved',
  'not-saved': 'Couldn’t save. Try again in a moment.',
  packages: 'Exports of customers',
  package: {
    waiting: 'being made',
    running: 'being made',
    done: 'ready',
    failed: 'failed: request it again',
  },
  until: 'deleted {{until}}',
  download: 'Download ({{size}})',
  remove: 'Delete',
  'not-removed': 'Couldn’t delete. Try again in a moment.',
  erasures: 'Erased customers',
  customer: 'Customer {{id}}',
  running: 'being erased',
  empty: 'Nobody was erased',
  'empty-hint': 'Customers are erased from their profile.',
  more: 'Show more',
};

export default texts;
