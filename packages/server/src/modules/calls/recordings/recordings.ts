import type { Readable } from 'node:stream';
import type {
  CallRecording,
  RecordingIndicator,
  RecordingPolicy,
  RecordingWaveform,
  RoomRecording,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import type { CallRow } from '../lifecycle/call-store.ts';
import type { RecordingUpdate } from './recorder.ts';
import type { FilePeaks, OpenedRecording } from './recording-files.ts';
import type { NewRecordingFile } from './recording-store.ts';

/** The options with which a program asked for a recording. */
export type RecordingRequest = Omit<RoomRecording, 'recording_id'>;

/** The files of recordings, by the name of the recording and of the file in it. */
type ArchiveFiles = {
  /** Whether recordings are kept on this machine. */
  areOurs: boolean;
  /** Stores a file, whole or not at all. Returns its size in bytes. */
  save: (name: string, file: string, bytes: Readable) => Promise<number>;
  /** Stores the loudness of each speaker beside the files. */
  savePeaks: (name: string, noted: FilePeaks) => Promise<void>;
  pathOf: (name: string, file: string) => string;
};

/** Where recordings of all calls are kept, whatever carried them. Recordings of gateways are added here. */
export type RecordingArchive = {
  files: ArchiveFiles;
  has: (name: string) => Promise<boolean>;
  /** Adds a recording that was made elsewhere, with its files in place. Adding it twice changes nothing. */
  add: (made: NewRecordingFile & { ticket_id: number }) => Promise<void>;
};

/** Recordings that are made while a call goes on. */
export type RunningRecordings = {
  /** The recording policy of this call now: it may have been transferred to a department with another one. */
  policyOf: (call: CallRow) => Promise<RecordingPolicy>;
  /** To be called in the transaction that connects a call. */
  answered: (tx: Tx, callId: number) => Promise<void>;
  /** Resolves when recording has actually started or stopped: the customer may read out a card number next. */
  record: (
    viewer: Pick<Viewer, 'id'>,
    callId: number,
    isRecording: boolean,
    wish?: RecordingRequest,
  ) => Promise<{ is_recording: boolean }>;
  /** The running recording of a call. */
  runningOf: (callId: number) => Promise<RoomRecording | undefined>;
  recordingRequestFor: (callId: number) => RecordingRequest;
  setRecordingRequest: (callId: number, wish: RecordingRequest) => void;
  /**
   * Stops while the customer is on hold or waits for the next agent, and starts again after the hold. May be called at any time
   * and twice.
   */
  followHold: (callId: number) => Promise<void>;
  /** Applies what the carrier reports of a recording; reports may come twice, or late. */
  applyUpdate: (news: RecordingUpdate) => Promise<void>;
  /** Applies reports that were lost. */
  reconcile: () => Promise<void>;
  /** Whether a call is recorded, as our people in it see it. */
  indicatorForAgentsOf: (q: Query, call: CallRow) => Promise<RecordingIndicator>;
  /** Whether a call is recorded, as its customer sees it. */
  outsideOf: (call: CallRow) => Promise<RecordingIndicator>;
  /** Registers what is called when the recordings of a call have changed. */
  onChange: (follower: (callId: number) => Promise<void>) => void;
};

/** Recordings for users who may see their ticket: listed, played, downloaded and kept. */
export type RecordingLibrary = {
  ofCalls: (callIds: readonly number[]) => Promise<CallRecording[]>;
  /**
   * The recordings of all calls of a ticket, in rooms and on the telephone. @throws AppError `not_found` where the viewer may
   * not see it
   */
  ofTicket: (viewer: Viewer, ticketId: number) => Promise<CallRecording[]>;
  /** @param range the request's Range header */
  play: (viewer: Viewer, id: number, number: number, range: string | undefined) => Promise<OpenedRecording>;
  /** Opens a file to be downloaded. */
  download: (
    viewer: Viewer,
    id: number,
    number: number,
    range: string | undefined,
  ) => Promise<OpenedRecording>;
  waveform: (viewer: Viewer, id: number) => Promise<RecordingWaveform>;
  keep: (viewer: Viewer, id: number, isKept: boolean) => Promise<CallRecording>;
};

export type Recordings = RecordingArchive &
  RunningRecordings &
  RecordingLibrary & {
    /** Deletes recordings whose retention is over. */
    expire: () => Promise<void>;
  };
