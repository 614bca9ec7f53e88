import type en from './list.en.ts';

const texts: typeof en = {
  where: {
    apply: 'Tampilkan tiket',
    none: 'Semua tiket dari tampilan ini terlihat. Tambahkan syarat untuk mempersempitnya.',
    keys: 'Saring daftar',
    me: 'Saya',
    names: {
      status: 'Status',
      department_id: 'Departemen',
      assignee_id: 'Agen',
      priority_id: 'Prioritas',
      type_id: 'Jenis',
      category_id: 'Kategori',
      subcategory_id: 'Subkategori',
      caller_type_id: 'Jenis penelepon',
      media_id: 'Kanal',
      tags: 'Label',
      customer_id: 'Pelanggan',
      subject: 'Perihal',
      number: 'Nomor',
      created_at: 'Dibuat',
      last_message_at: 'Pesan terakhir',
      waiting_since: 'Menunggu sejak',
      solved_at: 'Selesai',
      sla_due_at: 'Tenggat berikutnya',
      is_unsent: 'Email tidak terkirim',
      unread: 'Pesan belum dibaca',
    },
  },
};

export default texts;
