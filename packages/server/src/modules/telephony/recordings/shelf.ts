import type { Readable } from 'node:stream';
import type { CallRecording, RecordingPart } from '@trunkline/contract';
import type { Wave } from './wave.ts';

type StoredPart = RecordingPart & { file: string };
type Kind = CallRecording['kind'];

/** Where recordings of all calls are kept, heard and deleted; rooms have it (`createRecordings`). */
export type RecordingShelf = {
  files: {
    /** Whether there is a place for them here. */
    areOurs: boolean;
    save: (name: string, file: string, bytes: Readable) => Promise<number>;
    savePeaks: (
      name: string,
      noted: { step_ms: number; people: { identity: string; name: string; peaks: number[] }[] },
    ) => Promise<void>;
    pathOf: (name: string, file: string) => string;
  };
  has: (name: string) => Promise<boolean>;
  add: (made: {
    kind: Kind;
    call_id: number;
    ticket_id: number;
    egress_id: string;
    started_at: Date;
    ended_at: Date;
    parts: StoredPart[];
  }) => Promise<void>;
};

/** One voice, whose file is here. */
export type Sound = {
  file: string;
  role: 'customer' | 'agent';
  identity: string;
  name: string;
  wave: Wave;
  bytes: number;
};
type Made = { name: string; kind: Kind; call_id: number; ticket_id: number; ended: Date };

/** Puts what a gateway has recorded on its ticket, with a picture of who spoke when. */
export async function shelve(
  { files, add }: RecordingShelf,
  { name: egress_id, ended, ...made }: Made,
  sounds: readonly Sound[],
): Promise<void> {
  const longest = Math.max(...sounds.map(({ wave }) => wave.duration_ms));
  const parts = sounds.map(({ file, role, name, wave, bytes }, at): StoredPart => ({
    number: at + 1,
    file,
    name,
    role,
    bytes,
    has_video: false,
    // Whichever began later, all end together.
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
