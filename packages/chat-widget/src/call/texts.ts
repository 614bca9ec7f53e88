import type { Language } from '@trunkline/contract';

const en = {
  who: 'Your name, so that we know whom we talk to.',
  name: 'Name',
  nameMissing: 'Enter your name.',
  start: { voice: 'Call now', video: 'Call with video' },
  back: 'Back to the chat',
  connecting: 'Connecting…',
  recorded: 'This call may be recorded.',
  waiting: 'We are calling somebody for you.',
  place: (position: number) => `You are number ${position} in the queue.`,
  expected: (seconds: number) =>
    seconds < 90
      ? 'It usually takes about a minute.'
      : `It usually takes about ${Math.round(seconds / 60)} minutes.`,
  talking: (name: string) => `You are talking to ${name}`,
  joining: 'Somebody has picked up…',
  lost: 'The connection is gone. Trying again…',
  noMicrophone: 'We cannot hear you: allow the microphone in your browser.',
  mute: 'Mute the microphone',
  unmute: 'Switch the microphone on',
  cameraOn: 'Switch the camera on',
  cameraOff: 'Switch the camera off',
  hangUp: 'Hang up',
  own: 'Your picture',
  ended: 'The call has ended',
  unanswered: 'Nobody could pick up',
  unansweredText: 'We are sorry. Write to us in the chat, or try again a little later.',
  rate: 'How was the call?',
  stars: (count: number) => `${count} of 5`,
  comment: 'Would you like to add something?',
  sendRating: 'Send',
  thanks: 'Thank you.',
  again: 'Call again',
  failed: 'The call could not be connected. Check your internet and try again.',
  busy: 'You are in a call in another tab already.',
};

const id: typeof en = {
  who: 'Nama Anda, agar kami tahu dengan siapa kami berbicara.',
  name: 'Nama',
  nameMissing: 'Isi nama Anda.',
  start: { voice: 'Telepon sekarang', video: 'Telepon dengan video' },
  back: 'Kembali ke obrolan',
  connecting: 'Menyambungkan…',
  recorded: 'Panggilan ini dapat direkam.',
  waiting: 'Kami sedang memanggil seseorang untuk Anda.',
  place: (position) => `Anda nomor ${position} dalam antrean.`,
  expected: (seconds) =>
    seconds < 90 ? 'Biasanya sekitar satu menit.' : `Biasanya sekitar ${Math.round(seconds / 60)} menit.`,
  talking: (name) => `Anda berbicara dengan ${name}`,
  joining: 'Panggilan sudah dijawab…',
  lost: 'Sambungan terputus. Mencoba lagi…',
  noMicrophone: 'Kami tidak dapat mendengar Anda: izinkan mikrofon di peramban.',
  mute: 'Matikan mikrofon',
  unmute: 'Nyalakan mikrofon',
  cameraOn: 'Nyalakan kamera',
  cameraOff: 'Matikan kamera',
  hangUp: 'Tutup telepon',
  own: 'Gambar Anda',
  ended: 'Panggilan telah berakhir',
  unanswered: 'Tidak ada yang dapat menjawab',
  unansweredText: 'Mohon maaf. Tulis kepada kami di obrolan, atau coba lagi nanti.',
  rate: 'Bagaimana panggilannya?',
  stars: (count) => `${count} dari 5`,
  comment: 'Ingin menambahkan sesuatu?',
  sendRating: 'Kirim',
  thanks: 'Terima kasih.',
  again: 'Telepon lagi',
  failed: 'Panggilan tidak dapat tersambung. Periksa internet Anda dan coba lagi.',
  busy: 'Anda sedang menelepon di tab lain.',
};

/** The sentences of calls; they load with them. */
export const CALL_TEXTS: Record<Language, typeof en> = { en, id };
export type CallTexts = typeof en;
