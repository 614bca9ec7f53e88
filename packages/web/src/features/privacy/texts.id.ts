import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Privasi',
  erasures: 'Pelanggan yang dihapus permanen',
  customer: 'Pelanggan {{id}}',
  running: 'sedang dihapus permanen',
  empty: 'Belum ada yang dihapus permanen',
  'empty-hint': 'Pelanggan dihapus permanen dari profilnya.',
  more: 'Tampilkan lagi',
};

export default texts;
