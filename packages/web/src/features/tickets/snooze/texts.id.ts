import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Sisihkan',
  until: 'Disisihkan sampai {{time}}',
  returned: 'Kembali setelah disisihkan',
  time: { later: 'Nanti hari ini', tomorrow: 'Besok pagi', nextWeek: 'Minggu depan' },
  custom: 'Waktu lain',
  past: 'Pilih waktu yang akan datang.',
  end: 'Kembalikan sekarang',
  hint: 'Kembali pada waktu itu, atau langsung saat pelanggan menulis. Target SLA tetap berjalan.',
};

export default texts;
