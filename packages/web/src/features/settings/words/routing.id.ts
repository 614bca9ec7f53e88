import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './routing.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Perutean',
  hint: 'Kepada siapa yang menunggu ditawarkan. Keahlian dibuat di Keahlian; berapa yang dikerjakan seseorang sekaligus ada di Orang.',
  ring: 'Syarat keahlian turun satu tingkat setelah',
  'ring-hint': 'Makin lama menunggu, makin banyak yang ditanya, dan akhirnya semua orang di departemen itu.',
  priority: 'Satu tingkat prioritas setara dengan menunggu selama',
  'priority-hint':
    'Yang lebih mendesak didahulukan, tetapi tak seorang pun menunggu selamanya. 0 berarti hanya lama menunggu yang dihitung.',
  return: 'Pelanggan kembali ke petugas terakhirnya dalam',
  'return-hint': '0 berarti tidak pernah.',
  weights: 'Bobot satu percakapan',
  'weights-hint': 'Dari yang ditawarkan kepada seseorang sekaligus. Panggilan tidak menyisakan tempat.',
};

export default texts;
