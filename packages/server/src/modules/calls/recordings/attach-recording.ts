import type { CallRecording } from '@trunkline/contract';
import type { StoredPart } from './recording-store.ts';
import type { RecordingArchive } from './recordings.ts';

/** The recorded voice of one side, as a file in our folder. */
export type SideRecording = {
  file: string;
  role: 'customer' | 'agent';
  identity: string;
  name: string;
  /** The length, and the loudness of each step. */
  wave: { duration_ms: number; step_ms: number; peaks: number[] };
  bytes: number;
};
type FinishedRecording = {
  name: string;
  kind: CallRecording['kind'];
  call_id: number;
  ticket_id: number;
  ended: Date;
};

/** Adds a gateway's recording to its ticket, with the loudness of each speaker. */
export async function attachRecording(
  { files, add }: RecordingArchive,
  { name: egress_id, ended, ...made }: FinishedRecording,
  sounds: readonly SideRecording[],
): Promise<void> {
  const longest = Math.max(...sounds.map(({ wave }) => wave.duration_ms));
  const parts = sounds.map(({ file, role, name, wave, bytes }, at): StoredPart => ({
    number: at + 1,
    file,
    name,
    role,
    bytes,
    has_video: false,
    // The tracks may start at different times, but all end together.
    offset_ms: longest - wave.duration_ms,
    duration_ms: wave.duration_ms,
  }));
  await files.savePeaks(egress_id, {
    step_ms: sounds[0]?.wave.step_ms ?? 1,
    people: sounds.map(({ identity, name, wave }) => ({ identity, name, peaks: wave.peaks })),
  });
  const started_at = new Date(ended.getTime() - longest);
  await add({ ...made, egress_id, parts, started_at, ended_at: ended });
}
