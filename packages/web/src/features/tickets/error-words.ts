import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode, reasonWords } from '#shared/api/api-error.ts';
import texts from './texts.en.ts';

type ErrorTextKey = keyof typeof texts.error;

/** Returns the function that gives the sentence for a refusal: of its reason, otherwise of its code. */
export function useErrorWords(): (error: unknown) => string {
  const { t } = useTranslation('tickets');
  return useCallback((error) => reasonWords(error) ?? t(`error.${knownCode(errorCode(error))}`), [t]);
}

/** Returns the code if there is a sentence for it; others are shown as an internal error. */
export function knownCode(code: string): Exclude<ErrorTextKey, 'already_assigned_by'> {
  return Object.hasOwn(texts.error, code)
    ? (code as Exclude<ErrorTextKey, 'already_assigned_by'>)
    : 'internal';
}
