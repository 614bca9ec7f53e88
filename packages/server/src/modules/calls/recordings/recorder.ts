import type { CallRow } from '../lifecycle/call-store.ts';

/** The state of a recording, whatever the platform calls it. */
export type RecordingUpdate = {
  egressId: string;
  room: string;
  state: 'recording' | 'finishing' | 'ready' | 'failed';
  startedAt: Date;
  endedAt: Date | null;
};

/** A recording and its room; the room tells which platform has it. */
export type Recorded = Pick<RecordingUpdate, 'egressId' | 'room'>;

/** Records calls where their media passes. Each carrier has one, and reports changes by `Recordings.note`. */
export type CallRecorder = {
  /** Whether this call can be recorded on our side. */
  isPossible: (call: Pick<CallRow, 'platform'>) => boolean;
  start: (room: string) => Promise<RecordingUpdate>;
  /** Does not fail when it has ended already. */
  stop: (recorded: Recorded) => Promise<void>;
  /** Undefined when the recorder does not know it any more. */
  find: (recorded: Recorded) => Promise<RecordingUpdate | undefined>;
};
