import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './routing.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Perutean',
  hint: 'Cara percakapan yang menunggu dibagikan. Atur keahlian di Keahlian, dan kapasitas tiap agen di Pengguna.',
  ring: 'Turunkan syarat keahlian setiap',
  'ring-hint':
    'Makin lama pelanggan menunggu, makin rendah tingkat yang disyaratkan, sampai semua agen departemen bisa menerima.',
  priority: 'Bobot prioritas',
  'priority-hint':
    'Setiap tingkat prioritas dihitung sebagai tambahan waktu tunggu sekian detik. 0: hanya waktu tunggu yang dihitung.',
  return: 'Utamakan agen terakhir dalam',
  'return-hint': '0 menonaktifkannya.',
  weights: 'Bobot saluran',
  'weights-hint': 'Berapa kapasitas agen yang dipakai satu percakapan. Panggilan memakai seluruhnya.',
};

export default texts;
