import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './custom-fields.en.ts';

const words: TextsLike<typeof en> = {
  list: {
    title: 'Bidang khusus',
    new: 'Bidang baru',
    hint: 'Yang ditanyakan selain itu pada tiket atau pelanggan: nomor pesanan, produk, tanggal.',
  },
  field: {
    entity: 'Untuk',
    kind: 'Jenis',
    options: 'Pilihan',
    required: 'Wajib',
    type_ids: 'Tipe',
    category_ids: 'Kategori',
    key: 'Nama singkat',
    in_list: 'Kolom',
    hint: 'Teks bantuan',
  },
  hint: {
    kind: 'Tidak bisa diubah lagi setelah ada yang menjawab.',
    options: 'Yang diganti namanya tetap jawaban yang sama. Yang dinonaktifkan tidak ditawarkan lagi.',
    required: 'Yang wajib saat dibuat juga diminta saat diselesaikan, kalau belum terisi.',
    type_ids: 'Hanya ditanyakan pada tiket bertipe ini.',
    category_ids: 'Hanya ditanyakan pada tiket berkategori ini.',
    key: 'Huruf, angka, dan _. Di templat, ticket.field. diikuti nama ini, dalam kurung kurawal ganda, diganti jawabannya.',
    in_list: 'Tampil sebagai kolom sendiri di daftar.',
    hint: 'Tertulis di bawah bidangnya.',
  },
  choice: {
    ticket: 'Tiket',
    customer: 'Pelanggan',
    line: 'Teks satu baris',
    text: 'Teks beberapa baris',
    number: 'Angka',
    date: 'Tanggal',
    date_time: 'Tanggal dan jam',
    choice: 'Satu pilihan',
    choices: 'Beberapa pilihan',
    check: 'Centang',
    link: 'Tautan',
    never: 'Tidak',
    create: 'Saat dibuat',
    solve: 'Saat diselesaikan',
  },
  options: {
    new: 'Tambah pilihan',
    one: 'Pilihan {{place}}',
    up: 'Naikkan pilihan {{place}}',
    down: 'Turunkan pilihan {{place}}',
    remove: 'Hapus pilihan {{place}}',
    offered: 'Tawarkan pilihan {{place}}',
    off: '{{name}} (nonaktif)',
  },
};

export default words;
