import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './next.en.ts';

const texts: TextsLike<typeof en> = {
  take: 'Ambil berikutnya',
  taken: '{{name}} ditugaskan kepada Anda',
  back: 'Kembalikan ke antrean',
  'gone-back': '{{name}} dikembalikan ke antrean',
  'not-back': 'Tidak dapat dikembalikan: orang lain sudah mengubah tiketnya.',
  none: 'Tidak ada pelanggan yang menunggu',
  full: 'Anda mencapai dua kali kapasitas Anda. Selesaikan satu percakapan dulu.',
  failed: 'Terjadi kesalahan. Coba lagi.',
  offline: 'Tidak ada koneksi. Coba lagi setelah tersambung.',
};

export default texts;
