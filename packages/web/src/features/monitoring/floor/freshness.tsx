import { useTranslation } from 'react-i18next';
import { clockTime, durationText } from '#shared/lib/format.ts';
import { useNow } from '#shared/lib/use-now.ts';
import type { Floor } from './use-floor.ts';
import classes from './floor.module.css';

/** Whether what is shown is of now; of an old board, of when. */
export function Freshness({ floor: { board, isOld } }: { floor: Floor }) {
  const { t } = useTranslation('monitoring/floor');
  const now = useNow();
  const age = durationText(Math.max(0, (now - board.heardAt) / 1000));
  // What counts on is not read out again and again; that it is live, or not, is.
  return (
    <span className={classes['freshness']} data-old={isOld || undefined}>
      <span role="status">{t(isOld ? 'not-live' : 'live')}</span>
      <small>{isOld ? t('old', { time: clockTime(board.at), age }) : t('age', { age })}</small>
    </span>
  );
}
