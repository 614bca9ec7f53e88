/** What the metrics of the ticket dashboard are called, and what each means. */
export const ticketMetricWords = {
  tickets_created: {
    name: 'Dibuat',
    what: 'Tiket yang dibuka dalam periode ini, termasuk yang kemudian digabungkan.',
  },
  tickets_open: { name: 'Terbuka sekarang', what: 'Tiket yang saat ini terbuka, tertunda, atau ditahan.' },
  tickets_waiting: {
    name: 'Menunggu kita',
    what: 'Tiket terbuka yang pesan terakhirnya dari pelanggan dan menunggu balasan.',
  },
  tickets_unassigned: { name: 'Tanpa petugas', what: 'Tiket terbuka yang belum dipegang agen.' },
  tickets_overdue: { name: 'Terlambat', what: 'Tiket terbuka dengan target SLA berjalan yang sudah lewat.' },
  tickets_solved: {
    name: 'Selesai',
    what: 'Tiket yang diselesaikan dalam periode ini, masing-masing dihitung sekali, apa pun yang terjadi sesudahnya. Penyelesaian yang diurungkan tidak dihitung.',
  },
  tickets_reopened: {
    name: 'Dibuka kembali',
    what: 'Tiket yang dibuka kembali dalam periode ini, masing-masing dihitung sekali.',
  },
  reopen_share: {
    name: 'Tingkat buka kembali',
    what: 'Dari tiket yang diselesaikan dalam periode ini, bagian yang kemudian dibuka kembali, menurut tanggal penyelesaian.',
  },
  backlog_start: { name: 'Backlog awal', what: 'Tiket yang belum selesai saat periode dimulai.' },
  reopenings: {
    name: 'Pembukaan kembali',
    what: 'Berapa kali tiket selesai dibuka kembali dalam periode ini.',
  },
  solutions: { name: 'Penyelesaian', what: 'Berapa kali tiket diselesaikan dalam periode ini.' },
  tickets_merged: {
    name: 'Digabungkan',
    what: 'Tiket yang keluar dari backlog karena digabungkan ke tiket lain.',
  },
  backlog_end: {
    name: 'Backlog akhir',
    what: 'Awal + dibuat + pembukaan kembali − penyelesaian − digabungkan: tiket yang belum selesai saat periode berakhir, atau sekarang.',
  },
  ticket_first_reply_median_seconds: {
    name: 'Balasan pertama, median',
    what: 'Dari tiket yang dibuka pelanggan dalam periode ini: sejak dibuka sampai pesan pertama agen atau panggilan yang dijawab, waktu berjalan. Balasan otomatis dan catatan bukan balasan. Separuhnya tidak lebih lama dari ini.',
  },
  ticket_first_reply_p90_seconds: {
    name: 'Balasan pertama, 90%',
    what: 'Sembilan dari sepuluh balasan pertama tidak lebih lama dari ini (peringkat terdekat).',
  },
  first_reply_sla_share: {
    name: 'Balasan pertama sesuai SLA',
    what: 'Dari tiket yang dibuat dalam periode ini dan target balasan pertamanya sudah pasti, bagian yang memenuhinya. Target dihitung dalam jam kerja.',
  },
  resolution_median_seconds: {
    name: 'Penyelesaian, median',
    what: 'Dari tiket yang diselesaikan dalam periode ini: sejak dibuat sampai penyelesaian terakhir dalam periode, waktu berjalan. Separuhnya tidak lebih lama dari ini.',
  },
  resolution_p90_seconds: {
    name: 'Penyelesaian, 90%',
    what: 'Sembilan dari sepuluh tiket diselesaikan dalam waktu ini (peringkat terdekat).',
  },
  resolution_sla_share: {
    name: 'Penyelesaian sesuai SLA',
    what: 'Dari tiket yang diselesaikan dalam periode ini dan punya target penyelesaian, bagian yang memenuhinya. Target dihitung dalam jam kerja.',
  },
};
