import type en from './import-wanted.en.ts';

const texts: typeof en = {
  line: 'Paling banyak {{max}} karakter dalam satu baris.',
  key: 'Paling banyak {{max}} huruf, angka, dan _ tanpa spasi; kunci sebuah kolom diawali huruf.',
  text: 'Paling banyak {{max}} karakter.',
  number: 'Bilangan bulat dari {{min}} sampai {{max}}, atau kosong.',
  check: 'yes atau no.',
  date: 'Tanggal seperti 2026-11-22.',
  zone: 'Nama zona waktu, seperti Asia/Jakarta.',
  week: 'Jam kerja seperti Mo-Fr 09:00-17:00.',
  day: 'Jam seperti 09:00-13:00, atau kosong jika tutup.',
  choice: 'Salah satu dari: {{choices}}.',
  options: 'Satu pilihan di tiap baris, tidak ada yang dua kali.',
  conditions: 'Syarat seperti dalam ekspor, tanpa “saya”.',
  other: 'Daftar ini tidak menerima isian ini.',
};

export default texts;
