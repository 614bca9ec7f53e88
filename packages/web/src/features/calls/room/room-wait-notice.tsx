import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#shared/lib/store.ts';
import { stopwatchText } from '#shared/lib/format.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { HoldMusic } from '../picture/hold-music.tsx';
import { meeting } from '../meeting.ts';
import classes from './room-page.module.css';
import { useRoomWait, type GuestToken } from './use-room-wait.ts';

const MINUTE_S = 60;

/** Tells a guest, with music, that they are on hold or being transferred to another department. */
export function HoldOrTransferNotice({ entrance }: { entrance: GuestToken }) {
  const { t } = useTranslation('calls');
  const { isHeld, isIn, people } = useStore(meeting);
  const isAlone = isIn && people.every(({ isLocal }) => isLocal);
  const wait = useRoomWait(entrance, [isHeld, people.length]);
  if (isHeld) {
    return (
      <div className={classes['wait']} role="status">
        <p>{t('hold.you')}</p>
        <Since start={wait?.held_since ?? null} />
        <HoldMusic />
      </div>
    );
  }
  if (!isAlone || !wait?.moved_to) return null;
  const { moved_to: department, position, expected_wait: seconds } = wait;
  return (
    <div className={classes['wait']} role="status">
      <p dir="auto">{t('room.moved', { department })}</p>
      {position !== null && position > 1 && <p>{t('room.place', { position })}</p>}
      {seconds !== null && (
        <p>{t('room.expected', { count: Math.max(1, Math.round(seconds / MINUTE_S)) })}</p>
      )}
      <HoldMusic />
    </div>
  );
}

function Since({ start }: { start: string | null }) {
  const [shownAt] = useState(Date.now);
  const now = useNow();
  const from = start === null ? shownAt : Date.parse(start);
  // Hidden from screen readers, which would read out every second; the notice above is read once.
  return <p aria-hidden>{stopwatchText((now - from) / 1000)}</p>;
}
