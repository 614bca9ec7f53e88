import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './merge.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Orang yang sama?',
  reason: {
    same_name: 'Bernama sama',
    like_name: 'Bernama mirip',
    claimed: 'Punya alamat yang tertulis di catatan',
  },
  compare: 'Bandingkan dengan {{name}}',
  other: 'Gabungkan dengan yang lain',
  'other-hint': 'Cari pelanggan yang adalah orang yang sama.',
  search: 'Cari nama, perusahaan, email, atau telepon',
  none: 'Tidak ada yang ditemukan.',
  dialog: 'Gabungkan dua pelanggan',
  hint: 'Yang tetap menyimpan isiannya dan menerima alamat, tiket, percakapan, dan panggilan yang lain. Dapat dibatalkan selama 30 hari.',
  stays: 'Siapa yang tetap',
  'stays-name': '{{name}} tetap',
  back: 'Pilih yang lain',
  cancel: 'Tutup',
  merge: 'Gabungkan',
  done: '{{name}} kini bagian dari {{into}}',
  undo: 'Batalkan',
  undone: '{{name}} ada lagi',
  failed: 'Tidak digabungkan. Coba lagi sebentar lagi.',
  stale: 'Salah satu telah diubah seseorang. Lihat lagi, lalu gabungkan.',
  gone: 'Salah satu sudah digabungkan.',
  'undo-failed': 'Tidak dapat dibatalkan lagi.',
  'undo-later': 'Penggabungan yang lebih baru harus dibatalkan dulu.',
  merged: 'Digabungkan',
  'merged-by': '{{name}}, {{when}}',
  'take-apart': 'Batalkan: pisahkan {{name}} lagi',
  row: {
    name: 'Nama',
    company: 'Perusahaan',
    identities: 'Dihubungi di',
    tickets: 'Tiket',
    'last-contact': 'Kontak terakhir',
    since: 'Pelanggan sejak',
    note: 'Catatan',
  },
};

export default texts;
