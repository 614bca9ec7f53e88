import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Cari',
  placeholder: 'Pelanggan, tiket, halaman, tindakan',
  customers: 'Pelanggan',
  tickets: 'Tiket',
  pages: 'Halaman',
  actions: 'Tindakan',
  nothing: 'Tidak ada hasil untuk “{{query}}”',
  'nothing-hint': 'Coba nama, nomor tiket, alamat email, atau nomor telepon.',
  note: 'Catatan:',
  failed: 'Pencarian pelanggan dan tiket gagal.',
  found: '{{count}} hasil',
};

export default texts;
