import { SkeletonLine } from '#shared/ui/states/skeletons.tsx';
import classes from './details.module.css';

/** Placeholder of the details while the ticket loads. */
export function DetailsSkeleton() {
  return (
    <div className={classes['pane']} aria-hidden>
      {[3, 6, 2].map((lines, section) => (
        <div key={section} className={classes['section']}>
          <div className={classes['heading']}>
            <SkeletonLine width={72} />
          </div>
          {Array.from({ length: lines }, (_, line) => (
            <div key={line} style={{ display: 'flex', alignItems: 'center', height: 28 }}>
              <SkeletonLine width={`${46 + ((line * 23 + section * 11) % 40)}%`} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
