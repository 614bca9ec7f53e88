import type { TextsLike } from '../lib/texts.ts';
import type en from './texts.en.ts';

const texts: TextsLike<typeof en> = {
  copy: 'Salin',
  copied: 'Tersalin',
  refused: 'Peramban tidak mengizinkan penyalinan. Pilih teksnya, lalu salin dengan Ctrl+C.',
};

export default texts;
