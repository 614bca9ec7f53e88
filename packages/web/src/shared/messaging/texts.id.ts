import type texts from './texts.en.ts';

export default {
  fault: {
    token_refused: 'Penyedia tidak menerima token akses: sudah berakhir, atau ditarik kembali.',
    login_refused:
      'Operator menolak system ID atau kata sandi. Periksa keduanya, dan tanyakan apakah alamat server Anda diizinkan.',
    private_host:
      'Host ini ada di jaringan pribadi. Pengelola server dapat membukanya dengan SMPP_PRIVATE_HOSTS.',
    not_permitted: 'Token akses tidak boleh melakukan ini. Beri penggunanya izin untuk pesan.',
    account_locked: 'Penyedia mengunci atau membatasi akun ini. Alasannya ada di halaman mereka.',
    account_unknown: 'Penyedia tidak mengenal akun ini. Periksa ID-nya.',
    window_closed: 'Lebih dari 24 jam sejak pelanggan menulis: penyedia tidak lagi menerima jawaban bebas.',
    recipient_unknown: 'Tidak ada yang bisa dihubungi di nomor ini.',
    recipient_refuses: 'Pelanggan tidak mau menerima pesan dari kami.',
    too_many: 'Terlalu banyak sekaligus untuk penyedia. Dilanjutkan dengan sendirinya.',
    media_refused: 'Penyedia tidak menerima berkas ini: jenis atau ukurannya.',
    file_too_large: 'Ukurannya lebih dari 100 MB, batas terbesar yang diterima.',
    file_elsewhere: 'Alamatnya menuju tempat yang tidak boleh diambil, misalnya jaringan pribadi.',
    file_gone: 'Penyedia tidak memberikannya, atau tidak lagi.',
    template_refused: 'Penyedia tidak menerima templat ini.',
    unreachable: 'Penyedia tidak bisa dihubungi. Dicoba lagi dengan sendirinya.',
    unanswered:
      'Penyedia belum memastikan apakah pesan ini diterima. Jika tidak ada laporan bahwa sudah diterima, pesan dikirim lagi: dalam kasus langka pelanggan menerimanya dua kali.',
    provider_failed: 'Penyedia sedang bermasalah. Dicoba lagi dengan sendirinya.',
    switched_off: 'Akun ini dimatikan.',
    other: 'Tidak berhasil.',
  },
  why: 'Servernya tidak menjawab: {{said}}',
  said: 'Kata penyedia: {{said}}',
  'template-state': {
    approved: 'Disetujui',
    pending: 'Sedang diperiksa',
    rejected: 'Ditolak',
    paused: 'Dijeda',
    disabled: 'Dimatikan',
    other: 'Tidak bisa dipakai',
  },
  'template-reason': {
    ABUSIVE_CONTENT: 'Menurut WhatsApp isinya mengancam, menghina, atau menyesatkan. Tulis dengan kata lain.',
    INVALID_FORMAT:
      'Menurut WhatsApp bentuknya keliru: sering kali variabel tanpa kata di sekitarnya, atau salah eja.',
    PROMOTIONAL: 'Menurut WhatsApp isinya promosi. Ajukan sebagai pemasaran, atau hapus bagian itu.',
    TAG_CONTENT_MISMATCH: 'Kata-katanya tidak dalam bahasa, atau tidak sesuai kategori, yang dipilih.',
    INCORRECT_CATEGORY: 'Menurut WhatsApp ini termasuk kategori lain. Ajukan dalam kategori itu.',
    SCAM: 'WhatsApp menganggapnya penipuan. Sebutkan siapa Anda dan tentang apa pesan ini.',
  },
} satisfies typeof texts;
