import type { RuleResult } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useTicketNames } from '#shared/tickets/names.ts';
import classes from './rules.module.css';

/** Lists what a rule did to a ticket, or would do. */
export function RuleResultLines({ work }: { work: RuleResult }) {
  const { t } = useTranslation('lists/rules');
  const { t: list } = useTranslation('lists');
  const names = useTicketNames();
  const { changes, did, skipped } = work;
  if (changes.length + did.length + skipped.length === 0) return null;
  return (
    <ul className={classes['work']}>
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          {t('change', {
            field: names.field(field),
            from: names.value(field, from),
            to: names.value(field, to),
          })}
        </li>
      ))}
      {did.map((deed) => (
        <li key={deed}>{t(`did.${deed}`)}</li>
      ))}
      {skipped.map(({ step, reason }) => (
        <li key={step} className={classes['left']}>
          {t('left-out', { step: list(`field.${step}`), reason: t(`reason.${reason}`) })}
        </li>
      ))}
    </ul>
  );
}
