import { number } from '#shared/lib/format.ts';
import { ERASED_KINDS, type ErasedCounts } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './privacy.module.css';

/** Lists how many records of each kind are erased, or would be. */
export function ErasedCountsList({ counts }: { counts: ErasedCounts }) {
  const { t } = useTranslation('shared/privacy');
  const some = ERASED_KINDS.filter((kind) => (counts[kind] ?? 0) > 0);
  if (some.length === 0) return <p className={classes['none']}>{t('nothing')}</p>;
  return (
    <ul className={classes['counts']}>
      {some.map((kind) => (
        <li key={kind}>{t(kind, { count: counts[kind] ?? 0, shown: number(counts[kind] ?? 0) })}</li>
      ))}
    </ul>
  );
}
