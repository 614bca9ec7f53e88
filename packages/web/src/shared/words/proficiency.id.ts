import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './proficiency.en.ts';

const words: TextsLike<typeof en> = {
  1: 'Sedikit',
  2: 'Lumayan',
  3: 'Baik',
  4: 'Sangat baik',
  5: 'Sempurna',
};

export default words;
