import { Notice } from '#shared/ui/states/notice.tsx';
import { PROVIDER_REFUSALS } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';

/** Why a sign-in by a provider came to nothing. */
export function RefusedNotice({ why }: { why: string | undefined }) {
  const { t } = useTranslation('auth/providers');
  const known = PROVIDER_REFUSALS.find((one) => one === why);
  return known ? <Notice kind="failed">{t(`refused.${known}`)}</Notice> : null;
}
