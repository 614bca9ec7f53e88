import type { BodyOf, ErrorReason, recordRoom, RoomRecording } from '@trunkline/contract';
import { AppError } from '#platform/errors';
import type { Recordings } from '#modules/calls';
import type { RoomAccess } from './room-access.ts';

type Deps = {
  guestOf: RoomAccess['guestOf'];
  recordings: Pick<Recordings, 'record' | 'runningOf' | 'recordingRequestFor' | 'setRecordingRequest'>;
};
type Guest = Awaited<ReturnType<Deps['guestOf']>>;
type RecordingRequest = BodyOf<typeof recordRoom>;

/** Layouts that leave something out; our recordings always have one file per participant with all that they send. */
const LESS_THAN_ALL = new Set(['audio-only', 'raw-tracks-audio-only', 'single-participant']);

/** Recording as the call library asks for it, with the token of the room. The same rules apply as to the button on the desk. */
export function createRecordingAccess({ guestOf, recordings }: Deps) {
  const inTurn = createTurns();

  /** A request with a name means the recording of that name, also while it waits for a hold to end. */
  function requireMeant(callId: number, { instance_id: name }: RecordingRequest): void {
    if (name !== undefined && recordings.recordingRequestFor(callId).instance_id !== name)
      throw refusal('recording_unknown');
  }

  async function start(
    { place, call }: Guest,
    userId: number,
    asked: RecordingRequest,
  ): Promise<RoomRecording> {
    if (await recordings.runningOf(call.id)) throw refusal('recording_running');
    if (call.held_at !== null) throw refusal('recording_on_hold');
    const { type = 'cloud', layout, instance_id } = asked;
    await recordings.record({ id: userId }, call.id, true, {
      type,
      started_by: place.identity,
      ...(layout && { layout }),
      ...(instance_id !== undefined && { instance_id }),
    });
    const running = await recordings.runningOf(call.id);
    if (!running) throw refusal('recording_nothing');
    return running;
  }

  async function update({ call }: Guest, asked: RecordingRequest): Promise<RoomRecording> {
    requireMeant(call.id, asked);
    const running = await recordings.runningOf(call.id);
    if (!running) throw refusal('recording_none');
    const { layout } = asked;
    if (!layout) return running;
    recordings.setRecordingRequest(call.id, { ...recordings.recordingRequestFor(call.id), layout });
    return { ...running, layout };
  }

  /** Also stops where nothing runs yet: after that no recording starts automatically. */
  async function stop(
    { call }: Guest,
    userId: number,
    asked: RecordingRequest,
  ): Promise<RoomRecording | null> {
    requireMeant(call.id, asked);
    const running = await recordings.runningOf(call.id);
    await recordings.record({ id: userId }, call.id, false);
    return running ?? null;
  }

  return async function record(room: string, asked: RecordingRequest): Promise<RoomRecording | null> {
    const guest = await guestOf(asked.token, room);
    const { place, call, isAdmitted } = guest;
    if (place.isInLobby && !isAdmitted) throw new AppError('forbidden');
    if (asked.action === 'look') return (await recordings.runningOf(call.id)) ?? null;
    const { userId, isOwner } = place;
    if (userId === null || !isOwner) throw new AppError('forbidden', { reason: 'recording_agents_only' });
    if (asked.layout && LESS_THAN_ALL.has(asked.layout.preset)) throw refusal('recording_everybody');
    return inTurn(call.id, () => {
      if (asked.action === 'start') return start(guest, userId, asked);
      return asked.action === 'update' ? update(guest, asked) : stop(guest, userId, asked);
    });
  };
}

const refusal = (reason: ErrorReason) => new AppError('conflict', { reason });

/** Runs requests for the same call one after the other: two starts at once would both find that nothing runs. */
function createTurns() {
  const turns = new Map<number, Promise<unknown>>();
  return async <T>(callId: number, work: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(callId) ?? Promise.resolve()).catch(() => undefined).then(work);
    turns.set(callId, turn);
    return turn.finally(() => {
      if (turns.get(callId) === turn) turns.delete(callId);
    });
  };
}
