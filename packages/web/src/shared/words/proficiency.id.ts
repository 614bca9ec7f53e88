import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './proficiency.en.ts';

const words: TextsLike<typeof en> = {
  1: 'Dasar (1/5)',
  2: 'Cukup (2/5)',
  3: 'Baik (3/5)',
  4: 'Sangat baik (4/5)',
  5: 'Fasih (5/5)',
};

export default words;
