import type en from './followed.en.ts';

const texts: typeof en = { followed: { label: 'Diikuti' } };

export default texts;
