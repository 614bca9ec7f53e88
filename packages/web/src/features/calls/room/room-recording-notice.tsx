import { soundRecordingTone } from '@trunkline/call-client';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#shared/lib/store.ts';
import { meeting } from '../meeting.ts';
import classes from './room-page.module.css';
import { useRoomWait, type Entrance } from './use-room-wait.ts';

/** Whether one is recorded: said before one joins, and in the call, where a tone sounds when it begins. */
export function RoomRecordingNotice({ entrance, isIn }: { entrance: Entrance; isIn: boolean }) {
  const { t } = useTranslation('calls');
  const { isHeld, people } = useStore(meeting);
  const told = useRoomWait(entrance, isIn ? [isHeld, people.length] : [])?.recording ?? 'off';
  // The room knows of the hold before the server's answer is here, and what was told before does not hold any more.
  const now = isIn && isHeld && told === 'on' ? 'paused' : told;
  const isHeard = isIn && now === 'on';
  useEffect(() => {
    if (isHeard) soundRecordingTone();
  }, [isHeard]);
  return (
    <p className={classes['recorded']} role="status" data-recording={now}>
      {now !== 'off' && t(`recorded.you.${now}`)}
    </p>
  );
}
