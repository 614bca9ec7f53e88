import type { CallRow } from '../lifecycle/call-store.ts';

/** How a recording stands, in our words. */
export type RecordingNews = {
  egressId: string;
  room: string;
  state: 'recording' | 'finishing' | 'ready' | 'failed';
  startedAt: Date;
  endedAt: Date | null;
};

/** A recording, and the room that it is of: which tells who has it. */
export type Recorded = Pick<RecordingNews, 'egressId' | 'room'>;

/** Records calls where their voices pass. A carrier has it, and tells what becomes of a recording by `Recordings.note`. */
export type CallRecorder = {
  /** Whether there is anything of ours that could record this call. */
  isPossible: (call: Pick<CallRow, 'platform'>) => boolean;
  start: (room: string) => Promise<RecordingNews>;
  /** Never complains when it has ended already. */
  stop: (recorded: Recorded) => Promise<void>;
  /** Nothing when nobody knows of it any more. */
  find: (recorded: Recorded) => Promise<RecordingNews | undefined>;
};
