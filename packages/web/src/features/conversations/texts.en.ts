const texts = {
  label: 'Waiting conversations',
  announce: '{{name}} is waiting: {{media}}, {{department}}.',
  seconds: '{{count}} s left',
  more: 'And {{count}} more waiting',
  take: 'Take it',
  decline: 'Not now',
  open: 'Take it: {{name}}',
  pass: 'Not now: {{name}}',
  empty: 'No message yet',
  ended: {
    timeout: 'The time was up. {{name}} went to the next agent.',
    withdrawn: '{{name}} is no longer waiting.',
    accepted: '{{name}} was taken in another window.',
    gone: 'This conversation is no longer offered to you.',
  },
  failed: 'That did not work. Try again.',
  offline: 'There is no connection. Try again when it is back.',
};

export default texts;
