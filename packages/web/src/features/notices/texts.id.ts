/** Texts of notifications: mentions, and news of followed tickets. */
const texts = {
  title: 'Notifikasi',
  group: 'Umum',
  none: 'Notifikasi: tidak ada yang baru',
  some_one: 'Notifikasi: {{count}} baru',
  some_other: 'Notifikasi: {{count}} baru',
  all: 'Semua',
  mentions: 'Sebutan',
  show: 'Filter notifikasi',
  readAll: 'Tandai semua dibaca',
  empty: {
    all: 'Belum ada notifikasi',
    mention: 'Belum ada sebutan',
  },
  more: 'Tampilkan lagi',
  unread: 'Baru',
  says: {
    mention: '{{name}} menyebut Anda',
    message_one: '{{name}} menulis',
    message_other: '{{count}} pesan baru, terakhir oleh {{name}}',
    rule: 'Diberi tahu oleh aturan “{{name}}”',
    snooze: 'Kembali setelah disisihkan',
    unsent: 'Balasan terjadwal Anda tidak dapat dikirim',
    status: '{{name}} mengubah status menjadi {{status}}',
  },
  toast: '{{number}}: {{what}}',
  open: 'Buka',
};

export default texts;
