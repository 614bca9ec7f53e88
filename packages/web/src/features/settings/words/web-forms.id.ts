import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './web-forms.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Formulir web',
  new: 'Formulir baru',
  none: 'Formulir di situs Anda membuat tiket. Agen membalas lewat email.',
  'new-name': 'Formulir kontak',
  editor: 'Pengaturan formulir',
  'is-active': 'Formulir diaktifkan',
  intro: 'Pengantar',
  thanks: 'Pesan konfirmasi',
  'thanks-hint': 'Ditampilkan setelah formulir dikirim.',
  asked: 'Bidang',
  'asked-hint': 'Nama dan pesan selalu ada.',
  fields: { email: 'Email', phone: 'Telepon', subject: 'Subjek' },
  'customer-field': '{{name}} (pelanggan)',
  'no-custom':
    'Tambahkan bidang khusus di Pengaturan. Bidang yang dibatasi untuk tipe atau kategori tertentu tidak bisa dipakai di sini.',
  answers: 'Balasan',
  'answers-hint': 'Balasan agen dikirim ke alamat email yang diisi pelanggan.',
  mailbox: 'Kotak surat',
  'no-mailbox': 'Tidak ada',
  'mailbox-none': 'Tanpa kotak surat agen tidak bisa membalas; hanya bisa menelepon atau menambah catatan.',
  'mailbox-off': 'Kotak surat ini nonaktif: tidak ada balasan yang dikirim.',
  'mailbox-unasked': 'Formulir tidak meminta alamat email, jadi agen tidak bisa membalas.',
  'mailbox-missing': 'Belum ada kotak surat. Tambahkan di Email.',
  'sites-any': 'Semua situs dapat menampilkan formulir ini.',
  'install-hint': 'Tempel ini di tempat formulir akan tampil.',
  link: 'Halaman formulir',
  'link-hint': 'Bagikan alamat ini atau buat tautan ke sana.',
  'copy-link': 'Salin alamat',
  'preview-label': 'Formulir seperti yang dilihat pengunjung',
  'preview-off': 'Formulir ini nonaktif: pengunjung melihat bahwa formulir tidak tersedia.',
  spam: {
    title: 'Spam',
    hint: 'Yang diduga spam tidak membuat tiket. Disimpan selama {{days}} hari; terima yang bukan spam.',
    none: 'Tidak ada spam.',
    list: 'Diduga spam',
    more: 'Tampilkan lagi',
    'no-subject': 'Tanpa subjek',
    take: 'Bukan spam',
    taken: 'Tiket #{{number}} dibuat',
    gone: 'Orang lain sudah menerimanya.',
    open: 'Buka',
    reason: {
      trap: 'Bidang tersembunyi terisi.',
      links: 'Berisi banyak tautan.',
      often: 'Terlalu banyak kiriman dari alamat atau jaringan ini dalam satu jam.',
    },
  },
};

export default texts;
