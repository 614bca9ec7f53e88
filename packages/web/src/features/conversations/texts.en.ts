const texts = {
  label: 'Waiting conversations',
  announce: '{{name}} is waiting: {{media}}, {{department}}.',
  left: '{{time}} left',
  more: '{{count}} more waiting',
  take: 'Take it',
  decline: 'Not now',
  open: 'Take it: {{name}}',
  pass: 'Not now: {{name}}',
  empty: 'No messages yet',
  ended: {
    timeout: 'Time’s up. {{name}} went to the next agent.',
    withdrawn: '{{name}} is no longer waiting.',
    accepted: 'You took {{name}} in another window.',
    gone: 'This conversation is no longer offered to you.',
  },
  failed: 'Something went wrong. Try again.',
  offline: 'No connection. Try again when you are back online.',
};

export default texts;
