import type en from './texts.en.ts';

const texts: typeof en = {
  fold: 'Sembunyikan tampilan',
  unfold: 'Perlihatkan tampilan',
  unsent: 'Belum tuntas',
};

export default texts;
