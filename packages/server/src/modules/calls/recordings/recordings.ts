import type { Readable } from 'node:stream';
import type {
  CallRecording,
  RecordingNow,
  RecordingPolicy,
  RecordingWaveform,
  RoomRecording,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import type { CallRow } from '../lifecycle/call-store.ts';
import type { RecordingNews } from './recorder.ts';
import type { FilePeaks, Opened } from './recording-files.ts';
import type { Made } from './recording-store.ts';

/** What a program said when it asked for a recording. */
export type RecordingWish = Omit<RoomRecording, 'recording_id'>;

/** The files of recordings, by the name of the recording and of the file in it. */
type ShelfFiles = {
  /** Whether there is a place for them here. */
  areOurs: boolean;
  /** Keeps a file of one that was made elsewhere; whole or not at all. Gives its size. */
  save: (name: string, file: string, bytes: Readable) => Promise<number>;
  /** Notes beside it how loud who was. */
  savePeaks: (name: string, noted: FilePeaks) => Promise<void>;
  pathOf: (name: string, file: string) => string;
};

/** Where recordings of all calls are kept, whatever carried them. What a gateway has recorded is put here. */
export type RecordingShelf = {
  files: ShelfFiles;
  has: (name: string) => Promise<boolean>;
  /** One that was made elsewhere, whose files are there by now. Brought twice it is one. */
  add: (made: Made & { ticket_id: number }) => Promise<void>;
};

/** Recordings that are made while a call goes on. */
export type RunningRecordings = {
  /** What holds for this call now: it may have come to a department of another mind. */
  policyOf: (call: CallRow) => Promise<RecordingPolicy>;
  /** To be called in the transaction that connects a call. */
  answered: (tx: Tx, callId: number) => Promise<void>;
  /** Resolves when it is so: who says a card number next relies on that. */
  record: (
    viewer: Pick<Viewer, 'id'>,
    callId: number,
    isRecording: boolean,
    wish?: RecordingWish,
  ) => Promise<{ is_recording: boolean }>;
  /** What is being recorded. */
  runningOf: (callId: number) => Promise<RoomRecording | undefined>;
  wishFor: (callId: number) => RecordingWish;
  setWish: (callId: number, wish: RecordingWish) => void;
  /** Stops while the customer is on hold or waits for the next agent, and goes on after the hold. Harmless at any time and twice. */
  followHold: (callId: number) => Promise<void>;
  /** What the carrier says of a recording; it may say so twice, or late. */
  note: (news: RecordingNews) => Promise<void>;
  /** Finds out what was missed while reports were lost. */
  reconcile: () => Promise<void>;
  /** Whether a call is recorded, as our people in it see it. */
  insideOf: (q: Query, call: CallRow) => Promise<RecordingNow>;
  /** And as its customer is told. */
  outsideOf: (call: CallRow) => Promise<RecordingNow>;
  /** Who wants to know that the recordings of a call are other than before. */
  onChange: (follower: (callId: number) => Promise<void>) => void;
};

/** What was recorded, for whoever may see its ticket: to be listed, played, taken along and kept. */
export type RecordingLibrary = {
  ofCalls: (callIds: readonly number[]) => Promise<CallRecording[]>;
  /** Of all calls of a ticket that the viewer may see: in rooms and on the telephone. */
  ofTicket: (viewer: Viewer, ticketId: number) => Promise<CallRecording[]>;
  /** @param range the request's Range header */
  play: (viewer: Viewer, id: number, number: number, range: string | undefined) => Promise<Opened>;
  /** A file to be kept elsewhere. */
  download: (viewer: Viewer, id: number, number: number, range: string | undefined) => Promise<Opened>;
  waveform: (viewer: Viewer, id: number) => Promise<RecordingWaveform>;
  keep: (viewer: Viewer, id: number, isKept: boolean) => Promise<CallRecording>;
};

export type Recordings = RecordingShelf &
  RunningRecordings &
  RecordingLibrary & {
    /** Deletes what was kept long enough. */
    expire: () => Promise<void>;
  };
