import type texts from './texts.en.ts';

export default {
  fault: {
    token_refused: 'Penyedia tidak menerima token akses: salah, kedaluwarsa, atau dicabut.',
    login_refused:
      'Operator menolak system ID atau kata sandi. Periksa keduanya, dan tanyakan apakah alamat server Anda diizinkan.',
    private_host:
      'Host ini ada di jaringan pribadi. Pengelola server dapat mengizinkannya di SMPP_PRIVATE_HOSTS.',
    not_permitted: 'Token akses tidak punya izin untuk pesan.',
    account_locked: 'Penyedia mengunci atau membatasi akun ini. Rinciannya ada di situs penyedia.',
    account_unknown: 'Penyedia tidak mengenal akun ini. Periksa ID-nya.',
    window_closed: 'Pelanggan menulis lebih dari 24 jam lalu: hanya templat yang bisa dikirim.',
    recipient_unknown: 'Nomor ini tidak dapat menerima pesan.',
    recipient_refuses: 'Pelanggan tidak mau menerima pesan dari kami.',
    too_many: 'Batas pengiriman penyedia tercapai. Mencoba lagi.',
    media_refused: 'Penyedia tidak menerima jenis atau ukuran berkas ini.',
    file_too_large: 'Berkas lebih besar dari 100 MB.',
    file_elsewhere: 'Alamat berkas tidak diizinkan, misalnya jaringan pribadi.',
    file_gone: 'Berkas tidak tersedia lagi dari penyedia.',
    template_refused: 'Penyedia menolak templat ini.',
    unreachable: 'Penyedia tidak bisa dihubungi. Mencoba lagi.',
    unanswered:
      'Penyedia belum mengonfirmasi pesan ini. Jika tidak dikonfirmasi, pesan dikirim lagi; dalam kasus langka pelanggan menerimanya dua kali.',
    provider_failed: 'Penyedia sedang bermasalah. Mencoba lagi.',
    switched_off: 'Akun ini nonaktif.',
    other: 'Terjadi kesalahan.',
  },
  why: 'Jawaban server: {{said}}',
  said: 'Jawaban penyedia: {{said}}',
  'template-state': {
    approved: 'Disetujui',
    pending: 'Sedang diperiksa',
    rejected: 'Ditolak',
    paused: 'Dijeda',
    disabled: 'Dinonaktifkan',
    other: 'Tidak tersedia',
  },
  'template-reason': {
    ABUSIVE_CONTENT: 'WhatsApp menilai isinya mengancam, menghina, atau menyesatkan. Tulis ulang.',
    INVALID_FORMAT: 'Format tidak valid: sering kali variabel tanpa teks di sekitarnya, atau salah eja.',
    PROMOTIONAL: 'WhatsApp menilai isinya promosi. Ajukan sebagai pemasaran, atau hapus bagian itu.',
    TAG_CONTENT_MISMATCH: 'Teks tidak sesuai dengan bahasa atau kategori yang dipilih.',
    INCORRECT_CATEGORY: 'Menurut WhatsApp ini termasuk kategori lain. Ajukan dalam kategori itu.',
    SCAM: 'WhatsApp menduga penipuan. Sebutkan siapa Anda dan isi pesannya.',
  },
} satisfies typeof texts;
