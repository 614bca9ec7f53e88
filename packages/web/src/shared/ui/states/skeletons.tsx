import { useTranslation } from 'react-i18next';
import classes from './skeletons.module.css';

/** A grey bar in place of a line of text that is loading. */
export function SkeletonLine({ width = '100%', height = 10 }: { width?: number | string; height?: number }) {
  return <span className={classes['bone']} style={{ width, height }} aria-hidden />;
}

// Fixed widths, so that the bars do not change when the skeleton renders again.
const WIDTHS = ['72%', '54%', '83%', '61%', '47%', '76%', '66%', '58%'];

type Props = { rows?: number; height?: number; avatar?: boolean };

/** Grey rows in place of a list that is loading, in their final height. */
export function Skeletons({ rows = 8, height = 36, avatar = false }: Props) {
  const { t } = useTranslation('shared');
  return (
    <div role="status" aria-label={t('loading')} className={classes['list']}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes['row']} style={{ height }}>
          {avatar && (
            <span
              className={classes['bone']}
              style={{ width: 28, height: 28, borderRadius: '50%' }}
              aria-hidden
            />
          )}
          <span className={classes['lines']}>
            <SkeletonLine width={WIDTHS[row % WIDTHS.length] ?? '60%'} />
            {height >= 52 && <SkeletonLine width={WIDTHS[(row + 3) % WIDTHS.length] ?? '50%'} height={8} />}
          </span>
        </div>
      ))}
    </div>
  );
}
