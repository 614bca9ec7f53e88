import type en from './texts.en.ts';

const texts: typeof en = {
  addField: 'Tambah bidang',
  removeField: 'Hapus bidang {{field}}',
  macro: 'Jalankan makro…',
  macroTitle_one: 'Jalankan makro pada {{count}} tiket',
  macroTitle_other: 'Jalankan makro pada {{count}} tiket',
  macroName: 'Makro',
  macroNone: 'Belum ada makro. Administrator membuatnya di Pengaturan.',
  onlyIn: 'Hanya di {{department}}; tiket lain dilewati.',
  sends: 'Mengirim pesan ke pelanggan setiap tiket. Pesan yang terkirim tidak bisa diurungkan.',
  repliesLeft: 'Balasan tidak diisi: hanya disarankan saat makro dijalankan pada satu tiket.',
  run_one: 'Jalankan pada {{count}} tiket',
  run_other: 'Jalankan pada {{count}} tiket',
  needMacro: 'Pilih makro.',
  saidMacro: 'Makro: {{name}}',
};

export default texts;
