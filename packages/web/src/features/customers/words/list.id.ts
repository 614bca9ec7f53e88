import type en from './list.en.ts';

const words: typeof en = {
  filter: {
    label: 'Filter',
    count: 'Filter, {{count}} aktif',
    none: 'Tanpa filter. Tambahkan syarat untuk mempersempit daftar.',
    nothing: 'Belum ada bidang khusus pelanggan. Administrator menambahkannya di Pengaturan.',
    apply: 'Tampilkan pelanggan',
    clear: 'Hapus filter',
    'none-found': 'Tidak ada pelanggan yang cocok',
    'none-found-hint': 'Ubah pencarian atau syaratnya.',
    keys: 'Filter daftar',
  },
};

export default words;
