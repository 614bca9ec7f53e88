import type { TextsLike } from '../lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  new_one: '{{count}} baru',
  new_other: '{{count}} baru',
  'sort-by': 'Urutkan menurut {{name}}',
  'more-failed': 'Gagal memuat lagi.',
  export: 'Ekspor sebagai CSV',
  columns: {
    choose: 'Kolom',
    title: 'Kolom tabel',
    how: 'Pilih kolom yang ditampilkan, lalu seret untuk mengurutkan.',
    apply: 'Simpan',
    cancel: 'Batal',
    reset: 'Kembalikan ke bawaan',
    drag: 'Pindahkan {{name}}',
    failed: 'Kolom gagal disimpan. Coba lagi.',
  },
  keys: { range: 'Pilih sampai di sini', extend: 'Perluas pilihan' },
};

export default texts;
