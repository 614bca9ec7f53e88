import { slaState } from '#shared/lib/sla-state.ts';
import classes from './sla-ring.module.css';

type Props = { start: string; due: string; now: number; label: string; size?: number };

/** A ring that empties towards the due time: amber when little is left, red and full once overdue. */
export function SlaRing({ start, due, now, label, size = 16 }: Props) {
  const { share, state } = slaState({ start: Date.parse(start), due: Date.parse(due), now });
  const radius = size / 2 - 1.5;
  const length = 2 * Math.PI * radius;
  return (
    <svg
      className={classes['ring']}
      data-state={state}
      width={size}
      height={size}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <circle className={classes['track']} cx={size / 2} cy={size / 2} r={radius} />
      <circle
        className={classes['left']}
        cx={size / 2}
        cy={size / 2}
        r={radius}
        strokeDasharray={`${(state === 'breached' ? 1 : share) * length} ${length}`}
        transform={`rotate(-90 ${size / 2} ${size / 2})`}
      />
      {state === 'breached' && (
        <circle className={classes['core']} cx={size / 2} cy={size / 2} r={size / 8} />
      )}
    </svg>
  );
}
