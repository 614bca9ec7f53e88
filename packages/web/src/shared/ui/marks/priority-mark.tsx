import classes from './priority-mark.module.css';

const BARS = [4, 3, 2, 1];

/** Four bars that fill with urgency; rank 1 is the most urgent. The name is for screen readers, and visible with `label`. */
export function PriorityMark({ rank, name, label = false }: { rank: number; name: string; label?: boolean }) {
  return (
    <span className={classes['mark']} title={label ? undefined : name}>
      <span
        className={classes['bars']}
        data-urgent={rank === 1 || undefined}
        role="img"
        aria-label={label ? undefined : name}
        aria-hidden={label || undefined}
      >
        {BARS.map((bar) => (
          <span key={bar} data-on={bar >= rank || undefined} style={{ height: 3 + (4 - bar) * 3 }} />
        ))}
      </span>
      {label && name}
    </span>
  );
}
