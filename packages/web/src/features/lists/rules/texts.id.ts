import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

/** Kata-kata aturan otomatisasi: mencobanya, dan apa yang dilakukannya. */
const texts: TextsLike<typeof en> = {
  conditions: {
    none: 'Semua tiket.',
    edit: 'Pilih',
    'edit-of': '{{name}}: pilih',
    apply: 'Pakai ini',
  },
  try: {
    title: 'Coba pada tiket lama',
    days: 'Tiket dari',
    day_one: '{{count}} hari terakhir',
    day_other: '{{count}} hari terakhir',
    run: 'Coba',
    hint: 'Tidak ada yang diubah: hanya terlihat tiket mana yang cocok sekarang, dan apa yang akan dilakukan.',
    'not-ready': 'Isi aturannya dahulu.',
    old: 'Aturannya sudah berubah. Coba lagi.',
    matched: 'Cocok dengan {{matched}} dari {{looked}} tiket.',
    newest: 'Hanya yang terbaru yang diperiksa.',
    failed: 'Tidak berhasil. Coba lagi sebentar lagi, atau dengan hari yang lebih sedikit.',
  },
  runs: {
    title: 'Yang dilakukan aturan',
    empty: 'Belum ada',
    'empty-hint':
      'Apa yang dilakukan aturan, serta apa yang dilewati dan mengapa, tercatat di sini selama 90 hari.',
    more: 'Yang lebih lama',
    hidden: 'Tiket yang tidak boleh Anda lihat',
  },
  outcome: {
    nothing: 'Semuanya sudah begitu, atau tidak dapat dilakukan.',
    stopped:
      'Dihentikan: sudah berjalan 20 kali dalam satu jam pada tiket ini, dan tampaknya berputar-putar.',
    failed: 'Gagal, dan dihentikan setelah beberapa kali dicoba.',
  },
  change: '{{field}}: {{from}} → {{to}}',
  did: {
    replied: 'Jawaban kepada pelanggan',
    noted: 'Catatan internal',
    queued: 'Diberikan kepada yang tersedia',
    told: 'Seseorang diberi tahu',
    followed: 'Seseorang mengikutinya',
  },
  'left-out': 'Dilewati: {{step}}. {{reason}}',
  reason: {
    gone: 'Tidak dipakai lagi.',
    person_gone: 'Orang ini tidak lagi menangani tiket.',
    person_elsewhere: 'Orang ini bukan dari departemen tiket.',
    cannot_see: 'Orang ini tidak boleh melihat tiketnya.',
    nobody: 'Tidak ada yang memegang tiketnya.',
    too_many_tags: 'Tag pada tiket akan terlalu banyak.',
    no_conversation: 'Tidak ada percakapan untuk menjawab.',
    refused: 'Pelanggan tidak mau menerima pesan lagi.',
    automatic: 'Pesan terakhir berasal dari mesin.',
    too_often: 'Pelanggan ini sudah cukup mendapat jawaban otomatis dalam satu jam ini.',
    cannot_send: 'Sekarang tidak dapat dikirim di kanal ini, atau ada variabel yang belum terisi.',
  },
  gone: 'Menyebut yang tidak dipakai lagi: {{steps}}',
};

export default texts;
