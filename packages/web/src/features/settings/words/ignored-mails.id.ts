import type en from './ignored-mails.en.ts';

const id: typeof en = {
  title: 'Email ditolak',
  hint: 'Email {{days}} hari terakhir yang tidak membuat tiket, dan alasannya.',
  list: 'Email ditolak',
  none: 'Tidak ada email ditolak.',
  reason: {
    blocked: 'Pengirimnya diblokir.',
    loop: 'Perulangan: email ini kami kirim lalu diteruskan kembali ke kami.',
    own: 'Dikirim dari alamat kotak surat ini sendiri.',
    ours: 'Dikirim oleh kami; sudah ada di tiketnya.',
    flood: 'Pengirim ini melewati batas per jam kotak surat.',
    too_costly: 'Terlalu lama dibaca, juga setelah dicoba lagi. Unduh aslinya.',
    not_given: 'Server email tidak dapat menyerahkannya. Periksa kotak suratnya langsung.',
    stray_bounce: 'Pemberitahuan gagal kirim tanpa keterangan email yang mana.',
    no_ticket:
      'Balasan otomatis atau pemberitahuan gagal kirim atas email tanpa tiket, misalnya dari kampanye.',
  },
  'no-subject': '(tanpa subjek)',
  'no-sender': 'Tanpa pengirim',
  take: 'Buat tiket',
  download: 'Unduh aslinya',
  taken: 'Tiket {{number}} dibuat',
  gone: 'Email ini tidak ada lagi di daftar.',
  more: 'Tampilkan yang lebih lama',
  open: 'Buka',
};

export default id;
