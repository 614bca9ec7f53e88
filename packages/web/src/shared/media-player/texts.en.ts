export default {
  play: 'Play recording',
  'play-message': 'Play message',
  pause: 'Pause',
  position: 'Position',
  speed: 'Speed',
  'part-of': 'Recording of {{name}}',
  guest: '{{name}} (guest)',
};
