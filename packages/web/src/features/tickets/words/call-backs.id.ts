import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './call-backs.en.ts';

const callBack: TextsLike<typeof en> = {
  title: 'Telepon balik',
  state: {
    waiting: 'Dijadwalkan',
    ringing: 'Menunggu agen',
    calling: 'Sedang ditelepon',
    done: 'Sudah ditelepon balik',
    missed: 'Terlewat',
    cancelled: 'Dibatalkan',
  },
  at: 'Pukul {{time}}',
  again: '{{count}} percobaan, berikutnya pada {{time}}',
  reason: {
    nobody: 'Tidak ada agen yang tersedia',
    declined: 'Ditolak pelanggan',
    not_reached: 'Pelanggan tidak terhubung',
    called_again: 'Pelanggan menelepon lagi',
  },
  by: 'Ditelepon balik oleh {{name}}',
  callNow: 'Telepon sekarang',
  cancel: 'Batalkan',
  none: 'Tidak ada telepon balik yang dijadwalkan.',
  promise: 'Jadwalkan telepon balik',
  promiseTitle: 'Jadwalkan telepon balik',
  number: 'Nomor telepon',
  when: 'Kapan',
  whenHint: 'Kosongkan untuk secepatnya. Hingga 14 hari ke depan.',
  move: 'Jadwalkan ulang',
  moveTitle: 'Jadwalkan ulang telepon balik',
  leaveIt: 'Batal',
  badTime: 'Pilih waktu dalam 14 hari ke depan.',
  failed: 'Terjadi kesalahan. Coba lagi.',
};

export default callBack;
