import { ApiError } from '#shared/api/api-error.ts';
import { useTranslation } from 'react-i18next';

const KNOWN = [
  'set_up_already',
  'wrong_word',
  'too_many_requests',
  'offline',
  'invalid',
  'duplicate',
  'stale',
  'forbidden',
] as const;

/** Returns the function that gives the sentence for a refused step. */
export function useRefusal(): (error: unknown) => string {
  const { t } = useTranslation('first-run');
  return (error) => {
    const code = error instanceof ApiError ? error.code : undefined;
    if (error instanceof ApiError && code === 'weak_password') {
      const { reason, min_length: count } = error.details as { reason: string; min_length: number };
      return t(`weak.${reason}`, { count });
    }
    return t(`failed.${KNOWN.find((known) => known === code) ?? 'other'}`);
  };
}
