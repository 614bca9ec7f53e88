import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './call-backs.en.ts';

const callBack: TextsLike<typeof en> = {
  title: 'Telepon balik',
  state: {
    waiting: 'Diminta',
    ringing: 'Menunggu agen yang siap',
    calling: 'Sedang ditelepon',
    done: 'Sudah ditelepon kembali',
    missed: 'Terlewat',
    cancelled: 'Dibatalkan',
  },
  at: 'Pukul {{time}}',
  again: 'Dicoba {{count}} kali, lagi pada {{time}}',
  reason: {
    nobody: 'Tidak ada yang siap',
    declined: 'Pelanggan belum sempat',
    not_reached: 'Pelanggan tidak tersambung',
    called_again: 'Pelanggan sudah tersambung sendiri',
  },
  by: 'Ditelepon kembali oleh {{name}}',
  callNow: 'Telepon sekarang',
  cancel: 'Batalkan',
  none: 'Tidak ada janji menelepon.',
  promise: 'Janjikan telepon',
  promiseTitle: 'Janjikan panggilan telepon',
  number: 'Nomor',
  when: 'Kapan',
  whenHint: 'Dikosongkan: segera setelah ada yang siap. Paling lama 14 hari ke depan.',
  move: 'Pindahkan',
  moveTitle: 'Telepon di waktu lain',
  leaveIt: 'Tidak jadi',
  badTime: 'Pilih waktu yang akan datang, paling lama 14 hari ke depan.',
  failed: 'Tidak berhasil. Coba lagi.',
};

export default callBack;
