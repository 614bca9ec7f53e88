import type { RoomRecording } from '@trunkline/contract';
import type { RoomAccess } from '../join/room-access.ts';
import { isWaiting } from '../participants/participant.ts';
import type { RoomPerson, Transport } from '../transport/transport.ts';
import type { Handlers, LibraryMessage, LibraryRequest, Wire } from '../wire.ts';

type Deps = {
  wire: Wire;
  transport: Pick<Transport, 'isConnected' | 'isRecorded'>;
  roomAccess: () => RoomAccess | undefined;
  /** Returns the id of the join for a server's identity. */
  sessionIdOf: (identity: string) => string;
};
type Layout = NonNullable<RoomRecording['layout']>;

const IN_THE_BROWSER =
  'Recording of type "local" is not available: calls are recorded on the server, which misses nothing that a page misses.';
const NOBODY_THERE = 'Recording is only possible in a meeting.';

/**
 * Recording on the server, which decides who may start it. Events come from the room's state, so that everybody is told
 * in the same way whoever started it.
 */
export class Recording {
  #deps: Deps;
  #isOn = false;
  #instanceId: string | undefined;
  // Events wait for the one before, which may still be fetching its details.
  #turn: Promise<void> = Promise.resolve();
  #generation = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly handlers: Handlers = {
    'local-recording-start': (request) =>
      this.#sendRequest(request, async (roomAccess, asked) => {
        if (request['type'] === 'local') throw new Error(IN_THE_BROWSER);
        const type = request['type'] === 'raw-tracks' ? 'raw-tracks' : 'cloud';
        await roomAccess.record({ action: 'start', type, ...asked });
      }),
    'daily-method-update-recording': (request) =>
      this.#sendRequest(request, async (roomAccess, asked) => {
        await roomAccess.record({ action: 'update', ...asked });
      }),
    'local-recording-stop': (request) =>
      this.#sendRequest(request, async (roomAccess, { instance_id }) => {
        const was = await roomAccess.record({
          action: 'stop',
          ...(instance_id !== undefined && { instance_id }),
        });
        if (!was) throw new Error('Nothing was being recorded.');
      }),
  };

  /** Called with the participant's current state in the room. */
  looked(self: RoomPerson | undefined): void {
    const { transport } = this.#deps;
    // During an interruption the state is not known, so it counts as unchanged.
    if (!self || !transport.isConnected()) return;
    const isOn = !isWaiting(self) && transport.isRecorded();
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    const generation = this.#generation;
    const isWanted = () => generation === this.#generation;
    this.#turn = this.#turn.then(() => (isOn ? this.#postStarted(isWanted) : this.#postStopped(isWanted)));
  }

  reset(): void {
    this.#generation += 1;
    this.#isOn = false;
    this.#instanceId = undefined;
  }

  async #postStarted(isWanted: () => boolean): Promise<void> {
    // That it is recorded is certain from the room; without the server's details the event is sent with less.
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

  #postStopped(isWanted: () => boolean): void {
    if (!isWanted()) return;
    const instanceId = this.#instanceId;
    this.#instanceId = undefined;
    this.#deps.wire.post({ action: 'recording-stopped', ...(instanceId !== undefined && { instanceId }) });
  }

  /** Sends a refusal as an event, because the library waits for no answer. */
  async #sendRequest(
    { layout, instanceId }: LibraryRequest,
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

/** Returns the event in the library's form; unknown fields are left out. */
function startedEvent(recording: Partial<RoomRecording> & Pick<RoomRecording, 'type'>): LibraryMessage {
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
