import automation from './automation.id.ts';

/** Texts of macros; automation rules share their steps. */
const texts = {
  list: {
    title: 'Makro',
    new: 'Makro baru',
    hint: 'Beberapa tindakan pada tiket dalam satu langkah. Agen menjalankan makro dengan M.',
  },
  field: {
    ...automation.field,
    reply: 'Balasan',
    sends_at_once: 'Langsung kirim balasan',
    note: 'Catatan internal',
    status: 'Status tiket',
    assignee: 'Petugas',
    assign_to_id: 'Tugaskan kepada',
    move_to_id: 'Alihkan ke departemen',
    priority_id: 'Prioritas',
    tags_added: 'Tambahkan tag',
    tags_removed: 'Hapus tag',
  },
  hint: {
    department_id: 'Hanya untuk tiket departemen ini.',
    note: 'Yang disebut dengan @ diberi tahu setiap kali makro dijalankan.',
    assign_to_id: 'Seseorang dari departemen tiket. Kosongkan “Petugas”.',
    sends_at_once: 'Jika tidak, balasan menunggu di kotak balasan untuk diperiksa agen.',
    tags_added: 'Dipisahkan dengan koma.',
    tags_removed: 'Dipisahkan dengan koma.',
  },
  mention: { add: 'Sebut rekan kerja' },
  choice: {
    ...automation.choice,
    open: 'Terbuka',
    pending: 'Tertunda',
    on_hold: 'Ditahan',
    solved: 'Selesai',
    me: 'Agen yang menjalankan',
    none: 'Tanpa petugas',
  },
};

export default texts;
