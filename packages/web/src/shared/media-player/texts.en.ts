export default {
  play: 'Play the recording',
  'play-message': 'Play the message',
  pause: 'Pause',
  position: 'Where it plays',
  speed: 'Speed',
  'part-of': 'What was recorded of {{name}}',
  guest: '{{name}} (guest)',
};
