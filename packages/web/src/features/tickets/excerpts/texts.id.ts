import type en from './texts.en.ts';

const texts: typeof en = { note: 'Catatan:' };

export default texts;
