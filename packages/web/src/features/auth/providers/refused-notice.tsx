import { Notice } from '#shared/ui/states/notice.tsx';
import { PROVIDER_REFUSALS } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';

/** Tells why a sign-in by single sign-on failed. */
export function RefusedNotice({ why }: { why: string | undefined }) {
  const { t } = useTranslation('auth/providers');
  const known = PROVIDER_REFUSALS.find((one) => one === why);
  return known ? <Notice kind="failed">{t(`refused.${known}`)}</Notice> : null;
}
