import type { TextsLike } from '../lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  action: 'Keluar dari semua perangkat',
  'ask-own':
    'Mengakhiri sesi Anda di semua perangkat lain. Peramban yang pernah Anda pakai dianggap baru saat masuk berikutnya.',
  'ask-other':
    'Langsung mengakhiri semua sesi {{name}}. Peramban yang pernah dipakainya dianggap baru saat masuk berikutnya.',
  'api-keys-own': 'Akhiri juga kunci API saya',
  'api-keys-other': 'Akhiri juga kunci API miliknya',
  'api-keys-hint': 'Sistem yang memakainya tidak bisa lagi terhubung dan memerlukan kunci baru.',
  cancel: 'Batal',
  'done-own': 'Anda sudah keluar dari semua perangkat lain',
  'done-other': '{{name}} sudah dikeluarkan dari semua perangkat',
  failed: 'Belum dikeluarkan. Coba lagi sebentar lagi.',
};

export default texts;
