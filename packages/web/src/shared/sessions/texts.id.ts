import type { TextsLike } from '../lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  action: 'Keluar dari semua perangkat',
  'ask-own':
    'Mengakhiri sesi Anda di semua perangkat lain. Peramban yang dikenal dianggap baru saat masuk berikutnya.',
  'ask-other': 'Mengakhiri semua sesi {{name}}. Peramban yang dikenal dianggap baru saat masuk berikutnya.',
  'api-keys-own': 'Cabut juga kunci API saya',
  'api-keys-other': 'Cabut juga kunci API miliknya',
  'api-keys-hint': 'Sistem yang memakai kunci yang dicabut kehilangan akses sampai mendapat kunci baru.',
  cancel: 'Batal',
  'done-own': 'Keluar dari semua perangkat lain',
  'done-other': '{{name}} sudah dikeluarkan dari semua perangkat',
  failed: 'Gagal mengeluarkan. Coba lagi sebentar lagi.',
  not_grantable: 'Peran pengguna ini memberi izin lebih dari milik Anda. Minta pengguna yang punya izin itu.',
};

export default texts;
