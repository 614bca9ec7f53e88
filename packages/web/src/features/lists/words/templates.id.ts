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
    unknown: 'Variabel tidak dikenal {{names}}. Perbaiki atau hapus: pelanggan akan melihatnya apa adanya.',
    preview: 'Pratinjau',
    ticket: 'Pratinjau dengan tiket',
    ticketHint: 'Mengisi nilai dari tiket ini.',
    ticketPlaceholder: 'Nomor, subjek, atau pelanggan',
    noTicket: 'Tiket tidak ditemukan',
    'sample-customer': 'Rina Hartono',
    organisation: '‹nama organisasi›',
    nothing: 'Belum ada teks.',
  },
  languages: {
    title: 'Bahasa lain templat ini',
    written: 'Dalam {{language}}:',
    missing: 'Belum ada dalam {{language}}: pelanggannya menerima teks ini, atau bahasa ruang kerja.',
  },
};

export default texts;
