import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './web-forms.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Formulir web',
  new: 'Formulir baru',
  none: 'Formulir di situs Anda menjadi tiket, dan dijawab lewat email.',
  'new-name': 'Formulir kontak',
  editor: 'Pengaturan formulir',
  'is-active': 'Terima yang dikirim',
  intro: 'Pengantar',
  thanks: 'Ucapan terima kasih',
  'thanks-hint': 'Tampil setelah formulir dikirim.',
  asked: 'Yang ditanyakan',
  'asked-hint': 'Nama dan pesan selalu ditanyakan.',
  fields: { email: 'Email', phone: 'Telepon', subject: 'Perihal' },
  'customer-field': '{{name}} (pelanggan)',
  'no-custom':
    'Isian Anda sendiri dibuat di Isian khusus. Yang hanya untuk jenis atau kategori tertentu tidak ditanyakan di sini.',
  answers: 'Jawaban',
  'answers-hint':
    'Jawaban agen dikirim lewat email ke alamat yang diketik, dan balasannya kembali lewat email.',
  mailbox: 'Kotak surat',
  'no-mailbox': 'Tidak ada',
  'mailbox-none':
    'Tanpa kotak surat agen tidak bisa menjawab di sini; hanya bisa menelepon atau menulis catatan.',
  'mailbox-off': 'Kotak surat ini dimatikan: tidak ada yang dikirim darinya.',
  'mailbox-unasked': 'Formulir tidak menanyakan alamat email, jadi tidak ada yang bisa dijawab.',
  'mailbox-missing': 'Belum ada kotak surat. Tambahkan di Email.',
  'sites-any': 'Semua situs boleh menampilkan formulir ini.',
  'install-hint': 'Taruh ini di tempat formulir akan tampil.',
  link: 'Halaman sendiri',
  'link-hint': 'Kirim alamat ini kepada siapa pun, atau buat tautan ke sana.',
  'copy-link': 'Salin alamat',
  'preview-label': 'Formulir seperti yang dilihat pengunjung',
  'preview-off': 'Formulir dimatikan: pengunjung melihat bahwa formulir ini tidak ada.',
  spam: {
    title: 'Disimpan sebagai spam',
    hint: 'Yang mirip spam tidak menjadi tiket. Disimpan selama {{days}} hari; ambil yang bukan spam.',
    none: 'Tidak ada yang disimpan sebagai spam.',
    list: 'Disimpan sebagai spam',
    more: 'Tampilkan lagi',
    'no-subject': 'Tanpa perihal',
    take: 'Ambil',
    taken: 'Tiket #{{number}} dibuat dari ini',
    gone: 'Orang lain baru saja mengambilnya.',
    open: 'Buka',
    reason: {
      trap: 'Isian yang tidak terlihat orang telah diisi.',
      links: 'Banyak tautan di dalamnya.',
      often: 'Banyak yang datang dalam satu jam dari tempat atau alamat yang sama.',
    },
  },
};

export default texts;
