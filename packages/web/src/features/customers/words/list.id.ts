import type en from './list.en.ts';

const words: typeof en = {
  filter: {
    label: 'Saring',
    count: 'Saring, {{count}} aktif',
    none: 'Tanpa saringan. Tambahkan syarat untuk mempersempit daftar.',
    nothing: 'Belum ada bidang khusus pelanggan. Administrator menambahkannya di Pengaturan.',
    apply: 'Tampilkan pelanggan',
    clear: 'Hapus saringan',
    'none-found': 'Tidak ada pelanggan yang cocok',
    'none-found-hint': 'Ubah pencarian atau syaratnya.',
    keys: 'Saring daftar',
  },
};

export default words;
