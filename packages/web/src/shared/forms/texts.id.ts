import type { TextsLike } from '../lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  'read-only': 'Hanya lihat',
  save: 'Simpan',
  create: 'Buat',
  close: 'Tutup',
  undo: 'Urungkan perubahan',
  group: 'Formulir',
  restored: 'Perubahan yang belum disimpan dipulihkan.',
  discard: 'Buang',
  unseen: 'Isi setidaknya satu karakter yang terlihat.',
  failed: {
    offline: 'Gagal menyimpan: server tidak terjangkau. Perubahan Anda tetap ada di sini.',
    failed: 'Gagal menyimpan. Coba lagi sebentar lagi.',
  },
  stale: {
    field: 'Bidang',
    now: 'Versi tersimpan',
    mine: 'Versi Anda',
    empty: 'kosong',
    'nothing-else': 'Perubahan Anda sudah tersimpan.',
    apply: 'Simpan versi saya',
    take: 'Pakai versi tersimpan',
  },
};

export default texts;
