import type { Language } from '@trunkline/contract';

/** The texts of every form, besides those that its owner has written. */
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
  fixes: (count: number) => (count === 1 ? 'Please check 1 field.' : `Please check ${count} fields.`),
  complaint: {
    missing: 'This field is required.',
    email: 'Enter a valid e-mail address.',
    phone: 'Enter a valid phone number, such as +62 812 3456 7890.',
    number: 'Enter a number.',
    date: 'Enter a date and a time.',
    link: 'Enter a link, such as https://example.com.',
    long: 'Too long.',
    wrong: 'Enter a valid value.',
  },
  problem: {
    network: 'No connection. Check your internet and try again; your text is kept.',
    server: 'Something went wrong on our side. Try again in a moment; your text is kept.',
    busy: 'Too many attempts. Wait a minute, then try again; your text is kept.',
    refused: 'This form is not available on this site.',
    gone: 'This form no longer exists.',
    expired: 'This form has expired. Copy your text, then reload the page.',
  },
};
type Texts = typeof en;
export type WebFormProblem = keyof Texts['problem'];

const id: Texts = {
  loading: 'Memuat formulir',
  fields: {
    name: 'Nama',
    email: 'Email',
    phone: 'Telepon',
    subject: 'Subjek',
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
  fixes: (count) => `Periksa ${count} bidang.`,
  complaint: {
    missing: 'Bidang ini wajib diisi.',
    email: 'Masukkan alamat email yang valid.',
    phone: 'Masukkan nomor telepon yang valid, misalnya +62 812 3456 7890.',
    number: 'Masukkan angka.',
    date: 'Masukkan tanggal dan jam.',
    link: 'Masukkan tautan, misalnya https://example.com.',
    long: 'Terlalu panjang.',
    wrong: 'Masukkan nilai yang valid.',
  },
  problem: {
    network: 'Tidak ada koneksi. Periksa internet Anda lalu coba lagi; teks Anda tetap tersimpan.',
    server: 'Terjadi kesalahan di pihak kami. Coba lagi sebentar lagi; teks Anda tetap tersimpan.',
    busy: 'Terlalu banyak percobaan. Tunggu satu menit, lalu coba lagi; teks Anda tetap tersimpan.',
    refused: 'Formulir ini tidak tersedia di situs ini.',
    gone: 'Formulir ini sudah tidak ada.',
    expired: 'Formulir ini kedaluwarsa. Salin teks Anda, lalu muat ulang halaman.',
  },
};

export const TEXTS: Record<Language, Texts> = { en, id };
