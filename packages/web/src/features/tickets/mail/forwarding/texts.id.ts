import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  title: 'Teruskan email',
  text: 'Isi email',
  placeholder: 'Tulis sesuatu di atas email yang diteruskan…',
  quoted: 'Diteruskan di bawahnya: {{name}}, {{time}}',
  files: 'Lampiran yang diteruskan',
  nobody: 'Isi setidaknya satu penerima.',
  overfull: 'Hingga {{max}} berkas untuk satu email.',
  cancel: 'Batal',
  send: 'Teruskan',
  forwarded: 'Diteruskan kepada {{names}}',
  isForward: 'Email yang diteruskan',
};

export default texts;
