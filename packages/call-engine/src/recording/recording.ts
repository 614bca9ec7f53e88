import type { RoomRecording } from '@trunkline/contract';
import type { RoomAccess } from '../join/room-access.ts';
import { isWaiting } from '../participants/participant.ts';
import type { Person, Transport } from '../transport/transport.ts';
import type { Handlers, Message, Request, Wire } from '../wire.ts';

type Deps = {
  wire: Wire;
  transport: Pick<Transport, 'isConnected' | 'isRecorded'>;
  roomAccess: () => RoomAccess | undefined;
  /** The id of the join of whoever the server names. */
  sessionIdOf: (identity: string) => string;
};
type Layout = NonNullable<RoomRecording['layout']>;

const IN_THE_BROWSER =
  'Recording of type "local" is not available: calls are recorded on the server, which misses nothing that a page misses.';
const NOBODY_THERE = 'Recording is only possible in a meeting.';

/**
 * Recording on the server. The server decides who may ask for it; that it has begun or ended is told by the room itself,
 * so everybody hears of it in the same way, whoever or whatever began it.
 */
export class Recording {
  #deps: Deps;
  #isOn = false;
  #instanceId: string | undefined;
  // An event must not overtake the one before it while that still asks what there is to tell.
  #turn: Promise<void> = Promise.resolve();
  #generation = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly handlers: Handlers = {
    'local-recording-start': (request) =>
      this.#carryOut(request, async (roomAccess, asked) => {
        if (request['type'] === 'local') throw new Error(IN_THE_BROWSER);
        const type = request['type'] === 'raw-tracks' ? 'raw-tracks' : 'cloud';
        await roomAccess.record({ action: 'start', type, ...asked });
      }),
    'daily-method-update-recording': (request) =>
      this.#carryOut(request, async (roomAccess, asked) => {
        await roomAccess.record({ action: 'update', ...asked });
      }),
    'local-recording-stop': (request) =>
      this.#carryOut(request, async (roomAccess, { instance_id }) => {
        const was = await roomAccess.record({
          action: 'stop',
          ...(instance_id !== undefined && { instance_id }),
        });
        if (!was) throw new Error('Nothing was being recorded.');
      }),
  };

  /** A look around the room has been had. */
  looked(self: Person | undefined): void {
    const { transport } = this.#deps;
    // While the line is cut nothing is known, and nothing has changed.
    if (!self || !transport.isConnected()) return;
    const isOn = !isWaiting(self) && transport.isRecorded();
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    const generation = this.#generation;
    const isWanted = () => generation === this.#generation;
    this.#turn = this.#turn.then(() => (isOn ? this.#tellStarted(isWanted) : this.#tellStopped(isWanted)));
  }

  reset(): void {
    this.#generation += 1;
    this.#isOn = false;
    this.#instanceId = undefined;
  }

  async #tellStarted(isWanted: () => boolean): Promise<void> {
    // That it is recorded is what matters; a server that cannot say more just now changes nothing about it.
    const recording = await this.#deps
      .roomAccess()
      ?.record({ action: 'look' })
      .catch(() => undefined);
    if (!isWanted()) return;
    this.#instanceId = recording?.instance_id;
    const startedBy = recording?.started_by;
    this.#deps.wire.post(
      startedEvent({
        ...(recording ?? { type: 'cloud' }),
        ...(startedBy !== undefined && { started_by: this.#deps.sessionIdOf(startedBy) }),
      }),
    );
  }

  #tellStopped(isWanted: () => boolean): void {
    if (!isWanted()) return;
    const instanceId = this.#instanceId;
    this.#instanceId = undefined;
    this.#deps.wire.post({ action: 'recording-stopped', ...(instanceId !== undefined && { instanceId }) });
  }

  /** The library waits for no answer here: a refusal is an event. */
  async #carryOut(
    { layout, instanceId }: Request,
    ask: (roomAccess: RoomAccess, asked: { layout?: Layout; instance_id?: string }) => Promise<void>,
  ): Promise<void> {
    const name = typeof instanceId === 'string' ? instanceId : undefined;
    try {
      const roomAccess = this.#deps.roomAccess();
      if (!roomAccess) throw new Error(NOBODY_THERE);
      await ask(roomAccess, {
        ...(isLayout(layout) && { layout }),
        ...(name !== undefined && { instance_id: name }),
      });
    } catch (error) {
      const errorMsg = error instanceof Error ? error.message : String(error);
      this.#deps.wire.post({
        action: 'recording-error',
        errorMsg,
        ...(name !== undefined && { instanceId: name }),
      });
    }
  }
}

const isLayout = (layout: unknown): layout is Layout =>
  typeof layout === 'object' && layout !== null && 'preset' in layout && typeof layout.preset === 'string';

/** In the library's words; what is not known is left out. */
function startedEvent(recording: Partial<RoomRecording> & Pick<RoomRecording, 'type'>): Message {
  const { type, layout = { preset: 'default' }, recording_id, started_by, instance_id } = recording;
  return {
    action: 'recording-started',
    local: false,
    type,
    layout,
    ...(recording_id !== undefined && { recordingId: recording_id }),
    ...(started_by !== undefined && { startedBy: started_by }),
    ...(instance_id !== undefined && { instanceId: instance_id }),
  };
}
