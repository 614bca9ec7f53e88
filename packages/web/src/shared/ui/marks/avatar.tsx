import { initials } from '#shared/lib/initials.ts';
import classes from './avatar.module.css';

type Props = { name: string; size?: number; label?: boolean };

// The initials are drawn by CSS: as text they would be read out by screen readers and found by searches.
/** A person's initials in a circle. `label` is false where the name stands beside it. */
export function Avatar({ name, size = 28, label = false }: Props) {
  return (
    <span
      className={classes['avatar']}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.39) }}
      data-initials={initials(name)}
      {...(label ? { role: 'img', 'aria-label': name, title: name } : { 'aria-hidden': true })}
    />
  );
}
