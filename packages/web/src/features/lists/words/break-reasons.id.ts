import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './break-reasons.en.ts';

const texts: TextsLike<typeof en> = {
  list: {
    title: 'Alasan istirahat',
    new: 'Alasan istirahat baru',
    hint: 'Pilihan agen saat mengambil istirahat.',
  },
  field: { is_paid: 'Dibayar', limit_minutes: 'Batas' },
  hint: {
    is_paid: 'Dihitung sebagai jam kerja di laporan.',
    limit_minutes: 'Dalam menit. Istirahat yang lebih lama ditandai. Kosongkan jika tanpa batas.',
    department_id: 'Hanya untuk orang di departemen ini.',
  },
};

export default texts;
