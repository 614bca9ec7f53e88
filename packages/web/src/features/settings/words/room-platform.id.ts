import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './room-platform.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Platform ruang',
  hint: 'Tempat panggilan suara dan video baru berlangsung. Panggilan yang sedang berjalan tetap di tempatnya.',
  label: 'Platform untuk panggilan baru',
  names: { embedded: 'Server media bawaan', daily: 'Daily (layanan luar)', cloudflare: 'Halaman Cloudflare' },
  missing: '{{name}} tidak tersedia: server dimulai tanpa {{variable}}.',
  lost: '{{name}} dipilih, tetapi tidak tersedia di server ini. Panggilan baru memakai: {{used}}.',
};

export default texts;
