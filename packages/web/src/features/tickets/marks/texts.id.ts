import type en from './texts.en.ts';

const texts: typeof en = {
  draft: 'Draf',
  draftHint: 'Anda punya draf di tiket ini',
  unsent: 'Belum terkirim',
  unsentHint: 'Pesan tidak terkirim, atau tidak ke semua penerima',
  held: 'Di perangkat ini',
  heldHint: 'Pesan Anda belum terkirim dan hanya ada di perangkat ini',
  sendsAt: 'Dijadwalkan {{time}}',
  snoozed: 'Disisihkan sampai {{time}}',
  returned: 'Kembali setelah disisihkan',
};

export default texts;
