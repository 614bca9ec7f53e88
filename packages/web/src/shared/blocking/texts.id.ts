import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  menu: 'Blokir',
  block: 'Blokir {{what}}',
  unblock: 'Buka blokir {{what}}',
  contact: 'kontak {{channel}}',
  blocked: 'Diblokir: {{what}}',
  done: 'Diblokir: pesan dan panggilan dari {{what}} ditolak.',
  undone: 'Blokir dibuka: {{what}}',
  undo: 'Urungkan',
  failed: 'Gagal menyimpan. Coba lagi sebentar lagi.',
};

export default texts;
