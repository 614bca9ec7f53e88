import type { RecordingIndicator, RecordingPolicy, RoomRecording } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Conversations } from '#modules/conversations';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import { findAgent, hasBeenInCall } from '../transfers/move-store.ts';
import { registerCallErasure } from '../erasing.ts';
import { registerCallExport } from '../customer-export.ts';
import { createRecordingFiles, type FilePart } from './recording-files.ts';
import { createRecordingLibrary } from './recording-library-service.ts';
import { recordingPolicyFor, indicatorForAgents, indicatorForCustomers } from './recording-policy.ts';
import { createRecordingRetention } from './recording-retention-service.ts';
import * as recordings from './recording-store.ts';
import type { RecordingRow, StoredPart } from './recording-store.ts';
import type { RecordingUpdate } from './recorder.ts';
import type { Recordings, RecordingRequest } from './recordings.ts';
import { roleOf } from '../lifecycle/roles.ts';
import * as store from '../lifecycle/call-store.ts';
import type { CallRow } from '../lifecycle/call-store.ts';
import type { CarrierOf } from '../lifecycle/carrier.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'log'> & {
  settings: Settings;
  customers: Pick<Customers, 'erasing' | 'packages'>;
  tickets: Tickets;
  conversations: Conversations;
  carrier: CarrierOf;
  /** Where the media server writes recordings; empty where that is on another machine. */
  folder: string;
};

const NOTHING_SAID: RecordingRequest = { type: 'cloud' };

/** Recordings of room calls: when they run, what their state is, and who may play them. */
export function createRecordings(deps: Deps): Recordings {
  const { db, clock, jobs, log, settings, conversations, carrier, folder } = deps;
  const recorder = () => carrier().recorder;
  const files = createRecordingFiles(folder);
  let listener: (callId: number) => Promise<void> = () => Promise.resolve();
  const changed = (callId: number) => listener(callId);
  registerCallErasure({ erasing: deps.customers.erasing, files });
  registerCallExport({ packages: deps.customers.packages, files });
  const library = createRecordingLibrary({ ...deps, files, changed });
  const retention = createRecordingRetention({ ...deps, files, changed });

  /** The recording policy of this call now: it may have been transferred to a department with another one. */
  async function policyOf({ conversation_id: id, kind, platform }: CallRow): Promise<RecordingPolicy> {
    if (!recorder().isPossible({ platform })) return 'never';
    const { recording } = await settings.config();
    const departmentId = (await conversations.find(id))?.department_id;
    return recordingPolicyFor(recording, { kind, departmentId });
  }

  async function isWanted(call: CallRow): Promise<boolean> {
    if (!isTalking(call) || call.recording_paused) return false;
    return (await policyOf(call)) !== 'never' && !(await recordings.findActive(db.q, call.id));
  }

  /** Whether a call is recorded without anybody asking for it. */
  const isWantedByItself = async (call: CallRow): Promise<boolean> =>
    (await policyOf(call)) === 'always' && (await isWanted(call));

  const starting = new Map<number, Promise<void>>();
  /**
   * The options with which recording was started, by call id, until it is stopped: recording resumes with them after a hold. Not
   * stored, because our media server ends with this process, and its recordings with it.
   */
  const wishes = new Map<number, RecordingRequest>();

  /** Starts recording if the call is still to be recorded; may be called at any time and twice. */
  async function start(callId: number): Promise<void> {
    const begun = begin(callId);
    starting.set(callId, begun);
    await begun.finally(() => {
      if (starting.get(callId) === begun) starting.delete(callId);
    });
  }

  async function begin(callId: number): Promise<void> {
    const call = await store.findCall(db.q, { id: callId });
    if (!call || !(await isWanted(call))) return;
    const begun = await recorder().start(call.room_name);
    const { egressId, startedAt } = begun;
    const row = { call_id: call.id, egress_id: egressId, started_at: startedAt };
    // Another process has started one at the same time: one recording is enough.
    if (!(await recordings.insertRecording(db.q, row))) await recorder().stop(begun);
    const now = await store.findCall(db.q, { id: callId });
    // The call may have ended, or the agent may have stopped recording, while it was starting.
    if (!now || !isTalking(now) || now.recording_paused) await recorder().stop(begun);
    await changed(callId);
  }

  jobs.define('rooms:record', async ({ call_id: callId }: { call_id: number }) => {
    const call = await store.findCall(db.q, { id: callId });
    if (call && (await isWantedByItself(call))) await start(callId);
  });

  async function scheduleRecord(tx: Tx, callId: number): Promise<void> {
    await tx.enqueue('rooms:record', { call_id: callId }, { key: `rooms:record:${callId}` });
  }

  /** Applies what the media server reports of a recording; reports may come twice, or late. */
  async function applyUpdate({ egressId, state, endedAt }: RecordingUpdate): Promise<void> {
    const row = await recordings.findRecording(db.q, { egress_id: egressId });
    if (!row || state === 'recording') return;
    const ended_at = endedAt ?? clock.now();
    const parts = state === 'finishing' ? undefined : (await files.parts(egressId)).map(toStored);
    await recordings.advanceRecording(db.q, egressId, { state, ended_at, ...(parts && { parts }) });
    await changed(row.call_id);
    const call = await store.findCall(db.q, { id: row.call_id });
    // A media server that was restarted has stopped recording; a call that came back is recorded again.
    if (call?.state === 'ended') wishes.delete(call.id);
    if (call && (await isWantedByItself(call))) await db.transaction((tx) => scheduleRecord(tx, call.id));
  }

  /** Applies reports that were lost. */
  async function reconcile(): Promise<void> {
    for (const row of await recordings.listUnfinished(db.q)) {
      await checkRecording(row).catch((error: unknown) =>
        log.warn({ err: error, recording: row.id }, 'a recording could not be looked at'),
      );
    }
  }

  /** With its room, which tells which media server has it. */
  async function recordedOf({ egress_id: egressId, call_id: id }: RecordingRow) {
    return { egressId, room: (await store.findCall(db.q, { id }))?.room_name ?? '' };
  }

  async function checkRecording(row: RecordingRow): Promise<void> {
    const recorded = await recordedOf(row);
    const news = await recorder().find(recorded);
    const lost = { ...recorded, state: 'failed' as const, startedAt: clock.now(), endedAt: null };
    await applyUpdate(news ?? lost);
  }
  jobs.define('rooms:recordings', reconcile);
  jobs.schedule('rooms:recordings', '* * * * *');

  async function recordingUpdateOf(q: Query, call: CallRow) {
    return {
      policy: await policyOf(call),
      isOn: call.state === 'connected',
      isHeld: call.held_at !== null,
      isPaused: call.recording_paused,
      isRunning: (await recordings.findActive(q, call.id)) !== undefined,
      hasBegun: await recordings.hasRecordings(q, call.id),
    };
  }

  /** The call that the viewer is in. @throws AppError `not_found` where they are not in it */
  async function demandCall(viewer: Pick<Viewer, 'id'>, callId: number): Promise<CallRow> {
    const call = await store.findCall(db.q, { id: callId });
    const isEnded = call?.state === 'ended';
    const isIn = call && (await (isEnded ? hasBeenInCall : findAgent)(db.q, call.id, viewer.id));
    if (!call || !isIn) throw new AppError('not_found');
    if (isEnded) throw new AppError('meeting_ended');
    return call;
  }

  return {
    ...library,
    ...retention,
    files,

    has: async (name: string): Promise<boolean> =>
      (await recordings.findRecording(db.q, { egress_id: name })) !== undefined,

    /** Adds a recording that a gateway has made, with its files in place. Adding it twice changes nothing. */
    add: ({ ticket_id, ...made }: recordings.NewRecordingFile & { ticket_id: number }): Promise<void> =>
      db.transaction(async (tx) => {
        if (!(await recordings.insertGatewayRecording(tx.q, made))) return;
        tx.emit('ticket-recorded', { ticket_id, call_id: made.call_id }, [`ticket:${ticket_id}`]);
      }),

    policyOf,
    applyUpdate,
    reconcile,

    /** Whether a call is recorded, as our people in it see it. */
    indicatorForAgentsOf: async (q: Query, call: CallRow): Promise<RecordingIndicator> =>
      indicatorForAgents(await recordingUpdateOf(q, call)),

    /** Whether a call is recorded, as its customer sees it. */
    outsideOf: async (call: CallRow): Promise<RecordingIndicator> =>
      indicatorForCustomers(await recordingUpdateOf(db.q, call)),

    /** Registers what is called when the recordings of a call have changed. */
    onChange: (follower: typeof listener) => void (listener = follower),

    /** To be called in the transaction that connects a call. */
    answered: scheduleRecord,

    /** The running recording. The room reports it before the row is written: this waits for a start that is under way. */
    async runningOf(callId: number): Promise<RoomRecording | undefined> {
      await starting.get(callId)?.catch(() => undefined);
      const row = await recordings.findActive(db.q, callId);
      return row && { recording_id: String(row.id), ...(wishes.get(callId) ?? NOTHING_SAID) };
    },

    recordingRequestFor: (callId: number): RecordingRequest => wishes.get(callId) ?? NOTHING_SAID,
    setRecordingRequest: (callId: number, wish: RecordingRequest) => void wishes.set(callId, wish),

    /** Resolves when recording has actually started or stopped: the customer may read out a card number next. */
    async record(
      viewer: Pick<Viewer, 'id'>,
      callId: number,
      isRecording: boolean,
      wish?: RecordingRequest,
    ): Promise<{ is_recording: boolean }> {
      const call = await demandCall(viewer, callId);
      const active = await recordings.findActive(db.q, callId);
      // A running recording can always be stopped, whatever the settings say by now.
      if (!active && (await policyOf(call)) === 'never')
        throw new AppError('conflict', { reason: 'recording_off' });
      await recordings.setPaused(db.q, callId, !isRecording);
      if (!isRecording || !active) wishes.delete(callId);
      if (isRecording && !active && wish) wishes.set(callId, wish);
      if (isRecording) await start(callId);
      else if (active) await stop(active);
      return { is_recording: (await recordings.findActive(db.q, callId)) !== undefined };
    },

    /**
     * Stops while the customer is on hold or waits for the next agent, and starts again after the hold. May be called at any
     * time and twice.
     */
    async followHold(callId: number): Promise<void> {
      const call = await store.findCall(db.q, { id: callId });
      if (!call) return;
      const active = await recordings.findActive(db.q, callId);
      if (!isTalking(call) && active) {
        if (call.held_at !== null) await recordings.setRecordedBeforeHold(db.q, callId, true);
        await stop(active);
      } else if (isTalking(call) && (call.recording_held || (await policyOf(call)) === 'always')) {
        await start(callId);
        if (call.recording_held) await recordings.setRecordedBeforeHold(db.q, callId, false);
      }
    },
  };

  async function stop(row: RecordingRow): Promise<void> {
    const { egress_id: egressId, call_id: callId } = row;
    await recorder().stop(await recordedOf(row));
    await recordings.advanceRecording(db.q, egressId, { state: 'finishing', ended_at: clock.now() });
    await changed(callId);
  }
}

/** Waiting and hold music are not recorded. */
const isTalking = ({ state, held_at }: CallRow): boolean => state === 'connected' && held_at === null;

function toStored(part: FilePart, index: number): StoredPart {
  return {
    number: index + 1,
    file: part.file,
    name: part.name,
    role: roleOf(part.identity),
    offset_ms: Math.round(part.offset_ms),
    duration_ms: Math.round(part.duration_ms),
    bytes: part.bytes,
    has_video: part.tracks.some(({ kind }) => kind === 'video'),
  };
}
