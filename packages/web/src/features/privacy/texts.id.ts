import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Privasi',
  retention: 'Retensi',
  'retention-hint':
    'Data yang lebih lama dihapus pada malam hari, kecuali milik pelanggan dalam penahanan hukum.',
  kind: {
    tickets: 'Isi tiket selesai dan tertutup',
    files: 'Lampiran dan email asli',
    recordings: 'Rekaman',
    customers: 'Pelanggan tanpa tiket',
    packages: 'Ekspor pelanggan',
    audit: 'Log audit',
    sign_ins: 'Sesi berakhir dan upaya masuk gagal',
    notifications: 'Notifikasi',
    deliveries: 'Kiriman webhook',
  },
  'kind-hint': {
    tickets:
      'Pesan, berkas, dan rekaman dihapus; tiket tetap ada di laporan. Dihitung sejak tiket diselesaikan atau ditutup.',
    files: 'Dari tiket selesai dan tertutup; pesan tetap ada.',
    recordings: 'Kecuali yang ditandai untuk disimpan. Tiket menunjukkan kapan rekaman dihapus.',
    customers: 'Dihapus permanen bila tidak ada tiket berisi yang tersisa. Dihitung sejak kontak terakhir.',
    packages: 'Dihitung sejak dibuat.',
    audit: 'Entri tentang pelanggan dalam penahanan hukum juga dihapus.',
    sign_ins: 'Dihitung sejak berakhir.',
    notifications: 'Sebutan dan tiket yang diikuti, dibaca atau belum.',
    deliveries: 'Log kiriman webhook.',
  },
  forever: 'Selamanya',
  days_one: '{{count}} hari',
  days_other: '{{count}} hari',
  years_one: '{{count}} tahun',
  years_other: '{{count}} tahun',
  preview_one: 'Malam ini: {{shown}}, dari {{oldest}}. Data dari sebelum {{before}} ({{zone}}) dihapus.',
  preview_other:
    'Malam ini: {{shown}}, yang tertua dari {{oldest}}. Data dari sebelum {{before}} ({{zone}}) dihapus.',
  'preview-none': 'Malam ini: tidak ada. Data dari sebelum {{before}} ({{zone}}) dihapus.',
  cancel: 'Batal',
  'by-retention': 'Retensi',
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
