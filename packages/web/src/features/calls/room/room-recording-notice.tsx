import { soundRecordingTone } from '@trunkline/call-client';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#shared/lib/store.ts';
import { meeting } from '../meeting.ts';
import classes from './room-page.module.css';
import { useRoomWait, type GuestToken } from './use-room-wait.ts';

/** Tells guests whether they are recorded, before they join and during the call, with a tone when the recording begins. */
export function RoomRecordingNotice({ entrance, isIn }: { entrance: GuestToken; isIn: boolean }) {
  const { t } = useTranslation('calls');
  const { isHeld, people } = useStore(meeting);
  const told = useRoomWait(entrance, isIn ? [isHeld, people.length] : [])?.recording ?? 'off';
  // The room reports a hold before the server's answer arrives, which is outdated until then.
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
