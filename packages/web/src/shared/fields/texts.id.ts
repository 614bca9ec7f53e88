import type { TextsLike } from '../lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  choose: 'Pilih…',
  none: 'Tidak ada',
  'not-found': 'Tidak ditemukan.',
  problem: {
    too_long: 'Ini terlalu panjang.',
    no_option: 'Ini tidak bisa dipilih lagi.',
    not_here: 'Bidang ini bukan untuk tiket tipe ini.',
    off: 'Bidang ini tidak dipakai lagi.',
    required: 'Isi ini.',
  },
  wanted: {
    line: 'Tulis sebagai teks.',
    text: 'Tulis sebagai teks.',
    number: 'Tulis seperti 1.234,5.',
    date: 'Isi tanggal lengkap: hari, bulan, dan tahun empat angka.',
    date_time: 'Isi tanggal lengkap dan jam.',
    choice: 'Pilih satu dari daftar.',
    choices: 'Pilih dari daftar.',
    check: 'Centang atau biarkan.',
    link: 'Tulis seperti https://example.com.',
  },
};

export default texts;
