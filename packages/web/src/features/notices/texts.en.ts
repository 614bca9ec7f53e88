/** Words of what one is told: mentions, and news of tickets that one follows. */
const texts = {
  title: 'Mentions and followed tickets',
  group: 'Everywhere',
  none: 'Mentions and followed tickets: nothing new',
  some_one: 'Mentions and followed tickets: one new',
  some_other: 'Mentions and followed tickets: {{count}} new',
  all: 'All',
  mentions: 'Mentions',
  show: 'What is shown',
  readAll: 'Mark all as read',
  empty: {
    all: 'Nobody has mentioned you, and nothing is new where you follow.',
    mention: 'Nobody has mentioned you yet.',
  },
  more: 'Show more',
  unread: 'New',
  says: {
    mention: '{{name}} mentioned you',
    message_one: '{{name}} wrote',
    message_other: '{{count}} new entries, the last by {{name}}',
    rule: 'Automation “{{name}}” points you to it',
    status: '{{name}} set it to {{status}}',
  },
  toast: '{{number}}: {{what}}',
  open: 'Open',
};

export default texts;
