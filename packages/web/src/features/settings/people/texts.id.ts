import proficiency from '#shared/words/proficiency.id.ts';
import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Orang',
  hint: 'Siapa yang bekerja di sini, apa yang dikuasainya, dan berapa yang ditawarkan kepadanya sekaligus.',
  search: 'Cari seseorang',
  none: 'Tidak ada yang bernama itu',
  'none-hint': 'Coba nama lain, atau tampilkan semua.',
  'show-all': 'Tampilkan semua',
  column: { name: 'Nama', departments: 'Departemen', skills: 'Keahlian', capacity: 'Sekaligus' },
  nothing: 'Tidak ada',
  left: 'Sudah tidak di sini',
  skill: '{{skill}}: {{proficiency}}',
  proficiency,
  capacity: 'Ditawarkan sekaligus',
  'capacity-hint':
    'Berapa obrolan. Saluran lain bisa lebih berat: lihat Aplikasi, Perutean. Panggilan tidak menyisakan tempat; 0 berarti tanpa pesan.',
  extension: 'Ekstensi telepon',
  'extension-hint': 'Nomor teleponnya di gateway telepon. Kosong: tidak menerima panggilan di sana.',
  'extension-bad': 'Angka, huruf, titik, dan tanda hubung.',
  duplicate: 'Tidak disimpan: ekstensi itu milik orang lain.',
  skills: 'Keahlian',
  'add-skill': 'Tambahkan keahlian',
  'choose-skill': 'Pilih',
  'how-well': 'Seberapa baik: {{skill}}',
  'remove-skill': 'Hapus {{skill}}',
  'no-skills': 'Belum ada keahlian. Buatlah di Keahlian.',
  departments: 'Departemen',
  close: 'Tutup',
  save: 'Simpan',
  'read-only': 'Anda boleh melihatnya, tidak mengubahnya.',
  range: 'Antara 0 dan {{max}}.',
  stale: 'Seseorang sudah mengubahnya. Inilah keadaannya sekarang; ubah lagi jika masih perlu.',
  failed: 'Belum tersimpan. Coba lagi sebentar lagi.',
  offline: 'Belum tersimpan: server tidak terjangkau. Pilihan Anda tetap di sini.',
  saved: '“{{name}}” tersimpan',
  undo: 'Urungkan',
  undone: 'Diurungkan',
  'not-undone': 'Tidak diurungkan: seseorang sudah mengubahnya.',
};

export default texts;
