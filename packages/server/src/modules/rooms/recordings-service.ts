import { CALL_PEOPLE_MAX, type CallRecording, type RecordingPolicy } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Tickets } from '#modules/tickets';
import type { MediaEngine } from './media-engine.ts';
import { findAgent, hasBeenIn } from './move-store.ts';
import type { RecordingEngine, RecordingNews } from './recording-engine.ts';
import { createRecordingFiles, type FilePart, type Opened } from './recording-files.ts';
import * as recordings from './recording-store.ts';
import type { RecordingRow, StoredPart } from './recording-store.ts';
import * as store from './store.ts';
import type { CallRow } from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'log'> & {
  tickets: Tickets;
  engine: Pick<MediaEngine, 'ensureRoom'>;
  recorder: RecordingEngine;
  /** Where the media server puts recordings. */
  folder: string;
  policy: RecordingPolicy;
};

export type Recordings = ReturnType<typeof createRecordings>;

/** Recordings of room calls: when they run, what became of them, and who may hear them. */
export function createRecordings({ db, clock, jobs, log, tickets, engine, recorder, folder, policy }: Deps) {
  const files = createRecordingFiles(folder);
  let changed: (callId: number) => Promise<void> = () => Promise.resolve();

  /** In rooms elsewhere there is nothing of ours that could record. */
  const isRecordable = ({ platform }: CallRow): boolean => policy !== 'never' && platform === 'embedded';

  async function isWanted(call: CallRow): Promise<boolean> {
    if (call.platform !== 'embedded' || !isTalking(call) || call.recording_paused || policy === 'never')
      return false;
    return !(await recordings.findActive(db.q, call.id));
  }

  /** Starts recording if the call still wants it; may be called at any time and twice. */
  async function start(callId: number): Promise<void> {
    const call = await store.findCall(db.q, { id: callId });
    if (!call || !(await isWanted(call))) return;
    await engine.ensureRoom(call.room_name, CALL_PEOPLE_MAX);
    const { egressId, startedAt } = await recorder.start(call.room_name);
    const row = { call_id: call.id, egress_id: egressId, started_at: startedAt };
    // Somebody else has begun in the same moment: one recording is enough.
    if (!(await recordings.insertRecording(db.q, row))) await recorder.stop(egressId);
    const now = await store.findCall(db.q, { id: callId });
    // And while it began the call may have ended, or the agent said stop.
    if (!now || !isTalking(now) || now.recording_paused) await recorder.stop(egressId);
  }

  jobs.define('rooms:record', ({ call_id: callId }: { call_id: number }) => start(callId));

  async function later(tx: Tx, callId: number): Promise<void> {
    await tx.enqueue('rooms:record', { call_id: callId }, { key: `rooms:record:${callId}` });
  }

  /** What the media server says of a recording; it may say so twice, or late. */
  async function note({ egressId, state, endedAt }: RecordingNews): Promise<void> {
    const row = await recordings.findRecording(db.q, { egress_id: egressId });
    if (!row || state === 'recording') return;
    const ended_at = endedAt ?? clock.now();
    const parts = state === 'finishing' ? undefined : (await files.parts(egressId)).map(toStored);
    await recordings.advanceRecording(db.q, egressId, { state, ended_at, ...(parts && { parts }) });
    await changed(row.call_id);
    const call = await store.findCall(db.q, { id: row.call_id });
    // A media server that was started again records no more; the call that came back goes on being recorded.
    if (call && policy === 'always' && (await isWanted(call)))
      await db.transaction((tx) => later(tx, call.id));
  }

  /** What was missed while reports were lost. */
  async function reconcile(): Promise<void> {
    for (const row of await recordings.listUnfinished(db.q)) {
      await look(row).catch((error: unknown) =>
        log.warn({ err: error, recording: row.id }, 'a recording could not be looked at'),
      );
    }
  }

  async function look({ egress_id: egressId }: RecordingRow): Promise<void> {
    const news = await recorder.find(egressId);
    const lost = { egressId, room: '', state: 'failed' as const, startedAt: clock.now(), endedAt: null };
    await note(news ?? lost);
  }
  jobs.define('rooms:recordings', reconcile);
  jobs.schedule('rooms:recordings', '* * * * *');

  return {
    policy,
    note,
    reconcile,
    /** Who wants to know that the recordings of a call are other than before. */
    onChange: (listener: typeof changed) => void (changed = listener),

    /** To be called in the transaction that connects a call. */
    async answered(tx: Tx, callId: number): Promise<void> {
      if (policy === 'always') await later(tx, callId);
    },

    /** Resolves when it is so: who says a card number next relies on that. */
    async record(viewer: Viewer, callId: number, isRecording: boolean): Promise<{ is_recording: boolean }> {
      const call = await store.findCall(db.q, { id: callId });
      const isEnded = call?.state === 'ended';
      const isIn = call && (await (isEnded ? hasBeenIn : findAgent)(db.q, call.id, viewer.id));
      if (!call || !isIn) throw new AppError('not_found');
      if (isEnded) throw new AppError('meeting_ended');
      if (!isRecordable(call)) throw new AppError('conflict', { message: 'Calls are not recorded here' });
      await recordings.setPaused(db.q, callId, !isRecording);
      if (isRecording) await start(callId);
      else {
        const active = await recordings.findActive(db.q, callId);
        if (active) await stop(active);
      }
      return { is_recording: (await recordings.findActive(db.q, callId)) !== undefined };
    },

    /**
     * Stops while the customer is on hold or waits for the next agent, and goes on after the hold. May be called at any
     * time and twice.
     */
    async followHold(callId: number): Promise<void> {
      const call = await store.findCall(db.q, { id: callId });
      if (!call) return;
      const active = await recordings.findActive(db.q, callId);
      if (!isTalking(call) && active) {
        if (call.held_at !== null) await recordings.setHeld(db.q, callId, true);
        await stop(active);
      } else if (isTalking(call) && (call.recording_held || policy === 'always')) {
        await start(callId);
        if (call.recording_held) await recordings.setHeld(db.q, callId, false);
      }
    },

    async ofCalls(callIds: readonly number[]): Promise<CallRecording[]> {
      return (await recordings.listRecordings(db.q, callIds)).map(toContract);
    },

    /** @param range the request's Range header */
    async open(viewer: Viewer, id: number, number: number, range: string | undefined): Promise<Opened> {
      const row = await recordings.findRecording(db.q, { id });
      const part = row?.parts.find((each) => each.number === number);
      const call = row && (await store.findCall(db.q, { id: row.call_id }));
      if (!part || !call) throw new AppError('not_found');
      await tickets.get(viewer, call.ticket_id);
      return files.open(row.egress_id, part.file, range);
    },
  };

  async function stop({ egress_id: egressId }: RecordingRow): Promise<void> {
    await recorder.stop(egressId);
    await recordings.advanceRecording(db.q, egressId, { state: 'finishing', ended_at: clock.now() });
  }
}

/** Music and waiting are not recorded. */
const isTalking = ({ state, held_at }: CallRow): boolean => state === 'connected' && held_at === null;

function toStored(part: FilePart, index: number): StoredPart {
  return {
    number: index + 1,
    file: part.file,
    name: part.name,
    role: part.identity.startsWith('user-') ? 'agent' : 'customer',
    offset_ms: Math.round(part.offset_ms),
    duration_ms: Math.round(part.duration_ms),
    bytes: part.bytes,
    has_video: part.tracks.some(({ kind }) => kind === 'video'),
  };
}

function toContract({ id, call_id, state, started_at, ended_at, parts }: RecordingRow): CallRecording {
  const shown = parts.map(({ file: _file, ...part }) => part);
  return { id, call_id, state, started_at, ended_at, parts: shown };
}
