import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Balasan otomatis',
  list: 'Akun',
  editor: 'Yang dikatakan akun ini dengan sendirinya',
  empty: 'Belum ada akun',
  'empty-hint':
    'Tambahkan widget di Obrolan langsung, nomor atau halaman di Saluran pesan, atau kotak surat di E-mail.',
  nothing: 'Tanpa balasan otomatis · {{department}}',
  off: 'Nonaktif',
  'account-off': 'Akun ini nonaktif: tidak ada yang masuk atau keluar.',
  kind: {
    welcome: 'Sambutan',
    out_of_hours: 'Di luar jam kerja',
    holiday: 'Hari libur',
    busy: 'Sibuk',
    idle: 'Diam',
    closed: 'Ditutup',
  },
  hint: {
    welcome:
      'Untuk pesan pertama kasus baru. Di luar jam kerja dan pada hari libur, balasan untuk itu yang dikirim.',
    out_of_hours:
      'Saat seseorang menulis ketika departemen tutup menurut jam kerjanya dan tidak ada yang melayaninya.',
    holiday: 'Pada hari di daftar hari libur. Jika nonaktif, balasan di luar jam kerja yang dikirim.',
    busy: 'Saat belum ada yang mengambil percakapan beberapa lama.',
    idle: 'Saat pelanggan diam setelah dijawab. Tidak selama tiket ditahan.',
    closed: 'Saat kasus diselesaikan, oleh seseorang atau dengan sendirinya.',
  },
  on: 'Kirim ini',
  language: 'Bahasa teks',
  'language-hint':
    'Pelanggan membacanya dalam bahasa mereka. Yang dikosongkan digantikan oleh bahasa ruang kerja.',
  text: 'Teks dalam {{language}}',
  variables: 'Sisipkan',
  variable: {
    customer: { first_name: 'Nama depan' },
    ticket: { number: 'Nomor tiket' },
    department: 'Departemen',
    opens_at: 'Kapan kami buka',
    position: 'Urutan antrean',
    expected_wait: 'Perkiraan tunggu',
    closes_in: 'Waktu sampai ditutup',
  },
  unknown: 'Di sini tidak ada isi untuk {{names}}.',
  'empty-text': 'Tulis yang akan dikirim, setidaknya dalam satu bahasa.',
  'wrong-elsewhere': 'Ada yang tidak mungkin dalam teks {{language}}.',
  preview: 'Seperti dibaca pelanggan',
  'preview-nothing': 'Kosong: baris yang nilainya tidak diketahui dihilangkan.',
  'stands-in': 'Kosong: teks dalam bahasa lain yang dipakai.',
  'sample-name': 'Rina',
  time: {
    after_seconds: 'Setelah menunggu',
    after_minutes: 'Setelah diam selama',
    close_after_minutes: 'Lalu setelah',
  },
  unit: { after_seconds: 'detik', after_minutes: 'menit', close_after_minutes: 'menit' },
  closes: 'Tutup kasus jika tetap diam',
  copy: 'Salin dari',
  stale:
    'Seseorang sudah mengubahnya. Yang Anda ketik masih di sini: simpan lagi jika itu yang berlaku, atau urungkan untuk melihat miliknya.',
  saved: '“{{name}}” tersimpan',
  undo: 'Urungkan',
  undone: 'Diurungkan',
  'not-undone': 'Tidak diurungkan: seseorang sudah mengubahnya.',
};

export default texts;
