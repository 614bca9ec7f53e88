import { IconPhone } from '@tabler/icons-react';
import type { Person } from '@trunkline/call-client';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import classes from './tile.module.css';

type Props = { person: Pick<Person, 'name' | 'role'>; size: number };

/** Shown for a participant without video. Of somebody on the telephone often only a number is known. */
export function ParticipantAvatar({ person: { name, role }, size }: Props) {
  if (role !== 'phone') return <Avatar name={name} size={size} />;
  return (
    <span className={classes['phone']} style={{ width: size, height: size }}>
      <IconPhone size={Math.round(size * 0.45)} stroke={1.75} aria-hidden />
    </span>
  );
}
