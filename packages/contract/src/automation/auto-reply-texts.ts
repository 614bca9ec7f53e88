import type { AutoReplies } from './auto-replies.ts';

/** The suggested replies of an account; all are off at first. */
export const SUGGESTED_REPLIES: AutoReplies = {
  welcome: {
    is_on: false,
    text: {
      en: 'Hello {{customer.first_name}}, thank you for writing to us. We will be with you shortly.',
      id: 'Halo {{customer.first_name}}, terima kasih sudah menghubungi kami. Kami akan segera membantu Anda.',
    },
  },
  out_of_hours: {
    is_on: false,
    text: {
      en: 'Hello {{customer.first_name}}, we are closed at the moment. We have your message and will answer it.\nWe are back on {{opens_at}}.',
      id: 'Halo {{customer.first_name}}, saat ini kami sedang tutup. Pesan Anda sudah kami terima dan akan kami balas.\nKami buka kembali pada {{opens_at}}.',
    },
  },
  holiday: {
    is_on: false,
    text: {
      en: 'Hello {{customer.first_name}}, today is a holiday. We have your message and will answer it.\nWe are back on {{opens_at}}.',
      id: 'Halo {{customer.first_name}}, hari ini kami libur. Pesan Anda sudah kami terima dan akan kami balas.\nKami buka kembali pada {{opens_at}}.',
    },
  },
  busy: {
    is_on: false,
    after_seconds: 60,
    text: {
      en: 'All our agents are busy at the moment. Thank you for your patience.\nYou are number {{position}} in the queue.\nThe wait is about {{expected_wait}}.',
      id: 'Saat ini kami semua sedang melayani pelanggan lain. Terima kasih sudah menunggu.\nAnda di urutan ke-{{position}}.\nPerkiraan waktu tunggu {{expected_wait}}.',
    },
  },
  idle: {
    is_on: false,
    after_minutes: 15,
    close_after_minutes: null,
    text: {
      en: 'Are you still there, {{customer.first_name}}? Write to us whenever you like.\nWithout a message from you we close this in {{closes_in}}.',
      id: 'Apakah Anda masih di sana, {{customer.first_name}}? Silakan tulis kapan saja.\nTanpa pesan dari Anda, percakapan ini kami tutup dalam {{closes_in}}.',
    },
  },
  closed: {
    is_on: false,
    text: {
      en: 'Your ticket {{ticket.number}} is solved. Thank you, {{customer.first_name}}. Write again if there is anything else.',
      id: 'Tiket Anda {{ticket.number}} sudah selesai. Terima kasih, {{customer.first_name}}. Tulis lagi jika masih ada yang perlu dibantu.',
    },
  },
};
