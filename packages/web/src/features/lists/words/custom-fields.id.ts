import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './custom-fields.en.ts';

const words: TextsLike<typeof en> = {
  list: {
    title: 'Bidang khusus',
    new: 'Bidang baru',
    hint: 'Informasi tambahan pada tiket atau pelanggan: nomor pesanan, produk, tanggal.',
  },
  field: {
    entity: 'Dipakai untuk',
    kind: 'Jenis',
    options: 'Pilihan',
    required: 'Wajib',
    type_ids: 'Tipe tiket',
    category_ids: 'Kategori',
    key: 'Kunci',
    in_list: 'Kolom daftar',
    hint: 'Teks bantuan',
  },
  hint: {
    kind: 'Tidak bisa diubah setelah bidang dipakai.',
    options: 'Mengganti nama pilihan tidak mengubah nilai yang ada. Pilihan nonaktif tidak bisa dipilih.',
    required: 'Bidang yang wajib saat dibuat juga wajib saat diselesaikan, jika masih kosong.',
    type_ids: 'Hanya pada tiket bertipe ini.',
    category_ids: 'Hanya pada tiket berkategori ini.',
    key: 'Huruf, angka, dan _. Di templat, pakai ticket.field.KUNCI dalam kurung kurawal ganda.',
    in_list: 'Menambahkan kolom di daftar.',
    hint: 'Ditampilkan di bawah bidang.',
  },
  choice: {
    ticket: 'Tiket',
    customer: 'Pelanggan',
    line: 'Teks satu baris',
    text: 'Teks beberapa baris',
    number: 'Angka',
    date: 'Tanggal',
    date_time: 'Tanggal dan jam',
    choice: 'Pilihan tunggal',
    choices: 'Pilihan ganda',
    check: 'Kotak centang',
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
    offered: 'Pilihan {{place}} aktif',
    off: '{{name}} (nonaktif)',
  },
};

export default words;
