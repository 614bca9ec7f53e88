import type en from './list.en.ts';

const texts: typeof en = {
  where: {
    apply: 'Tampilkan tiket',
    none: 'Tanpa filter. Tambahkan syarat untuk mempersempit tampilan.',
    keys: 'Filter daftar',
    me: 'Saya',
    names: {
      status: 'Status',
      department_id: 'Departemen',
      assignee_id: 'Petugas',
      priority_id: 'Prioritas',
      type_id: 'Tipe',
      category_id: 'Kategori',
      subcategory_id: 'Subkategori',
      caller_type_id: 'Tipe penelepon',
      media_id: 'Saluran',
      tags: 'Tag',
      customer_id: 'Pelanggan',
      subject: 'Subjek',
      number: 'Nomor',
      created_at: 'Dibuat',
      last_message_at: 'Pesan terakhir',
      waiting_since: 'Menunggu sejak',
      solved_at: 'Selesai',
      sla_due_at: 'Target SLA berikutnya',
      is_unsent: 'Belum terkirim',
      snoozed_until: 'Disisihkan sampai',
      unread: 'Pesan belum dibaca',
    },
  },
};

export default texts;
