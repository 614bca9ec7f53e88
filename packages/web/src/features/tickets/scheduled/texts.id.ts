import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  label: 'Balasan terjadwal',
  title: 'Kirim nanti',
  schedule: 'Jadwalkan',
  at: 'Akan dikirim {{time}}',
  soon_one: 'Dikirim dalam {{count}} detik',
  soon_other: 'Dikirim dalam {{count}} detik',
  going: 'Mengirim…',
  failed: 'Tidak dapat dikirim. {{reason}}',
  undo: 'Urungkan',
  undoKey: 'Urungkan pengiriman',
  now: 'Kirim sekarang',
  again: 'Kirim ulang',
  edit: 'Ubah',
  discard: 'Buang',
  discarded: 'Balasan dibuang.',
  hold: 'Waktu untuk mengurungkan pengiriman',
  holdHint: 'Email Anda ditahan selama ini sebelum dikirim.',
  off: 'Tanpa jeda',
  seconds_one: '{{count}} detik',
  seconds_other: '{{count}} detik',
};

export default texts;
