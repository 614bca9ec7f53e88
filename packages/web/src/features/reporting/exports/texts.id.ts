import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  export: 'Ekspor',
  format: { xlsx: 'Excel (.xlsx)', csv: 'CSV' },
  files: 'Berkas ekspor',
  kept_one: 'Berkas disimpan selama {{count}} hari.',
  kept_other: 'Berkas disimpan selama {{count}} hari.',
  none: 'Belum ada berkas',
  'none-hint': 'Ekspor laporan, dan berkasnya disimpan di sini.',
  waiting: 'Menunggu giliran',
  working: 'Sedang dibuat: {{lines}} baris',
  made: '{{lines}} baris · {{size}} · per {{time}}',
  download: 'Unduh',
  again: 'Coba lagi',
  cancel: 'Batalkan ekspor',
  remove: 'Hapus berkas',
  failed: 'Ekspor tidak bisa dimulai.',
  fault: {
    disk_full: 'Disk server penuh.',
    not_allowed: 'Anda tidak lagi boleh melihat laporan ini.',
    other: 'Berkas tidak bisa dibuat.',
  },
};
export default texts;
