import type { TextsLike } from '#shared/lib/texts.ts';
import type english from './texts.en.ts';

const texts: TextsLike<typeof english> = {
  title: 'Telepon',
  new: 'Gateway baru',
  created: '“{{name}}” ditambahkan',
  discard: 'Buang',
  all: 'Semua gateway',
  intro: 'Hubungkan Asterisk atau FreePBX untuk melihat panggilan di tiket dan layar agen.',
  none: 'Belum ada gateway',
  'none-hint': 'Hubungkan Asterisk Anda untuk mulai melacak panggilan.',
  required: 'Bidang ini wajib diisi.',
  line: 'Umum',
  name: 'Nama',
  department: 'Departemen',
  'department-hint': 'Tiket dari panggilannya masuk ke departemen ini.',
  'after-call': 'Pascapanggilan, dalam detik',
  'after-call-hint':
    'Setelah itu agen kembali Siap. Jika kosong, waktu pascapanggilan departemen yang berlaku. 0: tanpa pascapanggilan.',
  'after-call-bad': 'Masukkan angka dari 0 sampai 3600.',
  'is-active': 'Gateway diaktifkan',
  reach: 'Koneksi',
  'reach-hint':
    'Antarmuka manajer (AMI) di manager.conf. Pengguna perlu read dan write untuk system, call, agent, user, dan reporting, serta write untuk config jika menu dan antrean diatur di sini.',
  host: 'Host',
  port: 'Port',
  'port-bad': 'Masukkan angka dari 1 sampai 65535.',
  tls: 'Terenkripsi (TLS)',
  'tls-hint': 'Diperlukan jika koneksi bisa disadap orang lain.',
  username: 'Nama pengguna',
  secret: 'Rahasia',
  'secret-hint': 'Disimpan terenkripsi dan tidak pernah ditampilkan lagi.',
  'secret-kept': 'Tersimpan. Isi yang baru untuk menggantinya.',
  'secret-show': 'Tampilkan atau sembunyikan',
  browser: 'Telepon di peramban',
  'browser-hint':
    'Agen dengan ekstensi bisa menelepon dari halaman ini. Memerlukan sorcery.conf di gateway; lihat dokumentasi.',
  'ws-url': 'Alamat WebSocket',
  'ws-url-hint':
    'Alamat yang dipakai server ini; peramban tidak menghubunginya. Kosongkan untuk menonaktifkan telepon di peramban.',
  'ws-url-bad': 'Masukkan alamat yang diawali ws:// atau wss://, misalnya wss://pbx.example.com:8089/ws.',
  'media-address': 'Alamat audio',
  'media-address-hint':
    'Alamat gateway yang terjangkau peramban. Jika kosong, alamat yang ditawarkannya yang dipakai.',
  'media-address-bad': 'Masukkan nama host atau alamat IP tanpa http:// atau spasi.',
  fetch: 'Panduan suara menu',
  'fetch-hint': 'Gateway mengunduh panduan suara menu dari server ini.',
  'server-url': 'Alamat server ini',
  'server-url-hint': 'Alamat server ini yang terjangkau gateway. Jika kosong, alamat publik yang dipakai.',
  'server-url-bad': 'Masukkan alamat yang diawali http:// atau https://, misalnya http://192.0.2.10:3000.',
  test: 'Uji koneksi',
  'test-hint': 'Menghubungkan dengan nilai yang diisi. Tidak ada yang disimpan.',
  'test-running': 'Menghubungkan…',
  'test-ok': 'Terhubung: Asterisk {{version}}.',
  'test-bad': 'Koneksi gagal.',
  'failing-since': 'Terputus {{when}}.',
  said: 'Jawaban gateway: {{said}}',
  health: { off: 'Nonaktif', starting: 'Menghubungkan', ok: 'Terhubung', failing: 'Tidak terhubung' },
  faults: {
    unreachable:
      'Gateway tidak menjawab. Periksa apakah Asterisk berjalan, manager.conf berisi enabled = yes, dan firewall tidak memblokir port. Untuk gateway di jaringan server sendiri, penyebabnya ditampilkan setelah pengelola server menambahkannya di PHONE_PRIVATE_HOSTS.',
    refused:
      'Gateway menolak proses masuk. Bandingkan nama pengguna dan rahasia dengan manager.conf, dan periksa apakah permit memuat alamat server ini.',
    lost: 'Koneksi terputus. Menghubungkan lagi.',
    late: 'Gateway tidak menjawab tepat waktu. Mencoba lagi.',
    failed: 'Gateway menolak perintah. Periksa izin pengguna di manager.conf.',
  },
  remove: {
    title: 'Hapus gateway ini',
    hint: 'Gateway yang punya riwayat panggilan hanya dinonaktifkan, agar asal panggilan tetap terlihat.',
    ask: '“{{name}}” berhenti membuat dan melacak panggilan. Jika punya riwayat panggilan, gateway dinonaktifkan dan dapat diaktifkan lagi; jika tidak, dihapus beserta rahasianya.',
    removed: '“{{name}}” dihapus',
    'switched-off': '“{{name}}” punya riwayat panggilan, jadi hanya dinonaktifkan',
  },
};

export default texts;
