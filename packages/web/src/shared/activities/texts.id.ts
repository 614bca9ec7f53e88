import type { TextsLike } from '../lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  name: {
    '1': 'Offline',
    '2': 'Hanya pesan',
    '3': 'Istirahat',
    '6': 'Siap',
    '7': 'Berdering',
    '11': 'Menelepon',
    '18': 'Dalam panggilan',
    wrap_up: 'Pascapanggilan',
    missed_call: 'Panggilan tak terjawab',
  },
  wrapUp: {
    timed: 'Belum ada panggilan: Siap dalam {{time}}',
    untimed: 'Tidak ada panggilan sampai Anda Siap',
    missed: 'Sebuah panggilan tidak terjawab: tidak ada panggilan lagi sampai Anda Siap',
    end: 'Akhiri pascapanggilan',
    back: 'Saya di sini',
    longer: 'Tambah satu menit',
    failed: 'Waktu pascapanggilan tidak dapat diubah.',
  },
};

export default texts;
