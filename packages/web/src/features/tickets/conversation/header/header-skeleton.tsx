import { SkeletonLine } from '#shared/ui/states/skeletons.tsx';
import classes from './ticket-header.module.css';

/** Placeholder of the header while the ticket loads. */
export function HeaderSkeleton() {
  return (
    <div className={classes['head']} aria-hidden>
      <div className={classes['row']}>
        <SkeletonLine width="42%" height={14} />
      </div>
      <div className={classes['facts']} style={{ height: 28, gap: 16, marginLeft: 0 }}>
        <SkeletonLine width={72} />
        <SkeletonLine width={56} />
        <SkeletonLine width={96} />
      </div>
    </div>
  );
}
