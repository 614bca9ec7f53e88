import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Privasi',
  export: 'Ekspor data',
  'export-again': 'Ekspor lagi',
  'export-hint': 'Profil, tiket, pesan, catatan, berkas, dan rekaman dalam satu berkas ZIP.',
  exporting: 'Sedang diekspor…',
  exported: 'Diekspor {{when}} oleh {{who}}; dihapus {{until}}',
  'export-failed': 'Ekspor terakhir gagal. Minta sekali lagi.',
  download: 'Unduh ({{size}})',
  hold: 'Penahanan hukum',
  release: 'Akhiri penahanan hukum',
  erase: 'Hapus permanen',
  held: 'Dalam penahanan hukum sejak {{when}} ({{who}}):',
  'hold-title': 'Tempatkan {{name}} dalam penahanan hukum',
  'hold-hint': 'Selama penahanan hukum, pelanggan ini tidak dapat dihapus permanen.',
  reason: 'Alasan',
  cancel: 'Batal',
  'erase-title': 'Hapus permanen {{name}}?',
  'erase-hint':
    'Profil, pesan, berkas, dan rekaman dihapus selamanya. Jumlah dan waktu tetap ada. Ini tidak dapat diurungkan.',
  open_one: 'Selesaikan atau tutup {{count}} tiket terbuka dahulu.',
  open_other: 'Selesaikan atau tutup {{count}} tiket terbuka dahulu.',
  'type-name': 'Ketik “{{name}}” untuk konfirmasi',
  erasing: 'Sedang dihapus permanen…',
  erased: 'Dihapus permanen {{when}} oleh {{who}}',
  failed: 'Gagal menyimpan. Coba lagi sebentar lagi.',
};

export default texts;
