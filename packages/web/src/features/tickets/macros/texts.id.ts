/** Words of macros on the ticket. */
const texts = {
  title: 'Jalankan makro',
  find: 'Cari makro',
  list: 'Makro',
  none: 'Tidak ada makro untuk tiket ini. Administrator membuatnya di pengaturan.',
  notFound: 'Makro tidak ditemukan.',
  preview: 'Yang dilakukannya',
  run: 'Jalankan',
  cancel: 'Batal',
  step: {
    reply: 'Mengisi kotak balasan: {{text}}',
    send: 'Langsung mengirim: {{text}}',
    note: 'Menambahkan catatan: {{text}}',
    status: 'Status: {{value}}',
    me: 'Menugaskannya kepada Anda',
    nobody: 'Tidak menugaskannya kepada siapa pun',
    person: 'Menugaskannya kepada {{value}}',
    move: 'Memindahkannya ke {{value}}',
    priority: 'Prioritas: {{value}}',
    type: 'Tipe: {{value}}',
    category: 'Kategori: {{value}}',
    tagsAdded: 'Menambahkan tag: {{value}}',
    tagsRemoved: 'Menghapus tag: {{value}}',
  },
  done: '“{{name}}” selesai dijalankan',
  doneSent: '“{{name}}” selesai dijalankan. Yang sudah terkirim tetap terkirim.',
  undo: 'Urungkan',
  undone: '“{{name}}” diurungkan',
  failed: 'Makro tidak bisa dijalankan. Tidak ada yang berubah.',
  forbidden: 'Level Anda tidak mengizinkan semua langkah makro ini. Tidak ada yang berubah.',
  stale: 'Tiket ini diubah orang lain. Periksa lalu coba lagi.',
  personGone: 'Orang yang diberi tiket oleh makro ini tidak bisa menerimanya lagi. Tidak ada yang berubah.',
  variablesLeft: 'Tidak dijalankan: balasannya menyebut hal yang belum dijawab di tiket ini: {{names}}.',
  personElsewhere:
    '{{name}} bukan dari departemen tiket ini, padahal makro ini memberikannya kepadanya. Tidak ada yang berubah.',
  mentioned:
    'Catatan makro ini menyebut seseorang yang tidak boleh melihat tiket ini atau sudah tidak ada. Tidak ada yang berubah.',
  notUndone: 'Tidak bisa diurungkan lagi: tiket sudah diubah sejak itu.',
};

export default texts;
