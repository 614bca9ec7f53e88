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
    template_refused: 'Penyedia tidak menerima templat ini.',
    unreachable: 'Penyedia tidak bisa dihubungi. Dicoba lagi dengan sendirinya.',
    provider_failed: 'Penyedia sedang bermasalah. Dicoba lagi dengan sendirinya.',
    switched_off: 'Akun ini dimatikan.',
    other: 'Tidak berhasil.',
  },
  why: 'Servernya tidak menjawab: {{said}}',
  said: 'Kata penyedia: {{said}}',
} satisfies typeof texts;
