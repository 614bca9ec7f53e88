import type { TextsLike } from '../lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  choose: 'Pilih…',
  none: 'Tidak ada',
  'not-found': 'Tidak ditemukan.',
  problem: {
    invalid: 'Ini tidak bisa diterima.',
    too_long: 'Ini terlalu panjang.',
    no_option: 'Ini tidak bisa dipilih lagi.',
    not_here: 'Bidang ini bukan untuk tiket tipe ini.',
    off: 'Bidang ini tidak dipakai lagi.',
    required: 'Isi ini.',
  },
};

export default texts;
