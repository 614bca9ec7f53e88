import type en from './new-mail.en.ts';

const id: typeof en = {
  instead: 'Tulis e-mail saja',
  keys: 'E-mail baru',
};

export default id;
