import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  label: 'Percakapan yang menunggu',
  announce: '{{name}} menunggu: {{media}}, {{department}}.',
  seconds: 'sisa {{count}} dtk',
  more: 'Dan {{count}} lagi menunggu',
  take: 'Ambil',
  decline: 'Nanti saja',
  open: 'Ambil: {{name}}',
  pass: 'Nanti saja: {{name}}',
  empty: 'Belum ada pesan',
  ended: {
    timeout: 'Waktunya habis. {{name}} diteruskan ke agen berikutnya.',
    withdrawn: '{{name}} sudah tidak menunggu.',
    accepted: '{{name}} sudah diambil di jendela lain.',
    gone: 'Percakapan ini tidak lagi ditawarkan kepada Anda.',
  },
  failed: 'Belum berhasil. Coba lagi.',
  offline: 'Tidak ada koneksi. Coba lagi setelah tersambung.',
};

export default texts;
