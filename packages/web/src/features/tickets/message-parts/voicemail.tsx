import type { MessageExtra } from '@trunkline/contract';
import { IconMicrophone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { durationText } from '#shared/lib/format.ts';
import { useRecorded } from '../recording/recorded-call.tsx';
import { Recordings } from '../recording/recordings.tsx';
import classes from './message-parts.module.css';

/** A voicemail: the player, once its recording is available. */
export function Voicemail({ voicemail }: { voicemail: NonNullable<MessageExtra['voicemail']> }) {
  const { t } = useTranslation('tickets/message-parts');
  const recordings = useRecorded(voicemail.call_id, 'voicemail');
  return (
    <div className={classes['voicemail']} aria-live="off">
      <p>
        <IconMicrophone size={16} stroke={1.75} aria-hidden />
        <strong>{t('kind.voicemail')}</strong>
        <span className={classes['dim']}>{durationText(voicemail.seconds)}</span>
      </p>
      {recordings.length === 0 && <span className={classes['dim']}>{t('soundComing')}</span>}
      <Recordings recordings={recordings} />
    </div>
  );
}
