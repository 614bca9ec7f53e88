import type en from './ignored-mails.en.ts';

const id: typeof en = {
  title: 'Tidak diterima',
  hint: 'Surat {{days}} hari terakhir yang tidak membuka tiket, dan alasannya. Disimpan selama itu.',
  list: 'Surat yang tidak diterima',
  none: 'Semua yang datang sudah diterima.',
  reason: {
    blocked: 'Pengirimnya diblokir.',
    loop: 'Membawa tanda kita sendiri: ada yang meneruskan kembali apa yang kita kirim.',
    own: 'Dari alamat kotak surat ini sendiri.',
    ours: 'Kita sendiri yang mengirimnya; ada di tiketnya.',
    flood: 'Dalam satu jam datang lebih banyak surat dari pengirim ini daripada batas kotak surat.',
    too_costly: 'Membacanya terlalu lama, juga setelah dicoba lagi. Lihat surat aslinya.',
    not_given:
      'Server surat tidak memberikannya, juga setelah diminta lagi. Lihatlah langsung di kotak suratnya.',
    stray_bounce: 'Mengatakan ada surat yang kembali, tanpa menyebut yang mana.',
  },
  'no-subject': '(tanpa subjek)',
  'no-sender': 'Tanpa nama pengirim',
  take: 'Tetap terima',
  download: 'Unduh seperti aslinya',
  taken: 'Diterima sebagai tiket {{number}}',
  gone: 'Sudah tidak ada di daftar ini.',
  more: 'Sebelumnya',
  open: 'Buka',
};

export default id;
