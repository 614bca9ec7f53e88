import type en from './texts.en.ts';

const texts: typeof en = {
  near: '{{length}} dari {{max}} karakter',
  over_one: 'Tidak disisipkan: kelebihan 1 karakter. Di sini paling banyak {{max}}.',
  over_other: 'Tidak disisipkan: kelebihan {{count}} karakter. Di sini paling banyak {{max}}.',
};

export default texts;
