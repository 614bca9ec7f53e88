import type { TFunction } from 'i18next';
import { reasonWords } from '#shared/api/api-error.ts';
import { languageStore } from '#shared/lib/language.ts';

/** Returns why a call broke off: in our words where we have some, else in the call library's. */
export function failureText(t: TFunction<'calls'>, message: string): string {
  if (message === 'removed' || message === 'replaced') return t(`over.${message}`);
  return message || t('failed');
}

/**
 * Returns why the server refused a call. The server's own sentence, which section 8 asks for, is English and shown only
 * to users who read English; null where the caller shows a sentence of its own.
 */
export const refusalText = (error: Error): string | null =>
  reasonWords(error) ?? (languageStore.get() === 'en' && error.message !== '' ? error.message : null);
