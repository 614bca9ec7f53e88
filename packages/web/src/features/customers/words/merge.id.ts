import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './merge.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Kemungkinan duplikat',
  reason: {
    same_name: 'Nama sama',
    like_name: 'Nama mirip',
    claimed: 'Kontak tertulis di catatan',
  },
  compare: 'Bandingkan dengan {{name}}',
  other: 'Gabungkan dengan pelanggan lain',
  'other-hint': 'Cari duplikatnya.',
  search: 'Cari nama, perusahaan, email, atau telepon',
  none: 'Pelanggan tidak ditemukan.',
  dialog: 'Gabungkan pelanggan',
  hint: 'Pelanggan yang dipertahankan menerima kontak, tiket, percakapan, dan panggilan dari yang lain. Dapat diurungkan selama 30 hari.',
  stays: 'Pertahankan',
  'stays-name': 'Pertahankan {{name}}',
  back: 'Pilih pelanggan lain',
  cancel: 'Tutup',
  merge: 'Gabungkan',
  done: '{{name}} digabungkan ke {{into}}',
  undo: 'Urungkan',
  undone: '{{name}} dipisahkan',
  failed: 'Gagal menggabungkan. Coba lagi sebentar lagi.',
  stale: 'Orang lain mengubah salah satu pelanggan. Periksa lagi, lalu gabungkan.',
  gone: 'Salah satu pelanggan sudah digabungkan.',
  'undo-failed': 'Ini tidak bisa diurungkan lagi.',
  'undo-later': 'Urungkan dulu penggabungan yang lebih baru.',
  merged: 'Pelanggan yang digabungkan',
  'merged-by': '{{name}}, {{when}}',
  'take-apart': 'Pisahkan {{name}}',
  row: {
    name: 'Nama',
    company: 'Perusahaan',
    identities: 'Kontak',
    tickets: 'Tiket',
    'last-contact': 'Kontak terakhir',
    since: 'Pelanggan sejak',
    note: 'Catatan',
  },
};

export default texts;
