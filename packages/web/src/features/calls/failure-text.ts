import type { TFunction } from 'i18next';
import { reasonWords } from '#shared/api/api-error.ts';
import { languageStore } from '#shared/lib/language.ts';

/** Why a call broke off: in our words where we have some, else in those of the call library. */
export function failureText(t: TFunction<'calls'>, message: string): string {
  if (message === 'removed' || message === 'replaced') return t(`over.${message}`);
  return message || t('failed');
}

/**
 * Why the server refused a call. Its own sentence, which section 8 asks for, is English and shown only to people who read English;
 * null where the caller's own words count.
 */
export const refusalText = (error: Error): string | null =>
  reasonWords(error) ?? (languageStore.get() === 'en' && error.message !== '' ? error.message : null);
