import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

/** Texts of automation rules: testing them, and their activity log. */
const texts: TextsLike<typeof en> = {
  conditions: {
    none: 'Semua tiket',
    edit: 'Ubah',
    'edit-of': '{{name}}: ubah',
    apply: 'Terapkan',
  },
  try: {
    title: 'Uji pada tiket lama',
    days: 'Tiket dari',
    day_one: '{{count}} hari terakhir',
    day_other: '{{count}} hari terakhir',
    run: 'Uji aturan',
    hint: 'Menampilkan tiket yang cocok sekarang dan apa yang akan dilakukan. Tidak ada yang diubah.',
    'not-ready': 'Lengkapi aturannya dulu.',
    old: 'Aturannya sudah berubah. Uji lagi.',
    matched: '{{matched}} dari {{looked}} tiket cocok.',
    newest: 'Hanya tiket terbaru yang diperiksa.',
    failed: 'Pengujian gagal. Coba lagi sebentar lagi, atau dengan hari yang lebih sedikit.',
  },
  runs: {
    title: 'Log aktivitas',
    empty: 'Belum ada aktivitas',
    'empty-hint': 'Yang dilakukan atau dilewati tiap aturan, dan alasannya. Disimpan selama 90 hari.',
    more: 'Tampilkan yang lebih lama',
    hidden: 'Tiket yang tidak dapat Anda akses',
  },
  outcome: {
    nothing: 'Tanpa perubahan: sudah dilakukan atau tidak bisa dilakukan.',
    stopped: 'Dihentikan: berjalan 20 kali dalam satu jam pada tiket ini, mungkin perulangan.',
    failed: 'Gagal setelah beberapa percobaan.',
  },
  change: '{{field}}: {{from}} → {{to}}',
  did: {
    replied: 'Pelanggan dibalas',
    noted: 'Catatan internal ditambahkan',
    queued: 'Ditugaskan ke agen yang tersedia',
    told: 'Notifikasi dikirim',
    followed: 'Pengikut ditambahkan',
  },
  'left-out': 'Dilewati: {{step}}. {{reason}}',
  reason: {
    gone: 'Tidak dipakai lagi.',
    person_gone: 'Orang ini tidak lagi menangani tiket.',
    person_elsewhere: 'Orang ini bukan dari departemen tiket.',
    cannot_see: 'Orang ini tidak punya akses ke tiket.',
    nobody: 'Tiket tidak punya petugas.',
    too_many_tags: 'Tag pada tiket akan terlalu banyak.',
    no_conversation: 'Tidak ada percakapan untuk dibalas.',
    refused: 'Pelanggan tidak mau menerima pesan lagi.',
    automatic: 'Pesan terakhir bersifat otomatis.',
    too_often: 'Pelanggan mencapai batas balasan otomatis per jam.',
    cannot_send: 'Tidak dapat dikirim di saluran ini sekarang, atau ada variabel tanpa nilai.',
  },
  gone: 'Memakai yang sudah tidak ada: {{steps}}',
};

export default texts;
