import { durationText } from '#shared/lib/format.ts';
import { useTranslation } from 'react-i18next';
import { authFailure } from './auth-failure.ts';

/** Returns the function that gives the sentence for a refusal, in the user's language. */
export function useFailureText(): (error: unknown) => string {
  const { t } = useTranslation('auth');
  return (error) => {
    const { key, seconds } = authFailure(error, navigator.onLine);
    return t(key, { wait: durationText(seconds ?? 0) });
  };
}
