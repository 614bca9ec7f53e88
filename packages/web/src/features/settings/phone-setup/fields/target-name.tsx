import type { PhoneSetupItem, PhoneTarget } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { usePhonePeople } from '../api.ts';
import { nameOfTarget } from './target-words.ts';

/** The name of a target. */
export function TargetName({ target, items }: { target: PhoneTarget; items: readonly PhoneSetupItem[] }) {
  const { t } = useTranslation('settings/phone-setup');
  const { data: people = [] } = usePhonePeople();
  const name = nameOfTarget(target, items, people);
  if (target.to === 'person') return <bdi>{name || t('target.gone')}</bdi>;
  if (target.to === 'extension') return <bdi>{t('target.phone', { name })}</bdi>;
  return <bdi>{t(`target.${target.to}`, { name })}</bdi>;
}
