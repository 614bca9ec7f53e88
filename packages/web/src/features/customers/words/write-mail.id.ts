import type en from './write-mail.en.ts';

const id: typeof en = {
  label: 'Tulis email',
};

export default id;
