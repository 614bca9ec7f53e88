import type en from './followed.en.ts';

const texts: typeof en = { followed: { label: 'Yang saya ikuti' } };

export default texts;
