import type en from './texts.en.ts';

const texts: typeof en = {
  near: '{{length}} dari {{max}} karakter',
  over_one: 'Tidak disisipkan: kelebihan {{count}} karakter. Maksimum: {{max}}.',
  over_other: 'Tidak disisipkan: kelebihan {{count}} karakter. Maksimum: {{max}}.',
};

export default texts;
