import { IconVolumeOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownPhone } from '#shared/dialing/own-phone.ts';
import { useStore } from '#shared/lib/store.ts';
import { canPlaySound, playSound } from '#shared/lib/sounds/sound.ts';
import classes from './phone-banner.module.css';

/** Asks for a click if the browser would not play a ringtone on this page. */
export function RingtoneBlockedNotice() {
  const { t } = useTranslation('phone');
  const { isReady } = useStore(ownPhone);
  const isSilent = useSilence();
  if (!isReady || !isSilent) return null;
  return (
    <div className={classes['banner']}>
      <IconVolumeOff size={18} stroke={1.75} aria-hidden />
      <p className={classes['words']}>{t('silent')}</p>
      <button type="button" className={classes['sound']} onClick={() => playSound('message')}>
        {t('sound')}
      </button>
    </div>
  );
}

/**
 * Whether the browser blocks sound on this page. Checked only after a click is complete, so that nothing moves under the pointer.
 */
function useSilence(): boolean {
  const [isSilent, setSilent] = useState(() => !canPlaySound());
  useEffect(() => {
    if (!isSilent) return undefined;
    const checkSound = () => setSilent(!canPlaySound());
    document.addEventListener('click', checkSound);
    document.addEventListener('keyup', checkSound);
    return () => {
      document.removeEventListener('click', checkSound);
      document.removeEventListener('keyup', checkSound);
    };
  }, [isSilent]);
  return isSilent;
}
