import type en from './mail-proof.en.ts';

const id: typeof en = {
  id: 'Server surat yang memeriksa pengirim',
  hint: 'Nama di awal “Authentication-Results” pada surat yang tiba. Yang dinilainya palsu ditandai dan tidak masuk ke tiket mana pun. Kosong: tidak ada yang diperiksa.',
  bad: 'Satu nama, tanpa spasi.',
};

export default id;
