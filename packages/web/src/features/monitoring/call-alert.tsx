import { IconBellRinging } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveTab } from '#shared/api/feed/active-tab.ts';
import { realtime } from '#shared/api/realtime.ts';
import { useSession } from '#shared/api/session.ts';
import { playSound } from '#shared/lib/sounds/sound.ts';
import { SOUNDS } from '#shared/lib/sounds/sounds.ts';
import { alertFor } from './alert.ts';
import classes from './bar-sign.module.css';

const NONE = { ivr_call: 0, queue_call: 0 };

/** Plays the alert sound for a supervisor while callers wait. */
export function CallAlert() {
  const { t } = useTranslation('monitoring');
  const { user } = useSession();
  const { isActive } = useActiveTab();
  const [told, setTold] = useState(NONE);
  useEffect(() => realtime.on('total-incoming-call', setTold), []);
  const count = alertFor(user, told);
  const isRinging = count > 0 && isActive;
  useEffect(() => {
    if (!isRinging) return undefined;
    playSound('waiting');
    const timer = setInterval(() => playSound('waiting'), SOUNDS.waiting.everyMs);
    return () => clearInterval(timer);
  }, [isRinging]);
  if (count === 0) return null;
  const says = t('alert', { count });
  return (
    <span role="status">
      <Link to="/monitoring" className={classes['sign']} title={says} aria-label={says}>
        <IconBellRinging size={16} stroke={1.75} aria-hidden />
        {count}
      </Link>
    </span>
  );
}
