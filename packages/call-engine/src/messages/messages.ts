import type { RoomAccess } from '../join/room-access.ts';
import type { Transport } from '../transport/transport.ts';
import type { Handlers, LibraryRequest, Wire } from '../wire.ts';
import { Pace } from './pace.ts';

const TOPIC = 'app-message';

type Deps = {
  wire: Wire;
  transport: Pick<Transport, 'sendData' | 'roomData'>;
  roomAccess: () => RoomAccess | undefined;
  /** Shows a change of name or data at once; the server's confirmation follows. */
  describe: (self: { name?: string; userData?: unknown }) => void;
  onChange: () => void;
};

/** Messages between participants, and names, participants' data and the meeting's data. */
export class Messages {
  #deps: Deps;
  #data = '';
  #pace = new Pace();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly handlers: Handlers = {
    'app-msg': (request) => this.#send(request),
    'set-user-name': async ({ name }) => {
      const userName = String(name);
      this.#deps.describe({ name: userName });
      this.#deps.onChange();
      if (userName !== '') await this.#deps.roomAccess()?.changeSelf({ user_name: userName });
      return { userName };
    },
    'set-user-data': async ({ userData }) => {
      this.#deps.describe({ userData });
      await this.#deps.roomAccess()?.changeSelf({ user_data: userData ?? null });
      return { userData };
    },
    'set-session-data': (request) => this.#setData(request),
  };

  /** Handles a message from the room; messages of other topics are not for the library. */
  receive(bytes: Uint8Array, from: string | undefined, topic: string): void {
    if (topic !== TOPIC || !from) return;
    try {
      const data: unknown = JSON.parse(new TextDecoder().decode(bytes));
      this.#deps.wire.post({ action: 'app-message', data, fromId: from });
    } catch {
      // The message is not valid JSON, so it is dropped.
    }
  }

  /** Reports the meeting's shared data when it has changed since the last report. */
  reportData(isFirst = false): void {
    const text = this.#deps.transport.roomData();
    if (text === this.#data && !isFirst) return;
    this.#data = text;
    const data: unknown = parse(text);
    this.#deps.wire.post({
      action: 'meeting-session-state-updated',
      meetingSessionState: { data, topology: 'sfu' },
    });
  }

  reset(): void {
    this.#pace.reset();
    this.#data = '';
  }

  #send({ data, to }: LibraryRequest): void {
    const bytes = new TextEncoder().encode(JSON.stringify(data));
    const receivers = Array.isArray(to) ? to.map(String) : to === '*' ? undefined : [String(to)];
    const send = () =>
      void this.#deps.transport
        .sendData(bytes, TOPIC, receivers)
        .catch((error: unknown) => this.#fail('app-message-error', error));
    if (!this.#pace.enqueue(send))
      this.#fail('app-message-error', 'Too many messages are waiting to be sent');
  }

  #fail(type: string, error: unknown): void {
    const errorMsg = error instanceof Error ? error.message : String(error);
    this.#deps.wire.post({ action: 'nonfatal-error', type, errorMsg });
  }

  async #setData({ data, mergeStrategy }: LibraryRequest): Promise<void> {
    try {
      await this.#deps
        .roomAccess()
        ?.changeData(data, mergeStrategy === 'shallow-merge' ? 'shallow-merge' : 'replace');
    } catch (error) {
      this.#fail('meeting-session-data-error', error);
    }
  }
}

function parse(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return {};
  }
}
