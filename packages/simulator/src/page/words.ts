import type { EntryView, PhoneView } from '../world/view.ts';

/** Everything that the page says. */
const EN = {
  title: 'Customers’ phones',
  about:
    'Customers of the demo workspace, who are not real. They write and answer by themselves; what you write goes out in their name, and from then on the phone is yours.',
  desk: 'Open the desk',
  language: 'Bahasa Indonesia',
  customers: 'Customers',
  nobody: 'Nobody has written yet',
  nobodyMore: 'Customers come by themselves after a while. Or take a phone of your own and write.',
  phones: 'Phones',
  choose: 'Choose a customer from the list to look at their phone.',
  newPhone: 'New phone',
  channel: 'Channel',
  name: 'Name',
  add: 'Add',
  gone: 'The simulator does not answer. This page goes on by itself once it is back.',
  thread: (name: string) => `Conversation of ${name}`,
  unread: (count: number) => `${count} unread`,
  yours: 'You write as this customer',
  byItself: 'Answers by itself until you write',
  offline: 'Offline',
  goOffline: 'Go offline',
  goOnline: 'Go online',
  read: 'Read',
  write: (name: string) => `Message as ${name}`,
  send: 'Send',
  photo: 'Photo',
  place: 'Place',
  contact: 'Contact',
  sticker: 'Sticker',
  voice: 'Voice note',
  story_mention: 'Story mention',
  odd: 'Odd message',
  edited: 'Edited',
  takenBack: 'Taken back',
  close: (name: string) => `Put the phone of ${name} away`,
  company: 'Company',
  picture: 'Picture',
  choices: 'Choices',
  failed: (why: string) => `That did not work: ${why}`,
  tooLarge: 'Pictures of up to 5 MB can be sent.',
  states: {
    sending: 'Sending…',
    waiting: 'Goes out once online',
    taken: 'Arrived at the company',
    failed: 'Was not taken',
    sent: 'Sent',
    delivered: 'Delivered',
    read: 'Read',
  },
};

type Words = typeof EN;

const ID: Words = {
  title: 'Ponsel pelanggan',
  about:
    'Pelanggan ruang kerja demo, bukan orang sungguhan. Mereka menulis dan menjawab sendiri; yang Anda tulis terkirim atas nama mereka, dan sejak itu ponselnya Anda yang pegang.',
  desk: 'Buka meja kerja',
  language: 'English',
  customers: 'Pelanggan',
  nobody: 'Belum ada yang menulis',
  nobodyMore: 'Sebentar lagi pelanggan datang sendiri. Atau ambil ponsel sendiri dan mulai menulis.',
  phones: 'Ponsel',
  choose: 'Pilih pelanggan dari daftar untuk melihat ponselnya.',
  newPhone: 'Ponsel baru',
  channel: 'Kanal',
  name: 'Nama',
  add: 'Tambah',
  gone: 'Simulator tidak menjawab. Halaman ini lanjut sendiri begitu simulator kembali.',
  thread: (name) => `Percakapan ${name}`,
  unread: (count) => `${count} belum dibaca`,
  yours: 'Anda menulis sebagai pelanggan ini',
  byItself: 'Menjawab sendiri sampai Anda menulis',
  offline: 'Luring',
  goOffline: 'Putuskan jaringan',
  goOnline: 'Sambungkan lagi',
  read: 'Baca',
  write: (name) => `Pesan sebagai ${name}`,
  send: 'Kirim',
  photo: 'Foto',
  place: 'Lokasi',
  contact: 'Kontak',
  sticker: 'Stiker',
  voice: 'Pesan suara',
  story_mention: 'Sebutan di story',
  odd: 'Pesan aneh',
  edited: 'Diedit',
  takenBack: 'Ditarik',
  close: (name) => `Simpan ponsel ${name}`,
  company: 'Perusahaan',
  picture: 'Gambar',
  choices: 'Pilihan',
  failed: (why) => `Tidak berhasil: ${why}`,
  tooLarge: 'Gambar yang bisa dikirim paling besar 5 MB.',
  states: {
    sending: 'Mengirim…',
    waiting: 'Terkirim begitu tersambung',
    taken: 'Sampai di perusahaan',
    failed: 'Tidak diterima',
    sent: 'Terkirim',
    delivered: 'Sampai',
    read: 'Dibaca',
  },
};

const KEPT_AS = 'trunkline.phones.language';
const ALL = { en: EN, id: ID };
export type PageLanguage = keyof typeof ALL;

/** As chosen here, else as the browser is set. */
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

/** How a message stands, in a word. */
export function stateOf({ from, state }: EntryView, isOnline: boolean): string {
  const { states } = words();
  if (from === 'company') return state === 'sending' ? states.sent : states[state];
  if (state === 'failed') return states.failed;
  if (state !== 'sending') return states.taken;
  return isOnline ? states.sending : states.waiting;
}
