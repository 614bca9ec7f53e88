import type en from './mail-proof.en.ts';

const id: typeof en = {
  id: 'Server email yang memeriksa pengirim',
  hint: 'Nama server di header “Authentication-Results”. Pengirim palsu ditandai dan tidak pernah masuk ke tiket yang ada. Kosongkan untuk menonaktifkan pemeriksaan.',
  bad: 'Masukkan satu nama tanpa spasi.',
};

export default id;
