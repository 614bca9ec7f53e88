import { useTranslation } from 'react-i18next';
import classes from './skeletons.module.css';

/** A grey bar where a line of text will stand. */
export function Bone({ width = '100%', height = 10 }: { width?: number | string; height?: number }) {
  return <span className={classes['bone']} style={{ width, height }} aria-hidden />;
}

// Fixed, so that the bars do not jump when the skeleton is drawn again.
const WIDTHS = ['72%', '54%', '83%', '61%', '47%', '76%', '66%', '58%'];

type Props = { rows?: number; height?: number; avatar?: boolean };

/** Rows of a list that is on its way, in their final height. */
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
            <Bone width={WIDTHS[row % WIDTHS.length] ?? '60%'} />
            {height >= 52 && <Bone width={WIDTHS[(row + 3) % WIDTHS.length] ?? '50%'} height={8} />}
          </span>
        </div>
      ))}
    </div>
  );
}
