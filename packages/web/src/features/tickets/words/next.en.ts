const texts = {
  take: 'Take the next one',
  taken: '{{name}} is yours now',
  back: 'Back to the queue',
  'gone-back': '{{name}} waits for somebody again',
  'not-back': 'Not given back: somebody has changed the ticket since.',
  none: 'Nobody is waiting',
  full: 'You have twice as much as you are offered at once. Finish something first.',
  failed: 'That did not work. Try again.',
  offline: 'There is no connection. Try again when it is back.',
};

export default texts;
