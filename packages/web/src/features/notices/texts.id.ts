/** Words of what one is told: mentions, and news of tickets that one follows. */
const texts = {
  title: 'Sebutan dan tiket yang diikuti',
  group: 'Di mana saja',
  none: 'Sebutan dan tiket yang diikuti: tidak ada yang baru',
  some_one: 'Sebutan dan tiket yang diikuti: satu baru',
  some_other: 'Sebutan dan tiket yang diikuti: {{count}} baru',
  all: 'Semua',
  mentions: 'Sebutan',
  show: 'Yang ditampilkan',
  readAll: 'Tandai semua sudah dibaca',
  empty: {
    all: 'Belum ada yang menyebut Anda, dan tidak ada yang baru di tiket yang Anda ikuti.',
    mention: 'Belum ada yang menyebut Anda.',
  },
  more: 'Tampilkan lagi',
  unread: 'Baru',
  says: {
    mention: '{{name}} menyebut Anda',
    message_one: '{{name}} menulis',
    message_other: '{{count}} entri baru, terakhir oleh {{name}}',
    rule: 'Otomatisasi “{{name}}” menunjukkannya kepada Anda',
    status: '{{name}} mengubahnya menjadi {{status}}',
  },
  toast: '{{number}}: {{what}}',
  open: 'Buka',
};

export default texts;
