import { ApiError, errorCode } from '#shared/api/api-error.ts';
import { notGrantableDetails } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { someOf } from './some-of.ts';
import { useWords } from './use-words.ts';

const KNOWN = ['offline', 'invalid', 'duplicate', 'last_administrator', 'not_found'] as const;

/** Returns the function that gives the sentence for a refused save. */
export function useRefusal(): (error: unknown) => string {
  const { t } = useTranslation('people/levels');
  const words = useWords();
  return (error) => {
    const code = errorCode(error);
    if (code === 'not_grantable') {
      const details = notGrantableDetails.safeParse(error instanceof ApiError ? error.details : null);
      const { codes = [], visibility = null } = details.data ?? {};
      const missing = [
        ...codes.map(words.permission),
        ...(visibility ? [t(`visibility.${visibility}`)] : []),
      ];
      const { names, rest } = someOf(missing);
      return t('failure.not_grantable', { codes: rest > 0 ? t('and-more', { names, rest }) : names });
    }
    return t(`failure.${KNOWN.find((known) => known === code) ?? 'failed'}`);
  };
}
