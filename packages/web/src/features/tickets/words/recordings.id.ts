import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './recordings.en.ts';

const recording: TextsLike<typeof en> = {
  recording: 'Sedang direkam',
  finishing: 'Rekaman sedang diproses',
  failed: 'Perekaman gagal',
  deleted_one: 'Rekaman dihapus setelah {{count}} hari',
  deleted_other: 'Rekaman dihapus setelah {{count}} hari',
  download: 'Unduh',
  keep: 'Simpan',
  kept: 'Disimpan',
  keepHint: 'Jangan hapus rekaman ini otomatis',
  keepFailed: 'Rekaman ini gagal diubah',
  deletesAt: 'Akan dihapus pada {{date}}',
};

export default recording;
