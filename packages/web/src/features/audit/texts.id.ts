import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Log audit',
  search: 'Cari rincian',
  clear: 'Hapus pencarian',
  any: 'Semua',
  'not-found': 'Tidak ditemukan',
  who: 'Siapa',
  about: 'Apa',
  from: 'Dari',
  to: 'Sampai',
  subject: 'Subjek: {{name}}',
  'subject-clear': 'Semua subjek',
  more: 'Lainnya',
  keep: 'Entri disimpan:',
  'keep-forever': 'selamanya',
  'keep-days_one': '{{count}} hari',
  'keep-days_other': '{{count}} hari',
  'keep-years_one': '{{count}} tahun',
  'keep-years_other': '{{count}} tahun',
  'keep-change': 'Ubah',
  empty: 'Tidak ada entri',
  'empty-hint': 'Belum ada yang tercatat.',
  'none-found': 'Entri tidak ditemukan',
  'none-found-hint': 'Coba kurangi filter.',
  'show-all': 'Tampilkan semua',
  list: 'Entri',
  entry: 'Entri {{id}}',
  other: 'Entri lain tentang subjek ini',
  column: {
    at: 'Waktu',
    who: 'Siapa',
    action: 'Tindakan',
    subject: 'Subjek',
    address: 'Dari',
    device: 'Perangkat',
    job: 'Pekerjaan',
  },
  keys: {
    group: 'Log audit',
    next: 'Entri berikutnya',
    previous: 'Entri sebelumnya',
    search: 'Cari',
  },
};

export default texts;
