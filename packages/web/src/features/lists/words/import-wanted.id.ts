import type en from './import-wanted.en.ts';

const texts: typeof en = {
  line: 'Hingga {{max}} karakter dalam satu baris.',
  key: 'Hingga {{max}} huruf, angka, dan _ tanpa spasi. Kunci bidang diawali huruf.',
  text: 'Hingga {{max}} karakter.',
  number: 'Bilangan bulat dari {{min}} sampai {{max}}, atau kosong.',
  check: 'yes atau no.',
  date: 'Tanggal seperti 2026-11-22.',
  zone: 'Zona waktu seperti Asia/Jakarta.',
  week: 'Jam kerja seperti Mo-Fr 09:00-17:00.',
  day: 'Jam seperti 09:00-13:00, atau kosong jika tutup.',
  choice: 'Salah satu dari: {{choices}}.',
  options: 'Satu pilihan per baris, tanpa duplikat.',
  conditions: 'Syarat seperti dalam ekspor, tanpa “saya”.',
  other: 'Daftar ini tidak menerima nilai ini.',
};

export default texts;
