import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './next.en.ts';

const texts: TextsLike<typeof en> = {
  take: 'Ambil yang berikutnya',
  taken: '{{name}} sekarang pada Anda',
  back: 'Kembalikan ke antrean',
  'gone-back': '{{name}} kembali menunggu',
  'not-back': 'Tidak dikembalikan: seseorang sudah mengubah tiketnya.',
  none: 'Tidak ada yang menunggu',
  full: 'Anda memegang dua kali lipat dari yang ditawarkan sekaligus. Selesaikan dulu sesuatu.',
  failed: 'Belum berhasil. Coba lagi.',
  offline: 'Tidak ada koneksi. Coba lagi setelah tersambung.',
};

export default texts;
