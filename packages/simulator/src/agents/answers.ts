import type { Language } from '../world/scenario.ts';

/** What simulated agents write: during a conversation (`more`), and in their last reply (`last`). */
export const ANSWERS: Record<Language, { more: readonly string[]; last: readonly string[] }> = {
  en: {
    more: [
      'Thank you for writing. I am looking into it, one moment please.',
      'I have found your order. It has left our warehouse and should be with you within two days.',
      'I see. Could you tell me when you bought it?',
      'I have passed this on to my colleagues, and noted your wish.',
    ],
    last: [
      'That is arranged. Is there anything else I can do for you?',
      'Done. You will get a confirmation by e-mail. Have a good day!',
    ],
  },
  id: {
    more: [
      'Terima kasih sudah menghubungi kami. Saya cek dulu, mohon tunggu sebentar.',
      'Pesanannya sudah saya temukan. Paketnya sudah keluar dari gudang dan tiba paling lambat dua hari lagi.',
      'Baik. Boleh tahu kapan barangnya dibeli?',
      'Sudah saya teruskan ke rekan saya, dan permintaannya saya catat.',
    ],
    last: [
      'Sudah saya atur. Ada lagi yang bisa saya bantu?',
      'Sudah selesai. Konfirmasinya kami kirim lewat email. Semoga harinya menyenangkan!',
    ],
  },
};

const INDONESIAN =
  /\b(?:saya|bisa|tidak|kak|belum|mohon|tolong|pesanan|terima kasih|kalau|boleh|apa|sudah|ada|berapa|kapan|nggak|ya)\b/i;

/** Guesses the language of a customer's text, to reply in the same. Pure. */
export const languageOf = (text: string): Language => (INDONESIAN.test(text) ? 'id' : 'en');
