import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';
import importing from './words/import.id.ts';
import listed from './words/list.id.ts';
import merge from './words/merge.id.ts';
import undoImport from './words/undo.id.ts';
import write from './words/write-mail.id.ts';

const texts: TextsLike<typeof en> = {
  title: 'Pelanggan',
  list: 'Daftar pelanggan',
  search: 'Cari nama, perusahaan, email, atau telepon',
  new: 'Pelanggan baru',
  column: {
    name: 'Nama',
    company: 'Perusahaan',
    identity: 'Kontak',
    open: 'Tiket terbuka',
    total: 'Tiket',
    last_contact: 'Kontak terakhir',
    created: 'Dibuat',
    language: 'Bahasa pilihan',
    note: 'Catatan',
  },
  ...listed,
  undoImport,
  'sort-by': 'Urutkan menurut',
  'open-count_one': '{{count}} terbuka',
  'open-count_other': '{{count}} terbuka',
  never: 'Belum pernah',
  empty: 'Belum ada pelanggan',
  'empty-hint':
    'Pelanggan ditambahkan otomatis saat menghubungi Anda. Anda juga dapat menambahkannya sendiri.',
  'none-found': 'Tidak ada pelanggan yang cocok dengan “{{query}}”',
  'none-found-hint': 'Coba sebagian nama, perusahaan, alamat email, atau nomor telepon.',
  'clear-search': 'Hapus pencarian',
  profile: {
    label: 'Pelanggan',
    close: 'Tutup',
    edit: 'Ubah',
    reached: 'Kontak',
    'no-identity': 'Belum ada kontak.',
    verified: 'Terverifikasi',
    about: 'Detail',
    note: 'Catatan',
    'no-note': 'Tanpa catatan.',
    language: 'Bahasa pilihan',
    since: 'Pelanggan sejak',
    last: 'Kontak terakhir',
    tickets: 'Tiket',
    'no-tickets': 'Belum ada tiket.',
    'more-tickets': 'Tampilkan lagi',
    copy: 'Salin {{value}}',
  },
  language: { en: 'English', id: 'Bahasa Indonesia' },
  form: {
    'title-new': 'Pelanggan baru',
    'title-edit': 'Ubah {{name}}',
    name: 'Nama',
    company: 'Perusahaan',
    language: 'Bahasa pilihan',
    'language-hint': 'Bahasa pesan untuk pelanggan ini.',
    note: 'Catatan',
    'note-hint': 'Internal. Pelanggan tidak pernah melihatnya.',
    identities: 'Kontak',
    'add-email': 'Tambah email',
    'add-phone': 'Tambah telepon',
    remove: 'Hapus {{value}}',
    saved: 'Tersimpan',
    created: '{{name}} dibuat',
    problem: {
      required: 'Nama wajib diisi.',
      empty: 'Isi atau hapus baris ini.',
      email: 'Masukkan alamat email yang valid.',
      phone: 'Masukkan nomor telepon yang valid dengan + dan kode negara.',
      twice: 'Tertulis dua kali.',
      taken: 'Sudah dipakai {{name}}.',
      'taken-open': 'Buka {{name}}',
    },
  },
  stale: {
    title: 'Orang lain sudah menyimpan pelanggan ini.',
  },
  import: importing,
  write,
  merge,
  keys: {
    group: 'Pelanggan',
    next: 'Pelanggan berikutnya',
    previous: 'Pelanggan sebelumnya',
    open: 'Buka',
    search: 'Cari pelanggan',
    new: 'Pelanggan baru',
    edit: 'Ubah pelanggan',
    close: 'Tutup pelanggan',
  },
};

export default texts;
