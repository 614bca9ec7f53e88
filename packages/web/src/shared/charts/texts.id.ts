export default {
  'as-table': 'Tampilkan sebagai tabel',
  'as-chart': 'Tampilkan sebagai grafik',
  nothing: 'Tidak ada data untuk periode ini',
  missing: 'Tidak ada nilai',
  total: 'Total',
  loading: 'Memuat grafik',
  open: 'Tampilkan data: {{series}}, {{point}}',
  weekday: 'Hari',
  unit: { day: 'Hari', week: 'Minggu mulai', month: 'Bulan' },
  per: { day: '{{title}}', week: '{{title}} per minggu', month: '{{title}} per bulan' },
};
