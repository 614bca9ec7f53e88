import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './templates.en.ts';

const texts: TextsLike<typeof en> = {
  template: {
    variables: 'Sisipkan variabel',
    variable: {
      customer: { name: 'Nama pelanggan' },
      agent: { name: 'Nama agen' },
      ticket: { number: 'Nomor tiket' },
    },
    unknown: 'Tidak ada nilai untuk {{names}}: pelanggan akan membacanya apa adanya.',
    preview: 'Seperti yang dibaca pelanggan',
    ticket: 'Pada tiket',
    ticketHint: 'Menampilkan teks dengan isi tiket itu.',
    ticketPlaceholder: 'Nomor, perihal, atau pelanggan',
    noTicket: 'Tidak ada tiket seperti itu',
    'sample-customer': 'Rina Hartono',
    organisation: '‹nama organisasi›',
    nothing: 'Belum ada tulisan.',
  },
  languages: {
    title: 'Bahasa lain templat ini',
    written: 'Dalam {{language}}:',
    missing: 'Belum dalam {{language}}: pelanggannya mendapat teks ini, atau bahasa ruang kerja.',
  },
};

export default texts;
