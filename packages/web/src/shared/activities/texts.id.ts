import type { TextsLike } from '../lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  name: {
    '1': 'Offline',
    '2': 'Hanya pesan',
    '3': 'Istirahat',
    '6': 'Siap',
    '7': 'Berdering',
    '11': 'Dalam panggilan',
    '18': 'Dalam panggilan',
    wrap_up: 'Pascapanggilan',
    missed_call: 'Panggilan tak terjawab',
  },
  wrapUp: {
    timed: 'Tidak menerima panggilan. Siap dalam {{time}}',
    untimed: 'Tidak menerima panggilan sampai Anda Siap',
    missed: 'Ada panggilan tak terjawab. Tidak menerima panggilan sampai Anda Siap',
    end: 'Akhiri pascapanggilan',
    back: 'Saya Siap',
    longer: 'Tambah 1 menit',
    failed: 'Pascapanggilan gagal diubah.',
  },
};

export default texts;
