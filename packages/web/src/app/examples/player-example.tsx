import { queryClient } from '#shared/api/query-client.ts';
import { RecordingPlayer } from '#shared/media-player/recording-player.tsx';
import { useEffect, useState } from 'react';
import { SAMPLE_RECORDING, SAMPLE_WAVEFORM, soundOf } from './sample-recording.ts';

queryClient.setQueryData(['recording-waveform', SAMPLE_RECORDING.id], SAMPLE_WAVEFORM);

/** Plays a recording of a call with four people, which is made here. */
export function PlayerExample() {
  const [addresses, setAddresses] = useState<readonly string[]>([]);
  useEffect(() => {
    const made = SAMPLE_RECORDING.parts.map(({ number }) => URL.createObjectURL(soundOf(number)));
    setAddresses(made);
    return () => made.forEach((address) => URL.revokeObjectURL(address));
  }, []);
  if (addresses.length === 0) return null;
  return (
    <RecordingPlayer recording={SAMPLE_RECORDING} addressOf={(_, number) => addresses[number - 1] ?? ''} />
  );
}
