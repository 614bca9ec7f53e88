import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Email baru',
  from: 'Dari',
  subject: 'Subjek',
  text: 'Teks',
  answers: 'Yang wajib untuk setiap tiket',
  placeholder: 'Tulis suratnya. / membuka templat.',
  signature: 'Tanda tangan kotak surat ditambahkan di bawahnya.',
  send: 'Kirim',
  again: 'Kirim lagi',
  anew: 'Kirim sebagai baru',
  discard: 'Buang',
  discarded: 'Konsep dibuang',
  undo: 'Urungkan',
  close: 'Kembali ke meja',
  showSent: 'Tampilkan yang terkirim',
  sent: 'Dikirim sebagai tiket {{number}}',
  need: {
    to: 'Sebutkan penerimanya.',
    wrong: 'Yang merah bukan alamat email.',
    subject: 'Beri subjek.',
    html: 'Tulis sesuatu, atau lampirkan berkas.',
  },
  failed: {
    offline: 'Server tidak dapat dihubungi. Surat disimpan di sini; kirim lagi.',
    mailbox: 'Kotak surat ini dinonaktifkan, atau bukan milik Anda. Pilih yang lain.',
    files: 'Sebuah lampiran sudah kedaluwarsa. Keluarkan dan lampirkan lagi.',
    own: 'Salah satu alamat adalah kotak surat ruang kerja ini. Tidak ada yang akan menerimanya di sana.',
    forbidden: 'Alamat ini belum dimiliki siapa pun, dan level Anda tidak boleh menambah pelanggan.',
    fields: 'Isian yang wajib untuk setiap tiket belum lengkap.',
    sent: 'Surat ini sudah terkirim seperti tertulis waktu itu. Yang diubah sesudahnya tidak terkirim.',
    other: 'Tidak dapat dikirim. Surat disimpan di sini; kirim lagi.',
  },
  none: {
    title: 'Tidak ada kotak surat untuk mengirim',
    hint: 'Anda menulis dari kotak surat departemen yang tiketnya Anda lihat, dan tidak ada yang aktif.',
    settings: 'Buka kotak surat',
  },
  mayNot: {
    title: 'Level Anda tidak membuka ini',
    hint: 'Menulis kepada orang baru membuat tiket, dan level Anda tidak boleh melakukannya.',
  },
};

export default texts;
