import type { WordsOf } from './about.ts';

/** What macros and rules did. */
export const automationWords: WordsOf<'macro' | 'macro_undone' | 'automation'> = {
  macro: (event, { t, name }) => t('among.macro', { name, macro: event.name }),
  macro_undone: (event, { t, name }) => t('among.macro_undone', { name, macro: event.name }),
  automation: (event, { t }) => t('among.automation', { macro: event.name }),
};
