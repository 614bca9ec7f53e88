import type { TextsLike } from '#shared/lib/texts.ts';
import type english from './texts.en.ts';

const texts: TextsLike<typeof english> = {
  title: 'Telepon',
  new: 'Gateway baru',
  created: '“{{name}}” tersambung',
  discard: 'Buang',
  all: 'Semua gateway',
  intro:
    'Gateway telepon adalah Asterisk atau FreePBX: panggilannya masuk ke tiket dan layar agen, dengan siapa berbicara dengan siapa dan berapa lama.',
  none: 'Belum ada telepon',
  'none-hint': 'Sambungkan Asterisk Anda, dan panggilannya diikuti sejak saat itu.',
  required: 'Ini harus diisi.',
  line: 'Saluran',
  name: 'Nama',
  department: 'Departemen',
  'department-hint': 'Pemilik tiket dari panggilannya.',
  'after-call': 'Pekerjaan setelah panggilan, dalam detik',
  'after-call-hint':
    'Untuk hal yang tersisa setelah panggilan; sesudahnya agen siap dengan sendirinya. Kosong: selama waktu pascapanggilan departemennya. 0: tidak ada.',
  'after-call-bad': 'Dari 0 sampai 3600.',
  'is-active': 'Ikuti panggilannya',
  reach: 'Tempatnya',
  'reach-hint':
    'Antarmuka manajernya (AMI), seperti di manager.conf. Penggunanya membaca dan menulis system, call, agent, user, dan reporting, serta menulis config jika menu dan antrean diatur di sini.',
  host: 'Host',
  port: 'Port',
  'port-bad': 'Dari 1 sampai 65535.',
  tls: 'Terenkripsi (TLS)',
  'tls-hint': 'Diperlukan bila orang lain bisa menyadap di jalannya.',
  username: 'Pengguna',
  secret: 'Rahasia',
  'secret-hint': 'Disimpan terenkripsi, dan tidak diperlihatkan kepada siapa pun.',
  'secret-kept': 'Tersimpan. Ketik yang lain untuk menggantinya.',
  'secret-show': 'Perlihatkan atau sembunyikan yang diketik',
  browser: 'Telepon di peramban',
  'browser-hint':
    'Agen yang punya ekstensi menelepon dari halaman ini. Gateway mencari telepon mereka di basis datanya: sorcery.conf, seperti di dokumentasi.',
  'ws-url': 'Alamat WebSocket',
  'ws-url-hint':
    'Sebagaimana server ini menjangkaunya; peramban tidak. Kosong: tidak ada telepon di peramban.',
  'ws-url-bad': 'Diawali ws:// atau wss://, seperti wss://pbx.example.com:8089/ws.',
  'media-address': 'Alamat untuk suara',
  'media-address-hint':
    'Alamat milik gateway yang dapat dijangkau peramban. Kosong: mana pun yang ditawarkannya.',
  'media-address-bad': 'Hanya alamat atau namanya, tanpa http:// dan spasi.',
  fetch: 'Suara menu',
  'fetch-hint': 'Apa yang didengar penelepon di menu yang diatur di sini diambil gateway dari server ini.',
  'server-url': 'Alamat server ini',
  'server-url-hint': 'Seperti gateway menjangkaunya. Kosong: alamat yang dipakai peramban.',
  'server-url-bad': 'Diawali http:// atau https://, seperti http://192.0.2.10:3000.',
  test: 'Coba',
  'test-hint': 'Menyambung dan masuk dengan yang diketik. Tidak ada yang disimpan.',
  'test-running': 'Menyambung…',
  'test-ok': 'Berhasil: Asterisk {{version}}.',
  'test-bad': 'Itu tidak berhasil.',
  'failing-since': 'Tidak tersambung sejak {{when}}.',
  said: 'Katanya: {{said}}',
  health: { off: 'Mati', starting: 'Menyambung', ok: 'Tersambung', failing: 'Tidak tersambung' },
  faults: {
    unreachable:
      'Tidak ada yang menjawab di sana. Periksa apakah Asterisk berjalan, apakah manager.conf berisi enabled = yes, dan apakah ada firewall di antaranya.',
    refused:
      'Kami tidak diterima. Bandingkan pengguna dan rahasia dengan manager.conf, dan periksa apakah permit mengizinkan alamat server ini.',
    lost: 'Sambungan terputus. Dicoba lagi dengan sendirinya.',
    late: 'Tidak dijawab tepat waktu. Dicoba lagi dengan sendirinya.',
    failed: 'Permintaan kami ditolak. Mungkin penggunanya kurang hak di manager.conf.',
  },
  remove: {
    title: 'Hapus gerbang ini',
    hint: 'Yang panggilannya tercatat hanya dimatikan: catatannya menunjukkan asalnya.',
    ask: 'Panggilan lewat “{{name}}” tidak diikuti dan tidak dibuat lagi. Jika tak satu pun panggilannya tercatat, gerbang hilang beserta rahasianya; jika ada, gerbang dimatikan dan dapat dinyalakan lagi.',
    removed: '“{{name}}” dihapus',
    'switched-off': '“{{name}}” punya panggilan tercatat, jadi dimatikan saja',
  },
};

export default texts;
