import { useTranslation } from 'react-i18next';
import { dayOf, shortDate } from '#shared/lib/format.ts';
import classes from './day-line.module.css';

const DAY_MS = 86_400_000;

/** The line with the date where a new day begins. */
export function DayLine({ at }: { at: string }) {
  const { t } = useTranslation('tickets');
  const day = dayOf(at);
  const isToday = day === dayOf(Date.now());
  const isYesterday = day === dayOf(Date.now() - DAY_MS);
  return (
    <div className={classes['line']}>
      <span>{isToday ? t('timeline.today') : isYesterday ? t('timeline.yesterday') : shortDate(at)}</span>
    </div>
  );
}
