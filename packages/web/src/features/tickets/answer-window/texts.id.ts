import type texts from './texts.en.ts';

export default {
  open: 'Jawaban bebas terkirim sampai {{time}}.',
  soon: 'Jawaban bebas hanya terkirim sampai {{time}}: sisa kurang dari satu jam.',
  closed:
    'Pelanggan terakhir menulis lebih dari 24 jam lalu: WhatsApp tidak menerima jawaban bebas sampai mereka menulis lagi. Templat tetap terkirim.',
  over: 'Pelanggan terakhir menulis lebih dari 24 jam lalu: tidak ada jawaban yang diterima sampai mereka menulis lagi.',
  choose: 'Pilih templat',
  title: 'Kirim templat',
  template: 'Templat',
  templatePlaceholder: 'Cari menurut nama',
  language: 'Bahasa',
  otherLanguage: 'Tidak ada dalam {{wanted}}, bahasa pelanggan. Yang ini dalam {{given}}.',
  none: 'Tidak ada templat yang bisa dikirim dari akun ini. Templat dibuat di WhatsApp Manager; administrator melihatnya di pengaturan akun.',
  failed: 'Templat tidak bisa diambil.',
  slot: {
    header: 'Judul: {{name}}',
    body: 'Teks: {{name}}',
    button: 'Akhir alamat tombol: {{name}}',
  },
  missing: 'Ini harus diisi.',
  file: { image: 'Foto', video: 'Video', document: 'Dokumen' },
  pick: 'Pilih berkas',
  fileMissing: 'Templat ini perlu berkas.',
  fileUnfit: 'Foto harus JPEG atau PNG, video MP4.',
  fileFailed: 'Berkas tidak bisa diterima. Pilih lagi.',
  removeFile: 'Hapus {{name}}',
  uploading: 'Sedang dikirim…',
  preview: 'Yang diterima pelanggan',
  send: 'Kirim',
  cancel: 'Batal',
} satisfies typeof texts;
