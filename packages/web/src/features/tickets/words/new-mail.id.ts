import type en from './new-mail.en.ts';

const id: typeof en = {
  instead: 'Tulis email saja',
  keys: 'Email baru',
};

export default id;
