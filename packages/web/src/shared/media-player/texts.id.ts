export default {
  play: 'Putar rekaman',
  'play-message': 'Putar pesan',
  pause: 'Jeda',
  position: 'Posisi',
  speed: 'Kecepatan',
  'part-of': 'Rekaman {{name}}',
  guest: '{{name}} (tamu)',
};
