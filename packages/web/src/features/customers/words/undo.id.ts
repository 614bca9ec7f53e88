import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './undo.en.ts';

const words: TextsLike<typeof en> = {
  last: 'Impor terakhir',
  open: 'Tampilkan',
  openNamed: 'Tampilkan {{name}}',
  counts: '{{created}} ditambahkan, {{changed}} diubah',
  isUndone: 'diurungkan',
  undo: 'Urungkan impor',
  hint: 'Dalam 24 jam, impor dapat diurungkan: pelanggan baru dihapus dan yang diperbarui dikembalikan.',
  going: 'Mengurungkan: {{done}} dari {{total}}',
  'goes-on': 'Anda bisa menutup ini: proses berlanjut. Buka lagi untuk melihat kemajuannya.',
  done: 'Diurungkan: {{removed}} dihapus, {{restored}} dikembalikan.',
  'has-tickets_one': '{{count}} tetap: sudah punya tiket, obrolan, atau panggilan.',
  'has-tickets_other': '{{count}} tetap: sudah punya tiket, obrolan, atau panggilan.',
  'changed-since_one': '{{count}} tetap: sudah diubah atau digabung sejak itu.',
  'changed-since_other': '{{count}} tetap: sudah diubah atau digabung sejak itu.',
};

export default words;
