const texts = {
  title: 'Kolom daftar',
  hint: 'Kolom yang dilihat setiap peran di daftarnya, dan urutannya.',
  roles: 'Peran',
  list: { tickets: 'Tiket', customers: 'Pelanggan' },
  'list-hint': {
    tickets: 'Tabel di halaman tiket. Tampilan bersama bisa punya kolom sendiri.',
    customers: 'Tabel di halaman pelanggan.',
  },
  own: 'Kolom',
  default: 'Bawaan',
  custom: 'Kolom khusus',
  drag: 'Pindahkan {{name}}',
  sort: 'Urutan bawaan',
  'sort-default': 'Bawaan',
  'sort-hint':
    'Setiap orang tetap bisa mengurutkan daftarnya. Tampilan “Menunggu” memakai urutannya sendiri.',
  'may-choose': 'Pengguna bisa memilih kolomnya sendiri',
  'may-choose-hint': 'Jika nonaktif, semua pengguna dengan peran ini memakai kolom ini.',
  save: 'Simpan',
  saved: 'Tersimpan. Layar yang terbuka sudah diperbarui.',
  discard: 'Buang perubahan',
  unsaved: 'Perubahan belum disimpan',
  stale: 'Orang lain sudah mengubah daftar peran ini. Anda melihat versi terbaru sekarang.',
  failed: 'Belum tersimpan. Coba lagi sebentar lagi.',
};

export default texts;
