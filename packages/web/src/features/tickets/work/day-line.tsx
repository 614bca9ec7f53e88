import { useTranslation } from 'react-i18next';
import { shortDate } from '#shared/lib/format.ts';
import classes from './day-line.module.css';

const DAY_MS = 86_400_000;

/** Where a new day begins. */
export function DayLine({ at }: { at: string }) {
  const { t } = useTranslation('tickets');
  const day = new Date(at).toDateString();
  const isToday = day === new Date().toDateString();
  const isYesterday = day === new Date(Date.now() - DAY_MS).toDateString();
  return (
    <div className={classes['line']}>
      <span>{isToday ? t('timeline.today') : isYesterday ? t('timeline.yesterday') : shortDate(at)}</span>
    </div>
  );
}
