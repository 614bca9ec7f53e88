import type { TFunction } from 'i18next';

/** Why a call broke off: in our words where we have some, else in those of the library or the server. */
export function failureText(t: TFunction<'calls'>, message: string): string {
  if (message === 'removed' || message === 'replaced') return t(`over.${message}`);
  return message || t('failed');
}
