import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  or: 'atau',
  'sign-in-with': 'Masuk dengan {{name}}',
  'link-title': 'Tautan masuk',
  'link-hint': 'Tautan ini dapat dipakai masuk satu kali.',
  'link-submit': 'Masuk',
  'link-back': 'Masuk dengan cara lain',
  title: 'Akun masuk tertaut',
  hint: 'Akun di tempat lain yang Anda pakai untuk masuk.',
  linked: 'Tertaut sejak {{when}}',
  'not-linked': 'Belum tertaut',
  link: 'Tautkan',
  'link-label': 'Tautkan {{name}}',
  unlink: 'Lepaskan',
  'unlink-label': 'Lepaskan {{name}}',
  unlinked: '“{{name}}” dilepas',
  failed: {
    only_way: 'Anda tidak punya cara lain untuk masuk.',
    last_administrator: 'Setidaknya satu pengguna yang punya semua izin administrator harus dapat masuk.',
    provider_unreachable: 'Penyedia tidak menjawab. Coba lagi sebentar lagi.',
    sign_in_expired: 'Tautan ini kedaluwarsa atau sudah dipakai.',
  },
  refused: {
    expired: 'Terlalu lama, atau sudah selesai. Masuk lagi.',
    denied: 'Penyedia tidak memasukkan Anda.',
    unreachable: 'Penyedia tidak menjawab. Coba lagi sebentar lagi.',
    nonce: 'Jawaban penyedia milik percobaan masuk lain. Masuk lagi.',
    old_token: 'Jawaban penyedia terlalu lama. Masuk lagi; jika terulang, jamnya mungkin salah.',
    audience: 'Jawaban penyedia ditujukan untuk aplikasi lain. Beri tahu administrator.',
    issuer: 'Jawaban berasal dari penyedia lain. Beri tahu administrator.',
    invalid: 'Jawaban penyedia tidak berlaku. Beri tahu administrator jika terulang.',
    unverified:
      'Penyedia belum memverifikasi alamat email Anda. Masuk dengan kata sandi, atau beri tahu administrator.',
    unknown:
      'Tidak ada pengguna di sini untuk akun ini. Minta administrator menambahkan Anda, atau tautkan di profil.',
    domain: 'Akun tidak dibuat untuk alamat dari domain ini. Minta administrator menambahkan Anda.',
    inactive: 'Akun Anda di sini nonaktif.',
    taken: 'Pengguna Anda di sini sudah tertaut ke akun lain pada penyedia ini.',
  },
};

export default texts;
