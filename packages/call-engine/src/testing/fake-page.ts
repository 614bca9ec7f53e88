import type {
  RoomPerson,
  TrackToSend,
  Transport,
  TransportEvents,
  ConnectOptions,
} from '../transport/transport.ts';
import type { LibraryMessage, LibraryRequest, Wire } from '../wire.ts';

/** A track without media, with the events of a real one. */
export class FakeTrack extends EventTarget {
  static count = 0;
  readonly id = `track-${++FakeTrack.count}`;
  readonly kind: string;
  enabled = true;
  muted = false;
  readyState: 'live' | 'ended' = 'live';
  #deviceId: string;

  constructor(kind: 'audio' | 'video', deviceId = `${kind}-1`) {
    super();
    this.kind = kind;
    this.#deviceId = deviceId;
  }

  getSettings = () => ({ deviceId: this.#deviceId });
  stop(): void {
    this.readyState = 'ended';
  }
  /** Ends the track, as the browser does when a device is unplugged. */
  lose(): void {
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }
  /** Mutes the track, as the browser does while nothing arrives. */
  fallSilent(muted: boolean): void {
    this.muted = muted;
    this.dispatchEvent(new Event(muted ? 'mute' : 'unmute'));
  }
}

export class FakeStream {
  #tracks: FakeTrack[];
  constructor(tracks: FakeTrack[] = []) {
    this.#tracks = [...tracks];
  }
  getTracks = () => [...this.#tracks];
  getAudioTracks = () => this.#tracks.filter(({ kind }) => kind === 'audio');
  getVideoTracks = () => this.#tracks.filter(({ kind }) => kind === 'video');
  addTrack = (track: FakeTrack) => void (this.#tracks.includes(track) || this.#tracks.push(track));
  removeTrack = (track: FakeTrack) => void (this.#tracks = this.#tracks.filter((each) => each !== track));
}

export const asTrack = (track: FakeTrack): MediaStreamTrack => track as unknown as MediaStreamTrack;

/** Records posted messages, and finds answers by the request's stamp. */
export function fakeWire() {
  const posted: LibraryMessage[] = [];
  const wire: Wire = {
    post: (message) => void posted.push(structuredCloneLike(message)),
    answer: ({ action, callbackStamp }: LibraryRequest, fields) => {
      if (callbackStamp) posted.push({ ...fields, action: `answer to ${action}` });
    },
  };
  const named = (action: string) => posted.filter((message) => message.action === action);
  return { wire, posted, named, last: (action: string) => named(action).at(-1) };
}

// A copy, so that later changes of a posted object do not change the record.
const structuredCloneLike = (message: LibraryMessage): LibraryMessage => ({ ...message });

export const person = (id: string, more: Partial<RoomPerson> = {}): RoomPerson => ({
  id,
  identity: id,
  name: id,
  metadata: '',
  attributes: { access: 'full' },
  canPublish: true,
  joinedAt: undefined,
  quality: 'good',
  tracks: [],
  ...more,
});

/** A room without a server: the test says who joins and what happens. */
export class FakeTransport implements Transport {
  me: RoomPerson | undefined;
  people: RoomPerson[] = [];
  sent = new Map<string, TrackToSend | undefined>();
  data: { text: string; topic: string; to: string[] | undefined }[] = [];
  layers: [string, string, number | undefined][] = [];
  unsubscribed = new Set<string>();
  ways: ConnectOptions[] = [];
  failures: unknown[] = [];
  metadata = '';
  isBeingRecorded = false;
  readonly events: TransportEvents;
  #isConnected = false;

  constructor(events: TransportEvents) {
    this.events = events;
  }

  async connect(way: ConnectOptions): Promise<void> {
    this.ways.push(way);
    await Promise.resolve();
    if (this.failures.length > 0) throw this.failures.shift();
    this.me ??= person('me');
    this.#isConnected = true;
  }
  async disconnect(): Promise<void> {
    this.#isConnected = false;
    this.me = undefined;
    this.people = [];
    await Promise.resolve();
  }
  isConnected = () => this.#isConnected;
  self = () => this.me;
  others = () => this.people;
  roomId = () => Promise.resolve('session-1');
  roomData = () => this.metadata;
  isRecorded = () => this.isBeingRecorded;
  send = (key: string, sending: TrackToSend | undefined) => {
    this.sent.set(key, sending);
    return Promise.resolve();
  };
  subscribe = (id: string, key: string, isWanted: boolean) =>
    void (isWanted ? this.unsubscribed.delete(`${id} ${key}`) : this.unsubscribed.add(`${id} ${key}`));
  chooseLayer = (id: string, key: string, layer: number | undefined) =>
    void this.layers.push([id, key, layer]);
  sendData = (bytes: Uint8Array, topic: string, to?: string[]) => {
    this.data.push({ text: new TextDecoder().decode(bytes), topic, to });
    return Promise.resolve();
  };
  loudnessOf = () => 0.5;
  pictures = () => Promise.resolve([]);
  renewPicture = () => undefined;
  useIce = () => undefined;
  stats = () => Promise.resolve({ sending: undefined, receiving: undefined });
}

/** Devices that the test plugs in and unplugs. */
export class FakeDevices {
  /** The errors that `getUserMedia` throws, by kind. */
  refuse: Partial<Record<'audio' | 'video', { name: string; message?: string }>> = {};
  asked: MediaStreamConstraints[] = [];
  given: FakeTrack[] = [];
  list = [
    { deviceId: 'audio-1', kind: 'audioinput', label: 'Mic', groupId: 'a' },
    { deviceId: 'video-1', kind: 'videoinput', label: 'Front', groupId: 'b' },
    { deviceId: 'video-2', kind: 'videoinput', label: 'Back', groupId: 'c' },
  ];

  getUserMedia = async (constraints: MediaStreamConstraints = {}) => {
    this.asked.push(constraints);
    await Promise.resolve();
    const kinds = (['audio', 'video'] as const).filter((kind) => constraints[kind]);
    for (const kind of kinds) {
      const refusal = this.refuse[kind];
      if (refusal) throw Object.assign(new Error(refusal.message ?? refusal.name), { name: refusal.name });
    }
    const tracks = kinds.map((kind) => new FakeTrack(kind, idIn(constraints[kind]) ?? `${kind}-1`));
    this.given.push(...tracks);
    return new FakeStream(tracks) as unknown as MediaStream;
  };
  getDisplayMedia = () =>
    Promise.resolve(new FakeStream([new FakeTrack('video', 'screen')]) as unknown as MediaStream);
  enumerateDevices = () => Promise.resolve(this.list as unknown as MediaDeviceInfo[]);
}

function idIn(constraints: MediaStreamConstraints['audio']): string | undefined {
  const id = typeof constraints === 'object' ? constraints.deviceId : undefined;
  return typeof id === 'object' && 'exact' in id ? String(id.exact) : undefined;
}
