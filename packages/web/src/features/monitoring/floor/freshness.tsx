import { useTranslation } from 'react-i18next';
import { clockTime, durationText } from '#shared/lib/format.ts';
import { useNow } from '#shared/lib/use-now.ts';
import type { LiveFloor } from './use-floor.ts';
import classes from './floor.module.css';

/** Shows whether the board is live or, if it is outdated, of what time it is. */
export function Freshness({ floor: { board, isOld } }: { floor: LiveFloor }) {
  const { t } = useTranslation('monitoring/floor');
  const now = useNow();
  const age = durationText(Math.max(0, (now - board.heardAt) / 1000));
  // Screen readers announce a change between live and outdated, but not the running time.
  return (
    <span className={classes['freshness']} data-old={isOld || undefined}>
      <span role="status">{t(isOld ? 'not-live' : 'live')}</span>
      <small>{isOld ? t('old', { time: clockTime(board.at), age }) : t('age', { age })}</small>
    </span>
  );
}
