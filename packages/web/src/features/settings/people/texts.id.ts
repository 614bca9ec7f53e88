import proficiency from '#shared/words/proficiency.id.ts';
import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Orang',
  hint: 'Keahlian, kapasitas, dan ekstensi telepon tim Anda.',
  search: 'Cari orang',
  none: 'Tidak ada yang cocok',
  'none-hint': 'Coba nama lain, atau tampilkan semua.',
  'show-all': 'Tampilkan semua',
  column: { name: 'Nama', departments: 'Departemen', skills: 'Keahlian', capacity: 'Kapasitas' },
  nothing: 'Tidak ada',
  left: 'Nonaktif',
  skill: '{{skill}}: {{proficiency}}',
  proficiency,
  capacity: 'Maks. obrolan bersamaan',
  'capacity-hint':
    'Saluran lain bisa berbobot lebih: lihat Aplikasi, Perutean. Panggilan memakai seluruh kapasitas; 0 berarti tanpa pesan.',
  extension: 'Ekstensi telepon',
  'extension-hint': 'Ekstensinya di gateway telepon. Jika kosong, tidak menerima panggilan telepon.',
  'extension-bad': 'Hanya huruf, angka, titik, dan tanda hubung.',
  duplicate: 'Gagal menyimpan: ekstensi ini dipakai orang lain.',
  skills: 'Keahlian',
  'add-skill': 'Tambah keahlian',
  'choose-skill': 'Pilih',
  'how-well': 'Tingkat {{skill}}',
  'remove-skill': 'Hapus {{skill}}',
  'no-skills': 'Belum ada keahlian. Tambahkan di Keahlian.',
  departments: 'Departemen',
  close: 'Tutup',
  save: 'Simpan',
  'read-only': 'Hanya lihat',
  range: 'Masukkan angka dari 0 sampai {{max}}.',
  stale: 'Orang lain sudah mengubahnya. Versi terbaru ditampilkan; ubah lagi jika perlu.',
  failed: 'Gagal menyimpan. Coba lagi sebentar lagi.',
  offline: 'Gagal menyimpan: server tidak terjangkau. Perubahan Anda tetap ada di sini.',
  saved: '“{{name}}” tersimpan',
  undo: 'Urungkan',
  undone: 'Diurungkan',
  'not-undone': 'Tidak dapat diurungkan: orang lain sudah mengubahnya.',
};

export default texts;
