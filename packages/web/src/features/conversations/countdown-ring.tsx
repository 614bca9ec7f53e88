import classes from './offer-card.module.css';

const RADIUS = 15;
const LENGTH = 2 * Math.PI * RADIUS;

/** The remaining time to decide, in seconds, within a ring that empties. */
export function CountdownRing({ share, seconds, label }: { share: number; seconds: number; label: string }) {
  return (
    <span className={classes['countdown']} role="timer" aria-label={label} title={label}>
      <svg width={36} height={36} viewBox="0 0 36 36" aria-hidden>
        <circle className={classes['track']} cx={18} cy={18} r={RADIUS} />
        <circle
          className={classes['left']}
          cx={18}
          cy={18}
          r={RADIUS}
          strokeDasharray={`${share * LENGTH} ${LENGTH}`}
          transform="rotate(-90 18 18)"
        />
      </svg>
      <span aria-hidden>{seconds}</span>
    </span>
  );
}
