import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  label: 'Percakapan yang menunggu',
  announce: '{{name}} menunggu: {{media}}, {{department}}.',
  left: 'sisa {{time}}',
  more: '{{count}} lagi menunggu',
  take: 'Ambil',
  decline: 'Nanti saja',
  open: 'Ambil: {{name}}',
  pass: 'Nanti saja: {{name}}',
  empty: 'Belum ada pesan',
  ended: {
    timeout: 'Waktu habis. {{name}} diteruskan ke agen berikutnya.',
    withdrawn: '{{name}} sudah tidak menunggu.',
    accepted: 'Anda mengambil {{name}} di jendela lain.',
    gone: 'Percakapan ini tidak lagi ditawarkan kepada Anda.',
  },
  failed: 'Terjadi kesalahan. Coba lagi.',
  offline: 'Tidak ada koneksi. Coba lagi setelah tersambung.',
};

export default texts;
