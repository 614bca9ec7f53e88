import type { WordsOf } from './event-context.ts';

/** Sentences for macros and automation rules. */
export const automationWords: WordsOf<'macro' | 'macro_undone' | 'automation'> = {
  macro: (event, { t, name }) => t('relations.macro', { name, macro: event.name }),
  macro_undone: (event, { t, name }) => t('relations.macro_undone', { name, macro: event.name }),
  automation: (event, { t }) => t('relations.automation', { macro: event.name }),
};
