import type texts from './texts.en.ts';

export default {
  label: 'Pilihan untuk pelanggan',
  placeholder: 'Ketik satu lalu tekan Enter',
  buttons:
    'Sampai {{buttons}} menjadi tombol dengan paling banyak {{buttonLength}} karakter; sampai {{most}} menjadi daftar, masing-masing paling banyak {{length}}.',
  alike: 'Sampai {{most}}, masing-masing paling banyak {{length}} karakter.',
  lines: 'Sampai {{most}} baris bernomor di bawah teks, masing-masing paling banyak {{length}} karakter.',
  too_many: 'Paling banyak {{most}} pilihan.',
  too_long:
    '“{{choice}}” terdiri dari {{length}} karakter. Dengan pilihan sebanyak itu paling banyak {{most}}.',
  twice: '“{{choice}}” sudah ada.',
  noText: 'Tulis pertanyaannya di atas: pilihan ada di bawah teks.',
} satisfies typeof texts;
