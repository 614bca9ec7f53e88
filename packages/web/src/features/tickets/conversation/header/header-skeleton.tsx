import { Bone } from '#shared/ui/states/skeletons.tsx';
import classes from './ticket-header.module.css';

/** Placeholder of the header while the ticket loads. */
export function HeaderSkeleton() {
  return (
    <div className={classes['head']} aria-hidden>
      <div className={classes['row']}>
        <Bone width="42%" height={14} />
      </div>
      <div className={classes['facts']} style={{ height: 28, gap: 16, marginLeft: 0 }}>
        <Bone width={72} />
        <Bone width={56} />
        <Bone width={96} />
      </div>
    </div>
  );
}
