import { lazyPart } from '#shared/loading/lazy-part.ts';
import type { CallRecording } from '@trunkline/contract';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './recordings.module.css';
import { RecordingTools } from './recording-tools.tsx';

// Loaded when first needed, because most tickets have no recording.
const RecordingPlayer = lazyPart(() =>
  import('#shared/media-player/recording-player.tsx').then((module) => ({ default: module.RecordingPlayer })),
);

/** Recordings of a call: a player each, or why there is none. */
export function Recordings({ recordings }: { recordings: readonly CallRecording[] }) {
  return recordings.map((recording) => (
    <div key={recording.id} className={classes['recording']}>
      <Word recording={recording} />
      {recording.parts.length > 0 && (
        <Suspense>
          <RecordingPlayer recording={recording}>
            <RecordingTools recording={recording} />
          </RecordingPlayer>
        </Suspense>
      )}
    </div>
  ));
}

/** The state of a recording that cannot be played. An empty one shows nothing. */
function Word({ recording: { state, deleted_after_days: days } }: { recording: CallRecording }) {
  const { t } = useTranslation('tickets');
  if (state === 'ready') return null;
  return (
    <p className={classes['word']} role={state === 'deleted' ? undefined : 'status'}>
      {t(`recording.${state}`, { count: days ?? 0 })}
    </p>
  );
}
