import type en from './list.en.ts';

const words: typeof en = {
  filter: {
    label: 'Saring',
    count: 'Saring, {{count}} aktif',
    none: 'Semua pelanggan terlihat. Tambahkan syarat untuk mempersempit daftar.',
    nothing: 'Belum ada bidang khusus pelanggan untuk disaring. Administrator menambahkannya di pengaturan.',
    apply: 'Tampilkan pelanggan',
    clear: 'Hapus saringan',
    'none-found': 'Tidak ada yang cocok',
    'none-found-hint': 'Tidak ada pelanggan yang sesuai dengan pencarian dan syarat ini.',
    keys: 'Saring daftar',
  },
  columns: { choose: 'Kolom', failed: 'Kolom tidak bisa disimpan. Coba lagi.' },
};

export default words;
