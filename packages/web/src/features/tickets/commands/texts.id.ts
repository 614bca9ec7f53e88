import type en from './texts.en.ts';

const texts: typeof en = {
  assignMe: 'Tugaskan kepada saya',
  assign: 'Tugaskan kepada…',
  macro: 'Jalankan makro…',
  snooze: 'Sisihkan…',
  noReply: 'Tidak perlu balasan',
  status: 'Atur status: {{status}}',
  selected_one: '{{label}} ({{count}} dipilih)',
  selected_other: '{{label}} ({{count}} dipilih)',
  update: 'Perbarui bidang…',
  snoozeTitle_one: 'Sisihkan {{count}} tiket',
  snoozeTitle_other: 'Sisihkan {{count}} tiket',
};

export default texts;
