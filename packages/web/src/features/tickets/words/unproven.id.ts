import type en from './unproven.en.ts';

const id: typeof en = {
  title: 'Pengirim belum terverifikasi: {{address}}',
  elsewhere: 'Pengirim belum terverifikasi: {{address}}. Balasan dikirim ke {{answered}}.',
  hint: 'Server email tidak menemukan bukti pengirimnya. Pastikan lewat cara lain sebelum menindaklanjuti email ini.',
};

export default id;
