/** Texts of notifications: mentions, and news of followed tickets. */
const texts = {
  title: 'Notifications',
  group: 'Global',
  none: 'Notifications: none new',
  some_one: 'Notifications: {{count}} new',
  some_other: 'Notifications: {{count}} new',
  all: 'All',
  mentions: 'Mentions',
  show: 'Filter notifications',
  readAll: 'Mark all as read',
  empty: {
    all: 'No notifications yet',
    mention: 'No mentions yet',
  },
  more: 'Show more',
  unread: 'New',
  says: {
    mention: '{{name}} mentioned you',
    message_one: '{{name}} wrote',
    message_other: '{{count}} new messages, last by {{name}}',
    rule: 'Notified by rule “{{name}}”',
    snooze: 'Back from snooze',
    unsent: 'Your scheduled reply could not be sent',
    status: '{{name}} changed the status to {{status}}',
  },
  toast: '{{number}}: {{what}}',
  open: 'Open',
};

export default texts;
