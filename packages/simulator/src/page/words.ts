import type { EntryView, PhoneView } from '../world/view.ts';

/** All texts of the page. */
const EN = {
  title: 'Customers’ phones',
  about:
    'Simulated customers of the demo workspace. They write and reply automatically. Once you write as one of them, only you write on that phone.',
  desk: 'Open Trunkline',
  providers: 'Providers',
  language: 'Bahasa Indonesia',
  customers: 'Customers',
  nobody: 'No customers yet',
  nobodyMore: 'Customers write after a while. Or add a phone and write yourself.',
  phones: 'Phones',
  choose: 'Select a customer from the list to see their phone.',
  newPhone: 'New phone',
  channel: 'Channel',
  name: 'Name',
  add: 'Add',
  gone: 'The simulator does not answer. This page continues as soon as it is back.',
  thread: (name: string) => `Conversation of ${name}`,
  unread: (count: number) => `${count} unread`,
  yours: 'You write as this customer',
  byItself: 'Replies automatically until you write',
  offline: 'Offline',
  goOffline: 'Go offline',
  goOnline: 'Go online',
  read: 'Read',
  write: (name: string) => `Message as ${name}`,
  send: 'Send',
  photo: 'Photo',
  place: 'Location',
  contact: 'Contact',
  sticker: 'Sticker',
  voice: 'Voice message',
  story_mention: 'Story mention',
  odd: 'Unsupported message',
  edited: 'Edited',
  takenBack: 'Deleted',
  close: (name: string) => `Close the phone of ${name}`,
  company: 'Company',
  picture: 'Picture',
  choices: 'Options',
  failed: (why: string) => `Something went wrong: ${why}`,
  tooLarge: 'Pictures can have up to 5 MB.',
  states: {
    sending: 'Sending…',
    waiting: 'Will be sent when online',
    taken: 'Received by the company',
    failed: 'Rejected by the company',
    sent: 'Sent',
    delivered: 'Delivered',
    read: 'Read',
  },
};

type Words = typeof EN;

const ID: Words = {
  title: 'Ponsel pelanggan',
  about:
    'Pelanggan simulasi di ruang kerja demo. Mereka menulis dan membalas otomatis. Setelah Anda menulis sebagai salah satunya, hanya Anda yang menulis di ponsel itu.',
  desk: 'Buka Trunkline',
  providers: 'Penyedia',
  language: 'English',
  customers: 'Pelanggan',
  nobody: 'Belum ada pelanggan',
  nobodyMore: 'Pelanggan menulis sebentar lagi. Atau tambahkan ponsel dan tulis sendiri.',
  phones: 'Ponsel',
  choose: 'Pilih pelanggan dari daftar untuk melihat ponselnya.',
  newPhone: 'Ponsel baru',
  channel: 'Saluran',
  name: 'Nama',
  add: 'Tambah',
  gone: 'Simulator tidak menjawab. Halaman ini berlanjut setelah simulator kembali.',
  thread: (name) => `Percakapan ${name}`,
  unread: (count) => `${count} belum dibaca`,
  yours: 'Anda menulis sebagai pelanggan ini',
  byItself: 'Membalas otomatis sampai Anda menulis',
  offline: 'Offline',
  goOffline: 'Jadikan offline',
  goOnline: 'Jadikan online',
  read: 'Baca',
  write: (name) => `Pesan sebagai ${name}`,
  send: 'Kirim',
  photo: 'Foto',
  place: 'Lokasi',
  contact: 'Kontak',
  sticker: 'Stiker',
  voice: 'Pesan suara',
  story_mention: 'Sebutan di cerita',
  odd: 'Pesan tak didukung',
  edited: 'Diedit',
  takenBack: 'Dihapus',
  close: (name) => `Tutup ponsel ${name}`,
  company: 'Perusahaan',
  picture: 'Gambar',
  choices: 'Pilihan',
  failed: (why) => `Terjadi kesalahan: ${why}`,
  tooLarge: 'Gambar paling besar 5 MB.',
  states: {
    sending: 'Mengirim…',
    waiting: 'Dikirim setelah online',
    taken: 'Diterima perusahaan',
    failed: 'Ditolak perusahaan',
    sent: 'Terkirim',
    delivered: 'Tersampaikan',
    read: 'Dibaca',
  },
};

const KEPT_AS = 'trunkline.phones.language';
const ALL = { en: EN, id: ID };
export type PageLanguage = keyof typeof ALL;

/** Returns the language chosen on this page, or else the browser's. */
export function languageNow(): PageLanguage {
  const wanted = localStorage.getItem(KEPT_AS) ?? navigator.language;
  return wanted.toLowerCase().startsWith('id') ? 'id' : 'en';
}

export const keepLanguage = (language: PageLanguage): void => localStorage.setItem(KEPT_AS, language);
export const words = (): Words => ALL[languageNow()];

export const CHANNELS: Record<PhoneView['channel'], string> = {
  whatsapp: 'WhatsApp',
  sms: 'SMS',
  operator: 'SMS (operator)',
  messenger: 'Messenger',
  instagram: 'Instagram',
  livechat: 'Live chat',
  email: 'E-mail',
  form: 'Web form',
};

/** Returns the state of a message as a word. */
export function stateOf({ from, state }: EntryView, isOnline: boolean): string {
  const { states } = words();
  if (from === 'company') return state === 'sending' ? states.sent : states[state];
  if (state === 'failed') return states.failed;
  if (state !== 'sending') return states.taken;
  return isOnline ? states.sending : states.waiting;
}
