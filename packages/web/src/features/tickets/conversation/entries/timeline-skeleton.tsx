import { useTranslation } from 'react-i18next';
import { SkeletonLine } from '#shared/ui/states/skeletons.tsx';
import classes from './timeline-skeleton.module.css';

const TURNS: readonly (readonly [side: 'left' | 'right', width: number, height: number])[] = [
  ['left', 320, 36],
  ['right', 380, 56],
  ['left', 220, 36],
  ['left', 400, 56],
  ['right', 300, 36],
];

/** Placeholder while a time line loads. */
export function TimelineSkeleton() {
  const { t } = useTranslation('shared');
  return (
    <div className={classes['turns']} role="status" aria-label={t('loading')}>
      {TURNS.map(([side, width, height], index) => (
        <span key={index} className={classes['turn']} data-side={side}>
          <SkeletonLine width={width} height={height} />
        </span>
      ))}
    </div>
  );
}
