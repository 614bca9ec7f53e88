const texts = {
  take: 'Take next',
  taken: '{{name}} assigned to you',
  back: 'Return to queue',
  'gone-back': '{{name}} returned to the queue',
  'not-back': 'Couldn’t return it: someone has changed the ticket since.',
  none: 'No customers waiting',
  full: 'You have reached twice your capacity. Finish a conversation first.',
  failed: 'Something went wrong. Try again.',
  offline: 'No connection. Try again when you are back online.',
};

export default texts;
