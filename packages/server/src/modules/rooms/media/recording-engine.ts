import { EgressClient, EgressStatus, EncodedFileOutput, type EgressInfo } from 'livekit-server-sdk';
import type { CallRecorder, Recorded, RecordingUpdate } from '#modules/calls';
import type { MediaAddress } from './media-engine.ts';

/** Recording by a media server, by LiveKit's egress API, which ours implements as well. */
export type RecordingEngine = Omit<CallRecorder, 'isPossible'>;

export function createRecordingEngine({
  http,
  key,
  secret,
}: Omit<MediaAddress, 'ws' | 'servers'>): RecordingEngine {
  const client = async (room: string) => new EgressClient(await http(room), key, secret);

  return {
    async start(room: string): Promise<RecordingUpdate> {
      const file = new EncodedFileOutput({ filepath: `${room}-{time}` });
      return recordingUpdateOf(await (await client(room)).startRoomCompositeEgress(room, file));
    },

    /** Does not fail when it has ended already. */
    async stop({ egressId, room }: Recorded): Promise<void> {
      await (await client(room)).stopEgress(egressId).catch(ignoreEnded);
    },

    /** Undefined when the media server does not know it. */
    async find({ egressId, room }: Recorded): Promise<RecordingUpdate | undefined> {
      const [info] = await (await client(room)).listEgress({ egressId });
      return info && recordingUpdateOf(info);
    },
  };
}

const STATES: Partial<Record<EgressStatus, RecordingUpdate['state']>> = {
  [EgressStatus.EGRESS_STARTING]: 'recording',
  [EgressStatus.EGRESS_ACTIVE]: 'recording',
  [EgressStatus.EGRESS_ENDING]: 'finishing',
  [EgressStatus.EGRESS_COMPLETE]: 'ready',
};

export function recordingUpdateOf({
  egressId,
  roomName,
  status,
  startedAt,
  endedAt,
}: EgressInfo): RecordingUpdate {
  const dateOf = (nanos: bigint) => new Date(Number(nanos / 1_000_000n));
  return {
    egressId,
    room: roomName,
    state: STATES[status] ?? 'failed',
    startedAt: dateOf(startedAt),
    endedAt: endedAt === 0n ? null : dateOf(endedAt),
  };
}

function ignoreEnded(error: unknown): undefined {
  const { status } = error as { status?: number };
  if (status === 404 || status === 412) return undefined;
  throw error;
}
