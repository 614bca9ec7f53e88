import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './undo.en.ts';

const words: TextsLike<typeof en> = {
  last: 'Impor terakhir',
  open: 'Tampilkan',
  openNamed: 'Tampilkan {{name}}',
  counts: '{{created}} ditambahkan, {{changed}} diubah',
  isUndone: 'dibatalkan',
  undo: 'Batalkan impor',
  hint: 'Selama sehari impor dapat dibatalkan: yang ditambahkan dihapus, yang diubah kembali seperti semula.',
  going: 'Membatalkan: {{done}} dari {{total}}',
  'goes-on': 'Jika ditutup, pembatalan berlanjut; buka lagi untuk melihat sejauh mana.',
  done: 'Dibatalkan: {{removed}} dihapus, {{restored}} kembali seperti semula.',
  'has-tickets_one': '{{count}} tetap: sudah punya tiket, obrolan, atau panggilan.',
  'has-tickets_other': '{{count}} tetap: sudah punya tiket, obrolan, atau panggilan.',
  'changed-since_one': '{{count}} tetap: sudah diubah atau digabung sejak itu.',
  'changed-since_other': '{{count}} tetap: sudah diubah atau digabung sejak itu.',
};

export default words;
