import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './logo.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Logo',
  hint: 'Ditampilkan di menu, di halaman masuk, dan di widget obrolan.',
  upload: 'Unggah logo',
  replace: 'Ganti logo',
  remove: 'Hapus logo',
  saved: 'Logo disimpan',
  removed: 'Logo dihapus',
  limits: 'PNG atau WebP, paling banyak 256 kB dan 2048 × 2048 piksel.',
  'on-light': 'Logo pada latar terang',
  'on-dark': 'Logo pada latar gelap',
};

export default texts;
