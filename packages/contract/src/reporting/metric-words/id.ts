/** Names and definitions of the ticket dashboard's metrics. */
const ticketMetricWords = {
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

/** The same for the agent dashboard. */
const agentMetricWords = {
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
  adherence_ratio: {
    name: 'Kepatuhan jadwal',
    what: 'Bagian waktu yang direncanakan sampai sekarang saat agen mengikuti rencana. Penyimpangan adalah tidak bekerja selama giliran dan bekerja saat istirahat yang direncanakan, lebih lama dari toleransi; bekerja melewati giliran bukan penyimpangan. Giliran malam dihitung pada hari mulainya. Tanpa rencana tidak ada angka.',
  },
};

/** The same for the reports. */
export const reportMetricWords = {
  concurrency: agentMetricWords.concurrency,
  occupancy_ratio: agentMetricWords.occupancy_ratio,
  adherence_ratio: agentMetricWords.adherence_ratio,
  conformance_ratio: {
    name: 'Kesesuaian jadwal',
    what: 'Waktu bekerja (masuk, tanpa istirahat) dari 3 jam sebelum sampai 3 jam sesudah giliran yang direncanakan, dibanding waktu kerja yang direncanakan sampai sekarang. Bisa melebihi 100 %. Tanpa rencana tidak ada angka.',
  },
  reopen_ratio: ticketMetricWords.reopen_ratio,
  reopenings: ticketMetricWords.reopenings,
  solutions: ticketMetricWords.solutions,
  tickets_solved: ticketMetricWords.tickets_solved,
  messages_received: { name: 'Diterima', what: 'Pesan dari pelanggan dalam periode ini.' },
  messages_sent: {
    name: 'Dikirim agen',
    what: 'Pesan yang ditulis orang. Balasan otomatis tidak termasuk.',
  },
  automatic_messages: { name: 'Otomatis', what: 'Balasan otomatis dan pesan dari aturan otomatisasi.' },
  messages_failed: { name: 'Gagal', what: 'Pesan yang gagal terkirim.' },
  tickets: {
    name: 'Tiket',
    what: 'Tiket dengan sedikitnya satu pesan dalam periode ini. Tiket yang digabung dihitung sekali.',
  },
  waits: {
    name: 'Menunggu',
    what: 'Berapa kali pelanggan menulis dan perlu dibalas. Beberapa pesan berturut-turut dihitung satu kali.',
  },
  waits_answered: { name: 'Dijawab', what: 'Yang berakhir dengan pesan dari agen, atau panggilan.' },
  waits_closed: { name: 'Selesai tanpa balasan', what: 'Yang berakhir karena tiket diselesaikan.' },
  waits_open: { name: 'Masih menunggu', what: 'Yang dari periode ini dan belum dijawab.' },
  first_reply_mean_seconds: {
    name: 'Balasan pertama, rata-rata',
    what: 'Dari pesan pertama pelanggan sampai pesan pertama agen. Waktu berjalan, menurut hari pelanggan menulis.',
  },
  first_reply_median_seconds: {
    name: 'Balasan pertama, median',
    what: 'Setengah dari balasan pertama tidak lebih lama dari ini.',
  },
  first_reply_p90_seconds: {
    name: 'Balasan pertama, 90%',
    what: 'Sembilan dari sepuluh balasan pertama tidak lebih lama dari ini (peringkat terdekat).',
  },
  next_reply_mean_seconds: {
    name: 'Balasan berikut, rata-rata',
    what: 'Dari pesan pelanggan terlama yang belum dijawab sampai pesan agen berikutnya, tanpa balasan pertama.',
  },
  next_reply_median_seconds: {
    name: 'Balasan berikut, median',
    what: 'Setengah dari balasan berikut tidak lebih lama dari ini.',
  },
  next_reply_p90_seconds: {
    name: 'Balasan berikut, 90%',
    what: 'Sembilan dari sepuluh balasan berikut tidak lebih lama dari ini (peringkat terdekat).',
  },
  breaks: {
    name: 'Istirahat',
    what: 'Istirahat yang dimulai dalam periode ini. Yang dilanjutkan setelah koneksi terputus dihitung sekali.',
  },
  break_seconds: {
    name: 'Waktu istirahat',
    what: 'Total durasi istirahat yang dimulai dalam periode ini, termasuk waktu setelah periode berakhir.',
  },
  mean_break_seconds: {
    name: 'Rata-rata istirahat',
    what: 'Waktu istirahat dibagi jumlah istirahat.',
  },
  longest_break_seconds: { name: 'Istirahat terlama', what: 'Satu istirahat yang paling lama.' },
  paid_break_seconds: {
    name: 'Istirahat dibayar',
    what: 'Waktu istirahat dengan alasan yang ditandai dibayar.',
  },
  breaks_over_limit: {
    name: 'Melebihi batas',
    what: 'Istirahat yang lebih lama dari batas alasannya.',
  },
  over_limit_seconds: {
    name: 'Kelebihan waktu',
    what: 'Total kelebihan waktu istirahat tersebut dari batasnya.',
  },
  signed_in_seconds: {
    name: 'Masuk',
    what: 'Waktu dalam semua aktivitas kecuali Offline. Semua kolom waktu lain berjumlah sama dengan ini.',
  },
  ready_seconds: { name: 'Siap', what: 'Waktu dalam aktivitas Siap.' },
  messages_only_seconds: { name: 'Hanya pesan', what: 'Waktu dalam aktivitas Hanya pesan.' },
  on_break_seconds: { name: 'Istirahat', what: 'Waktu istirahat di dalam periode ini.' },
  ringing_seconds: { name: 'Berdering', what: 'Waktu saat panggilan telepon berdering.' },
  in_call_seconds: { name: 'Panggilan telepon', what: 'Waktu dalam panggilan telepon.' },
  in_room_call_seconds: { name: 'Panggilan web', what: 'Waktu dalam panggilan suara dan video dari web.' },
  after_call_seconds: {
    name: 'Pascapanggilan',
    what: 'Waktu setelah panggilan, sampai Siap atau pascapanggilan berakhir.',
  },
  missed_call_seconds: {
    name: 'Panggilan tak terjawab',
    what: 'Waktu setelah panggilan tak terjawab, sampai agen Siap lagi.',
  },
  paid_seconds: { name: 'Waktu dibayar', what: 'Waktu masuk tanpa istirahat yang tidak dibayar.' },
  closed_by_system: {
    name: 'Koneksi terputus',
    what: 'Berapa kali koneksi terputus; aktivitas lalu berakhir saat agen terakhir terlihat.',
  },
  corrected_seconds: { name: 'Dikoreksi', what: 'Waktu yang dikoreksi supervisor.' },
  calls_offered: {
    name: 'Masuk',
    what: 'Panggilan masuk yang melewati menu: ke antrean, atau ke telepon agen. Menurut saat tiba di sana.',
  },
  calls_answered: {
    name: 'Dijawab',
    what: 'Panggilan masuk yang dijawab agen. Dihitung untuk yang pertama menjawab.',
  },
  calls_abandoned: {
    name: 'Ditinggalkan',
    what: 'Panggilan masuk yang ditutup penelepon sebelum dijawab. Yang ditinggalkan singkat tidak termasuk.',
  },
  calls_short_abandoned: {
    name: 'Ditinggalkan singkat',
    what: 'Penelepon yang menutup telepon dalam batas panggilan ditinggalkan singkat. Tidak dihitung sebagai ditinggalkan.',
  },
  calls_left: {
    name: 'Pesan atau telepon balik',
    what: 'Penelepon yang meninggalkan pesan atau minta telepon balik.',
  },
  calls_waiting: { name: 'Masih menunggu', what: 'Panggilan yang sedang menunggu saat ini.' },
  service_level_ratio: {
    name: 'Tingkat layanan',
    what: 'Dijawab dalam target ÷ (masuk − ditinggalkan singkat − pesan atau telepon balik). Yang menunggu melebihi target sudah terlambat.',
  },
  abandonment_ratio: {
    name: 'Tingkat ditinggalkan',
    what: 'Ditinggalkan ÷ (masuk − ditinggalkan singkat − pesan atau telepon balik).',
  },
  answer_mean_seconds: {
    name: 'Kecepatan jawab, rata-rata',
    what: 'Dari masuk antrean sampai dijawab agen, untuk panggilan yang dijawab.',
  },
  answer_p90_seconds: {
    name: 'Kecepatan jawab, 90%',
    what: 'Sembilan dari sepuluh panggilan yang dijawab menunggu tidak lebih lama dari ini (peringkat terdekat).',
  },
  longest_wait_seconds: {
    name: 'Menunggu terlama',
    what: 'Waktu tunggu terlama dari panggilan masuk, dijawab atau tidak.',
  },
  calls_in_menu: {
    name: 'Berakhir di menu',
    what: 'Panggilan masuk yang berakhir sebelum sampai ke antrean atau telepon.',
  },
  calls_handled: {
    name: 'Ditangani',
    what: 'Panggilan yang dibicarakan agen, menurut saat semua pekerjaannya selesai. Panggilan yang dialihkan dihitung sekali untuk tiap agen, sekali dalam total.',
  },
  talk_seconds: { name: 'Bicara', what: 'Waktu percakapan tanpa ditahan, dipotong di tepi baris.' },
  hold_seconds: { name: 'Ditahan', what: 'Waktu lawan bicara ditahan.' },
  wrap_up_seconds: {
    name: 'Pascapanggilan',
    what: 'Pekerjaan setelah panggilan, dari akhir panggilan sampai aktivitas berikutnya.',
  },
  handle_seconds: {
    name: 'Waktu penanganan',
    what: 'Bicara, ditahan, dan pascapanggilan. Dering dan menunggu tidak termasuk.',
  },
  handle_mean_seconds: {
    name: 'Waktu penanganan, rata-rata',
    what: 'Semua bicara, ditahan, dan pascapanggilan dari panggilan yang selesai dalam periode ini, dibagi jumlahnya.',
  },
  calls_transferred: { name: 'Dialihkan', what: 'Berapa kali agen mengalihkan panggilan.' },
  outbound_calls: { name: 'Panggilan keluar', what: 'Panggilan ke pelanggan yang nomornya dihubungi.' },
  outbound_answered: { name: 'Keluar, dijawab', what: 'Panggilan keluar yang dijawab pelanggan.' },
  rings: { name: 'Dering', what: 'Berapa kali panggilan ditawarkan kepada agen.' },
  rings_missed: { name: 'Tak terjawab', what: 'Dering yang tidak diambil tepat waktu.' },
  rings_declined: { name: 'Ditolak', what: 'Dering yang ditolak agen.' },
  ratings: { name: 'Penilaian', what: 'Penilaian yang diberikan pelanggan dalam periode ini.' },
  rating_mean: {
    name: 'Penilaian, rata-rata',
    what: 'Rata-rata penilaian 1 sampai 5, menurut hari diberikan.',
  },
  ratings_asked: {
    name: 'Ditanyai',
    what: 'Panggilan dari web yang dijawab dan berakhir dalam periode ini: pelanggannya bisa menilai.',
  },
  rating_answered_ratio: {
    name: 'Tingkat respons',
    what: 'Berapa dari panggilan itu yang dinilai, kapan pun.',
  },
  csat_ratio: { name: 'CSAT', what: 'Penilaian 4 dan 5 ÷ semua penilaian, menurut hari diberikan.' },
  ratings_of_1: { name: 'Nilai 1', what: 'Penilaian 1 dari 5.' },
  ratings_of_2: { name: 'Nilai 2', what: 'Penilaian 2 dari 5.' },
  ratings_of_3: { name: 'Nilai 3', what: 'Penilaian 3 dari 5.' },
  ratings_of_4: { name: 'Nilai 4', what: 'Penilaian 4 dari 5.' },
  ratings_of_5: { name: 'Nilai 5', what: 'Penilaian 5 dari 5.' },
  conversations_handled: {
    name: 'Ditangani',
    what: 'Panggilan dan obrolan langsung yang selesai dalam periode ini. Yang dialihkan dihitung sekali untuk tiap agen, sekali dalam total.',
  },
  answered_from_queue: {
    name: 'Dijawab dari antrean',
    what: 'Panggilan dan obrolan yang pertama diambil agen, menurut saat masuk antrean.',
  },
  transfers_out: {
    name: 'Dialihkan keluar',
    what: 'Panggilan dan obrolan yang selesai dalam periode ini dan dialihkan ke orang lain, juga lewat antrean.',
  },
  transfers_in: { name: 'Dialihkan masuk', what: 'Diterima dari rekan.' },
  occupied_seconds: {
    name: 'Sibuk',
    what: 'Waktu dengan panggilan, pascapanggilan, atau obrolan langsung, dihitung sekali walau bersamaan.',
  },
  first_resolution_mean_seconds: {
    name: 'Penyelesaian pertama, rata-rata',
    what: 'Dari awal tiket sampai pertama diselesaikan.',
  },
  full_resolution_mean_seconds: {
    name: 'Penyelesaian akhir, rata-rata',
    what: 'Dari awal tiket sampai terakhir diselesaikan, jika masih selesai.',
  },
  open_time_mean_seconds: {
    name: 'Waktu terbuka, rata-rata',
    what: 'Sama, tanpa waktu saat tiket selesai atau tertunda.',
  },
  first_contact_ratio: {
    name: 'Selesai pada kontak pertama',
    what: 'Bagian dari tiket yang diselesaikan lebih dari 7 hari lalu dengan satu percakapan, tidak dibuka kembali, dan pelanggannya tidak membuka tiket lain dalam kategori itu selama 7 hari.',
  },
  one_touch_ratio: {
    name: 'Selesai dengan satu balasan',
    what: 'Bagian dari tiket selesai yang sebelumnya mendapat paling banyak satu pesan dari agen.',
  },
  utilisation_ratio: { name: 'Utilisasi', what: 'Sibuk ÷ masuk, termasuk istirahat.' },
  campaign_recipients: {
    name: 'Penerima',
    what: 'Semua yang dituju kampanye, masing-masing sekali per kampanye, menurut saat pesannya harus dikirim.',
  },
  campaign_sent: { name: 'Terkirim', what: 'Pesan yang diterima penyedia.' },
  campaign_delivered: { name: 'Tersampaikan', what: 'Pesan yang menurut penyedia sudah tersampaikan.' },
  campaign_delivered_ratio: { name: 'Sampai, bagian', what: 'Sampai ÷ terkirim.' },
  campaign_read: { name: 'Dibaca', what: 'Pesan yang dibaca, sejauh saluran memberitahukannya.' },
  campaign_read_ratio: { name: 'Dibaca, bagian', what: 'Dibaca ÷ sampai.' },
  campaign_replied: {
    name: 'Membalas',
    what: 'Penerima yang membalas di akun yang sama dalam waktu balasan kampanye.',
  },
  campaign_replied_ratio: { name: 'Membalas, bagian', what: 'Membalas ÷ sampai.' },
  campaign_failed: { name: 'Gagal', what: 'Pesan yang ditolak penyedia atau tidak bisa disampaikan.' },
  campaign_unsubscribed: {
    name: 'Berhenti berlangganan',
    what: 'Penerima yang berhenti berlangganan lewat pesan itu.',
  },
  bot_conversations: { name: 'Percakapan', what: 'Percakapan yang dijawab chatbot, menurut awalnya.' },
  bot_answers: { name: 'Jawaban', what: 'Pesan yang dikirim chatbot.' },
  bot_first_answer_mean_seconds: {
    name: 'Balasan pertama, rata-rata',
    what: 'Dari pesan pertama pelanggan sampai balasan pertama chatbot. Balasan otomatis tidak dihitung.',
  },
  bot_solved: {
    name: 'Diselesaikan chatbot',
    what: 'Percakapan yang berakhir selesai tanpa pesan dari agen.',
  },
  bot_solved_ratio: { name: 'Diselesaikan, bagian', what: 'Diselesaikan chatbot ÷ percakapan.' },
  bot_handed_over: { name: 'Diserahkan', what: 'Percakapan yang diserahkan chatbot kepada agen.' },
  bot_handed_over_ratio: { name: 'Diserahkan, bagian', what: 'Diserahkan ÷ percakapan.' },
  bot_left: {
    name: 'Ditinggalkan',
    what: 'Percakapan yang ditinggalkan pelanggan sebelum selesai dan sebelum ditangani agen.',
  },
  way_to_person_mean_seconds: {
    name: 'Sampai ke agen, rata-rata',
    what: 'Dari pesan pertama pelanggan sampai pesan pertama agen, termasuk waktu dengan chatbot.',
  },
  way_to_person_p90_seconds: {
    name: 'Sampai ke agen, 90%',
    what: 'Sembilan dari sepuluh pelanggan yang sampai ke agen tidak lebih lama dari ini (peringkat terdekat).',
  },
};

/** By metric code: a metric has the same name and definition wherever it is shown. */
export const metricWords = { ...agentMetricWords, ...ticketMetricWords, ...reportMetricWords };

export { reportWords } from './report-id.ts';
