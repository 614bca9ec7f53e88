export default {
  range: 'Periode',
  'range-name': {
    today: 'Hari ini',
    yesterday: 'Kemarin',
    week: 'Minggu ini',
    'last-week': 'Minggu lalu',
    '7-days': '7 hari terakhir',
    '30-days': '30 hari terakhir',
    month: 'Bulan ini',
    'last-month': 'Bulan lalu',
    custom: 'Pilih tanggal',
  },
  from: 'Dari',
  to: 'Sampai',
  compare: 'Bandingkan dengan periode sebelumnya',
  before: 'Dibandingkan dengan {{days}}',
  'not-a-range': 'Periode harus berakhir setelah mulai, dan kurang dari sepuluh tahun',
};
