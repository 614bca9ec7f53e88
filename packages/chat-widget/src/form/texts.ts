import type { Language } from '@trunkline/contract';

/** Every sentence of a form that is not its owner's. */
const en = {
  loading: 'Loading the form',
  fields: {
    name: 'Name',
    email: 'E-mail',
    phone: 'Phone',
    subject: 'Subject',
    message: 'Your message',
  } as Record<string, string>,
  optional: 'optional',
  choose: 'Choose…',
  send: 'Send',
  sending: 'Sending…',
  sentTitle: 'Sent',
  again: 'Write another message',
  retry: 'Try again',
  trap: 'Leave this empty',
  fixes: (count: number) =>
    count === 1 ? 'One field needs another look.' : `${count} fields need another look.`,
  complaint: {
    missing: 'Fill this in.',
    email: 'Enter an e-mail address, such as name@example.com.',
    phone: 'Enter a phone number, such as +62 812 3456 7890.',
    number: 'Enter a number.',
    date: 'Enter a date and a time.',
    link: 'Enter the address of a page, such as https://example.com.',
    long: 'This is too long.',
    wrong: 'This is not possible here.',
  },
  problem: {
    network: 'No connection. Check your internet and try again; what you wrote stays here.',
    server: 'Something went wrong on our side. Try again in a moment; what you wrote stays here.',
    busy: 'Too many tries in a short time. Wait a minute, then try again; what you wrote stays here.',
    refused: 'This form is not available on this site.',
    gone: 'This form no longer exists.',
    expired: 'This form has been open for too long. Load the page again; copy what you wrote first.',
  },
};
type Texts = typeof en;
export type Problem = keyof Texts['problem'];

const id: Texts = {
  loading: 'Memuat formulir',
  fields: {
    name: 'Nama',
    email: 'Email',
    phone: 'Telepon',
    subject: 'Perihal',
    message: 'Pesan Anda',
  },
  optional: 'opsional',
  choose: 'Pilih…',
  send: 'Kirim',
  sending: 'Mengirim…',
  sentTitle: 'Terkirim',
  again: 'Tulis pesan lain',
  retry: 'Coba lagi',
  trap: 'Biarkan kosong',
  fixes: (count) => `${count} isian perlu diperiksa lagi.`,
  complaint: {
    missing: 'Wajib diisi.',
    email: 'Masukkan alamat email, misalnya nama@example.com.',
    phone: 'Masukkan nomor telepon, misalnya +62 812 3456 7890.',
    number: 'Masukkan angka.',
    date: 'Masukkan tanggal dan jam.',
    link: 'Masukkan alamat halaman, misalnya https://example.com.',
    long: 'Ini terlalu panjang.',
    wrong: 'Ini tidak bisa dipakai di sini.',
  },
  problem: {
    network: 'Tidak ada koneksi. Periksa internet Anda lalu coba lagi; tulisan Anda tetap di sini.',
    server: 'Terjadi kesalahan di pihak kami. Coba lagi sebentar lagi; tulisan Anda tetap di sini.',
    busy: 'Terlalu banyak percobaan dalam waktu singkat. Tunggu satu menit, lalu coba lagi; tulisan Anda tetap di sini.',
    refused: 'Formulir ini tidak tersedia di situs ini.',
    gone: 'Formulir ini sudah tidak ada.',
    expired: 'Formulir ini terlalu lama terbuka. Salin tulisan Anda, lalu muat ulang halamannya.',
  },
};

export const TEXTS: Record<Language, Texts> = { en, id };
