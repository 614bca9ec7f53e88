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
  reopen_ratio: {
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
  first_reply_sla_ratio: {
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
  resolution_sla_ratio: {
    name: 'Penyelesaian sesuai SLA',
    what: 'Dari tiket yang diselesaikan dalam periode ini dan punya target penyelesaian, bagian yang memenuhinya. Target dihitung dalam jam kerja.',
  },
};

/** The same of the agent dashboard. */
export const agentMetricWords = {
  contacts_handled: {
    name: 'Ditangani',
    what: 'Panggilan dan obrolan langsung yang berakhir dalam periode ini. Yang dialihkan dihitung untuk setiap agen yang memegangnya.',
  },
  contacts_active: {
    name: 'Aktif sekarang',
    what: 'Panggilan dan obrolan langsung yang sedang berlangsung saat ini.',
  },
  contact_handle_mean_seconds: {
    name: 'Rata-rata waktu penanganan',
    what: 'Waktu bersama pelanggan, termasuk saat ditahan, dari panggilan dan obrolan yang berakhir dalam periode ini, ditambah pascapanggilan, dibagi jumlahnya. Waktu berdering dan menunggu tidak dihitung.',
  },
  after_call_seconds: {
    name: 'Pascapanggilan',
    what: 'Waktu setelah panggilan dalam periode ini, sampai Siap atau akhir pascapanggilan.',
  },
  occupancy_ratio: {
    name: 'Okupansi',
    what: 'Bagian waktu masuk tanpa istirahat yang terisi panggilan, obrolan, atau pascapanggilan. Dua sekaligus dihitung sekali.',
  },
  concurrency: {
    name: 'Konkurensi',
    what: 'Rata-rata jumlah panggilan dan obrolan sekaligus, dari waktu dengan sedikitnya satu.',
  },
  replies_sent: {
    name: 'Pesan dikirim',
    what: 'Pesan yang ditulis agen kepada pelanggan dalam periode ini, di semua saluran.',
  },
  tickets_now: {
    name: 'Tiket terbuka',
    what: 'Tiket terbuka, tertunda, dan ditahan yang ditugaskan saat ini.',
  },
  signed_in_seconds: { name: 'Masuk', what: 'Waktu dalam aktivitas apa pun selain Offline.' },
  adherence_ratio: {
    name: 'Kepatuhan jadwal',
    what: 'Seberapa jauh waktu kerja mengikuti rencana giliran kerja. Belum ada rencana giliran kerja, jadi belum ada angkanya.',
  },
};
