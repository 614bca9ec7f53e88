import { initials } from '#shared/lib/initials.ts';
import classes from './avatar.module.css';

type Props = { name: string; size?: number; label?: boolean };

// The letters are drawn by the style: as text they would be read out and searched for as words.
/** A person's initials in a quiet circle. `label` false where the name stands beside. */
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
