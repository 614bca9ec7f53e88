import type texts from './texts.en.ts';

export default {
  label: 'Pilihan untuk pelanggan',
  placeholder: 'Ketik pilihan lalu tekan Enter',
  buttons:
    'Hingga {{buttons}} pilihan dengan {{buttonLength}} karakter menjadi tombol; hingga {{most}} pilihan dengan {{length}} karakter menjadi daftar.',
  alike: 'Hingga {{most}} pilihan dengan {{length}} karakter.',
  lines: 'Hingga {{most}} pilihan dengan {{length}} karakter, ditambahkan sebagai baris bernomor.',
  too_many: 'Hingga {{most}} pilihan.',
  too_long: '“{{choice}}” punya {{length}} karakter. Dengan pilihan sebanyak ini, maksimumnya {{most}}.',
  twice: '“{{choice}}” sudah ada.',
  noText: 'Tulis pertanyaan di atas pilihan.',
} satisfies typeof texts;
