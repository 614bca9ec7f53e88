import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './ticket-number.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Nomor tiket',
  hint: 'Berlaku untuk tiket baru. Tiket yang ada tetap memakai nomornya, dan keduanya dapat dicari.',
  prefix: 'Awalan',
  'prefix-hint': 'Opsional, misalnya SUP.',
  'prefix-bad': 'Gunakan paling banyak enam huruf A sampai Z dan angka, diawali huruf.',
  date: 'Tanggal',
  dates: { none: 'Tanpa tanggal', year: 'Tahun', month: 'Tahun dan bulan', day: 'Tahun, bulan, dan hari' },
  digits: 'Digit minimum',
  'digits-hint': 'Nomor yang lebih pendek diawali nol. Hitungan tidak pernah mulai ulang.',
  example: 'Contoh: {{number}}',
};

export default texts;
