import type { TextsLike } from '../lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  choose: 'Pilih…',
  none: 'Tidak ada',
  'not-found': 'Tidak ditemukan.',
  problem: {
    too_long: 'Terlalu panjang.',
    no_option: 'Pilihan ini tidak tersedia lagi.',
    not_here: 'Bidang ini tidak dipakai untuk tipe tiket ini.',
    off: 'Bidang ini tidak dipakai lagi.',
    required: 'Bidang ini wajib diisi.',
  },
  wanted: {
    line: 'Masukkan teks.',
    text: 'Masukkan teks.',
    number: 'Gunakan angka seperti 1.234,5.',
    date: 'Masukkan tanggal lengkap dengan tahun empat angka.',
    date_time: 'Masukkan tanggal lengkap dan jam.',
    choice: 'Pilih satu dari daftar.',
    choices: 'Pilih dari daftar.',
    check: 'Centang atau kosongkan.',
    link: 'Gunakan tautan seperti https://example.com.',
  },
};

export default texts;
