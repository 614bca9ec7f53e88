import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Diblokir',
  hint: 'Pesan dan panggilan dari sini ditolak: tidak menjadi tiket, dan disimpan 30 hari. Email tercantum sebagai email ditolak di kotak suratnya.',
  empty: 'Tidak ada yang diblokir.',
  'empty-hint': 'Blokir alamat, nomor, atau kontak dari pelanggan pada sebuah tiket.',
  by: 'Diblokir oleh {{name}}, {{time}}',
  last: 'terakhir ditolak {{time}}',
  refused_one: '{{count}} ditolak',
  refused_other: '{{count}} ditolak',
  unblock: 'Buka blokir',
  gone: 'orang yang sudah keluar',
  forgotten: 'Lebih dari 30 hari.',
};

export default texts;
