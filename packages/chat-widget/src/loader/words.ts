import type { Language } from '@trunkline/contract';

type Words = {
  open: (title: string, unread: number) => string;
  close: string;
  failed: string;
  retry: string;
};

export const WORDS: Record<Language, Words> = {
  en: {
    open: (title, unread) => `Open chat: ${title}${unread ? `, ${unread} unread` : ''}`,
    close: 'Minimize chat',
    failed: 'The chat could not be loaded. Check your connection.',
    retry: 'Try again',
  },
  id: {
    open: (title, unread) => `Buka obrolan: ${title}${unread ? `, ${unread} belum dibaca` : ''}`,
    close: 'Ciutkan obrolan',
    failed: 'Obrolan tidak dapat dimuat. Periksa koneksi Anda.',
    retry: 'Coba lagi',
  },
};
