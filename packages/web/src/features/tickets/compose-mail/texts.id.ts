import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Email baru',
  from: 'Dari',
  subject: 'Subjek',
  text: 'Teks',
  answers: 'Bidang wajib',
  placeholder: 'Tulis email Anda. Ketik / untuk templat.',
  signature: 'Tanda tangan kotak surat ditambahkan otomatis.',
  send: 'Kirim',
  again: 'Kirim ulang',
  anew: 'Kirim sebagai email baru',
  discard: 'Buang',
  discarded: 'Draf dibuang',
  undo: 'Urungkan',
  close: 'Kembali ke tiket',
  showSent: 'Tampilkan email terkirim',
  sent: 'Terkirim sebagai tiket {{number}}',
  scheduled: 'Dijadwalkan di tiket {{number}}',
  need: {
    to: 'Isi setidaknya satu penerima.',
    subject: 'Subjek wajib diisi.',
    html: 'Tulis pesan atau lampirkan berkas.',
  },
  failed: {
    offline: 'Server tidak terjangkau. Email Anda tetap di sini; kirim ulang.',
    mailbox: 'Kotak surat ini nonaktif, atau Anda tidak punya akses. Pilih yang lain.',
    files: 'Sebuah lampiran sudah kedaluwarsa. Hapus dan lampirkan lagi.',
    own: 'Salah satu penerima adalah kotak surat ruang kerja ini.',
    forbidden: 'Alamat ini belum dimiliki pelanggan, dan peran Anda tidak boleh menambah pelanggan.',
    fields: 'Ada bidang wajib yang kosong.',
    sent: 'Email ini sudah terkirim. Perubahan sesudahnya tidak terkirim.',
    other: 'Gagal mengirim. Email Anda tetap di sini; kirim ulang.',
  },
  none: {
    title: 'Tidak ada kotak surat untuk mengirim',
    hint: 'Departemen Anda tidak punya kotak surat aktif.',
    settings: 'Buka pengaturan kotak surat',
  },
  mayNot: {
    title: 'Peran Anda tidak punya akses ke halaman ini',
    hint: 'Email baru membuat tiket, dan peran Anda tidak mengizinkannya.',
  },
};

export default texts;
