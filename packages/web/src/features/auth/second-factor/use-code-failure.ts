import { errorCode } from '#shared/api/api-error.ts';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../use-failure-text.ts';

const OWN = ['wrong_code', 'used_code', 'sign_in_expired', 'conflict', 'wrong_credentials'] as const;

/** Returns the function that gives the sentence for a refused code or password. */
export function useCodeFailure(): (error: unknown) => string {
  const { t } = useTranslation('auth/second-factor');
  const failureText = useFailureText();
  return (error) => {
    const own = OWN.find((code) => code === errorCode(error));
    return own ? t(`failed.${own}`) : failureText(error);
  };
}
