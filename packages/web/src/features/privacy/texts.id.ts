import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Privasi',
  retention: 'Retensi',
  tickets: 'Kosongkan tiket selesai dan tertutup setelah',
  'tickets-hint':
    'Pesan, berkas, dan rekaman dihapus pada malam hari. Pelanggan dalam penahanan hukum tidak disentuh.',
  never: 'Tidak pernah',
  days_one: '{{count}} hari',
  days_other: '{{count}} hari',
  preview_one: 'Malam ini: {{shown}} tiket, selesai atau ditutup sebelum {{before}} ({{zone}}).',
  preview_other: 'Malam ini: {{shown}} tiket, selesai atau ditutup sebelum {{before}} ({{zone}}).',
  save: 'Simpan',
  saved: 'Tersimpan',
  'not-saved': 'Gagal menyimpan. Coba lagi sebentar lagi.',
  packages: 'Ekspor pelanggan',
  package: {
    waiting: 'sedang dibuat',
    running: 'sedang dibuat',
    done: 'siap',
    failed: 'gagal: minta sekali lagi',
  },
  until: 'dihapus {{until}}',
  download: 'Unduh ({{size}})',
  remove: 'Hapus',
  'not-removed': 'Gagal menghapus. Coba lagi sebentar lagi.',
  erasures: 'Pelanggan yang dihapus permanen',
  customer: 'Pelanggan {{id}}',
  running: 'sedang dihapus permanen',
  empty: 'Belum ada yang dihapus permanen',
  'empty-hint': 'Pelanggan dihapus permanen dari profilnya.',
  more: 'Tampilkan lagi',
};

export default texts;
