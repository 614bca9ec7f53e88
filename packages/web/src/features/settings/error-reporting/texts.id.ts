const texts = {
  title: 'Pelaporan kesalahan',
  hint: 'Melaporkan kesalahan server ke pengumpul milik Anda yang kompatibel dengan Sentry. Laporan berisi kesalahan dan lokasinya di kode, tanpa nama, alamat, nomor, atau isi pesan.',
  dsn: 'DSN',
  'dsn-hint': 'Kosongkan agar tidak ada yang dilaporkan.',
  bad: 'Masukkan DSN seperti https://public_key@sentry.example.com/42.',
  save: 'Simpan alamat',
  'turn-off': 'Nonaktifkan pelaporan',
  saved: 'Tersimpan',
  stale: 'Orang lain sudah mengubah ini. Anda melihat versi terbaru sekarang.',
  failed: 'Terjadi kesalahan. Coba lagi sebentar lagi.',
  test: {
    send: 'Kirim laporan uji',
    ok: 'Pengumpul menerima laporan uji.',
    forbidden:
      'Alamat ini berada di jaringan pribadi. Tambahkan ke ERROR_PRIVATE_HOSTS di lingkungan server.',
    refused: 'Pengumpul menolak laporan. Periksa DSN.',
    unreachable: 'Pengumpul tidak menjawab.',
  },
};

export default texts;
