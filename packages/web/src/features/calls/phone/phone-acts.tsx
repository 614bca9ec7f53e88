import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Keypad } from '#shared/dialing/keypad.tsx';
import { ownPhone } from '#shared/dialing/own-phone.ts';
import { useStore } from '#shared/lib/store.ts';
import { isPhoneSilenced } from './phone-in-room.ts';
import classes from '../window/side-panel.module.css';

/** Buttons for the telephone call that was brought into the room. */
export function PhoneActs({ name }: { name: string }) {
  const { t } = useTranslation('calls');
  const isSilenced = useStore(isPhoneSilenced);
  const { actions } = useStore(ownPhone);
  const [hasKeys, setKeys] = useState(false);
  return (
    <>
      <span className={classes['acts']}>
        <Button
          size="compact-xs"
          variant="default"
          aria-pressed={isSilenced}
          aria-label={t('people.muteName', { name })}
          onClick={() => isPhoneSilenced.set(!isSilenced)}
        >
          {t(isSilenced ? 'unmute' : 'mute')}
        </Button>
        <Button size="compact-xs" variant="default" aria-expanded={hasKeys} onClick={() => setKeys(!hasKeys)}>
          {t('phone.keypad')}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('phone.hangUpOf', { name })}
          onClick={() => actions?.hangUp()}
        >
          {t('hangUp')}
        </Button>
      </span>
      {hasKeys && (
        <div className={classes['keys']}>
          <Keypad onPress={(key) => actions?.press(key)} />
        </div>
      )}
    </>
  );
}
