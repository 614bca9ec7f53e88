import type en from './unproven.en.ts';

const id: typeof en = {
  title: 'Tidak terbukti bahwa ini dari {{address}}.',
  elsewhere: 'Tidak terbukti bahwa ini dari {{address}}; balasan akan terkirim ke {{answered}}.',
  hint: 'Siapa pun dapat menuliskan nama ini di surat, dan server surat tidak menemukan buktinya. Tanyakan lewat jalan lain sebelum menindaklanjutinya.',
};

export default id;
