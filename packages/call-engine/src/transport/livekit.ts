import {
  ConnectionError,
  ConnectionState,
  DisconnectReason,
  Room,
  RoomEvent,
  VideoQuality,
  setLogLevel,
  type RemoteParticipant,
  type RemoteTrackPublication,
} from 'livekit-client';
import { Outgoing } from './outgoing.ts';
import { keyOf, personOf, sessionOf } from './people.ts';
import {
  ConnectionRefusedError,
  type CloseReason,
  type PictureFigures,
  type RemoteTrack,
  type TrackToSend,
  type TrackKey,
  type Transport,
  type TransportEvents,
  type ConnectOptions,
} from './transport.ts';

/**
 * Few and short: a mere interruption ends with the first or second attempt. If the server itself was away a new
 * admission is needed, which is the session's work.
 */
const RETRY_AFTER_MS = [0, 250, 500, 1000];
const CONNECT_WITHIN_MS = 10_000;
/** How many messages are kept during an interruption. */
const WAITING_MAX = 200;

type Packet = { bytes: Uint8Array<ArrayBuffer>; topic: string; to?: string[] };
type WaitingPacket = { packet: Packet; sent: () => void; refused: (error: unknown) => void };

/** Events after which participants, the state of tracks or the recording may have changed. */
const CHANGES = [
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.TrackPublished,
  RoomEvent.TrackUnpublished,
  RoomEvent.TrackSubscribed,
  RoomEvent.TrackUnsubscribed,
  RoomEvent.TrackSubscriptionStatusChanged,
  RoomEvent.TrackMuted,
  RoomEvent.TrackUnmuted,
  RoomEvent.TrackStreamStateChanged,
  RoomEvent.ParticipantMetadataChanged,
  RoomEvent.ParticipantNameChanged,
  RoomEvent.ParticipantAttributesChanged,
  RoomEvent.ParticipantPermissionsChanged,
  RoomEvent.ConnectionQualityChanged,
  RoomEvent.RecordingStatusChanged,
] as const;

/** Long enough for the server to notice. */
const PUT_AWAY_MS = 300;

const LAYERS = [VideoQuality.LOW, VideoQuality.MEDIUM, VideoQuality.HIGH];

/** The only transport: LiveKit's protocol, spoken by our own media server and by LiveKit itself. */
export class LiveKitTransport implements Transport {
  #room: Room | undefined;
  #events: TransportEvents;
  #outgoing = new Outgoing();
  #ice: RTCConfiguration = {};
  #waiting: WaitingPacket[] = [];
  /** Tracks that the server has just muted. */
  #silenced = new Set<TrackKey>();

  constructor(events: TransportEvents) {
    this.#events = events;
    setLogLevel('silent');
  }

  async connect({ url, token, isSubscribing }: ConnectOptions): Promise<void> {
    await this.#close();
    const room = new Room({
      singlePeerConnection: false,
      stopLocalTrackOnUnpublish: false,
      disconnectOnPageLeave: true,
      reconnectPolicy: { nextRetryDelayInMs: ({ retryCount }) => RETRY_AFTER_MS[retryCount] ?? null },
    });
    this.#room = room;
    this.#listen(room);
    // Tracks are published with the first media connection, which saves others one negotiation.
    room.once(RoomEvent.SignalConnected, () => {
      this.#outgoing.attach(room.localParticipant).catch(() => this.#lose(room));
    });
    try {
      await room.connect(url, token, {
        autoSubscribe: isSubscribing,
        maxRetries: 0,
        peerConnectionTimeout: CONNECT_WITHIN_MS,
        websocketTimeout: CONNECT_WITHIN_MS,
        rtcConfig: this.#ice,
      });
    } catch (error) {
      if (this.#room === room) this.#room = undefined;
      room.removeAllListeners();
      throw refusalIn(error) ?? error;
    }
    // Not the "track muted" event, which also comes when a device is unplugged.
    room.engine.on('remoteMute', (sid, isMuted) => isMuted && this.#mutedFromAfar(room, sid));
    await this.#sendWaiting();
  }

  async disconnect(): Promise<void> {
    this.#outgoing.clear();
    for (const { refused } of this.#waiting.splice(0)) refused(new Error('The call was left'));
    await this.#close();
  }

  isConnected = (): boolean => this.#room?.state === ConnectionState.Connected;
  self = () => this.#room && personOf(this.#room.localParticipant);
  others = () => [...(this.#room?.remoteParticipants.values() ?? [])].map((each) => personOf(each));
  roomId = async () => (await this.#room?.getSid()) ?? '';
  roomData = () => this.#room?.metadata ?? '';
  isRecorded = () => this.#room?.isRecording ?? false;
  send = (key: TrackKey, sending: TrackToSend | undefined) => this.#outgoing.setWanted(key, sending);

  subscribe(id: string, key: TrackKey, isWanted: boolean): void {
    const publication = this.#publication(id, key);
    if (publication && publication.isDesired !== isWanted) publication.setSubscribed(isWanted);
  }

  chooseLayer(id: string, key: TrackKey, layer: number | undefined): void {
    const quality = layer === undefined ? VideoQuality.HIGH : (LAYERS[layer] ?? VideoQuality.HIGH);
    this.#publication(id, key)?.setVideoQuality(quality);
  }

  async sendData(bytes: Uint8Array<ArrayBuffer>, topic: string, to?: string[]): Promise<void> {
    const packet = { bytes, topic, ...(to && { to }) };
    if (this.isConnected()) return this.#publish(packet);
    if (this.#waiting.length >= WAITING_MAX) throw new Error('Too many messages are waiting for the line');
    return new Promise((sent, refused) => void this.#waiting.push({ packet, sent, refused }));
  }

  /** The server reports everybody's loudness, but the browser's own statistics are more exact. */
  loudnessOf(id: string): number {
    const receiver = this.#publication(id, 'audio')?.track?.receiver;
    const [source] = receiver?.getSynchronizationSources() ?? [];
    const participant = this.#other(id);
    return Math.max(source?.audioLevel ?? 0, participant?.audioLevel ?? 0);
  }

  useIce({ iceServers, iceTransportPolicy }: RTCConfiguration = {}): void {
    this.#ice = { ...(iceServers && { iceServers }), ...(iceTransportPolicy && { iceTransportPolicy }) };
  }

  async pictures(): Promise<PictureFigures[]> {
    const wanted = this.others().flatMap(({ id, tracks }) =>
      tracks.filter(shouldShowVideo).map(({ key, sid, track }) => ({ id, key, sid, trackId: track?.id })),
    );
    if (wanted.length === 0) return [];
    const { receiving } = await this.stats();
    const figures = new Map<unknown, { received: number; decoded: number }>();
    receiving?.forEach((stat: Record<string, unknown>) => {
      if (stat['type'] !== 'inbound-rtp' || stat['kind'] !== 'video') return;
      const [received, decoded] = [Number(stat['packetsReceived'] ?? 0), Number(stat['framesDecoded'] ?? 0)];
      figures.set(stat['trackIdentifier'], { received, decoded });
    });
    return wanted.map(({ trackId, ...which }) => ({
      ...which,
      ...(figures.get(trackId) ?? { received: 0, decoded: 0 }),
    }));
  }

  renewPicture(id: string, key: TrackKey, by: 'key-frame' | 'subscription'): void {
    const publication = this.#publication(id, key);
    if (!publication) return;
    const isOn = (value: boolean) =>
      by === 'key-frame' ? publication.setEnabled(value) : publication.setSubscribed(value);
    isOn(false);
    // The server sends a key frame when a video is enabled again, once it has noticed that it was disabled.
    setTimeout(() => isOn(true), PUT_AWAY_MS);
  }

  async stats() {
    const connections = this.#room?.engine.pcManager;
    const [sending, receiving] = await Promise.all([
      connections?.publisher.getStats(),
      connections?.subscriber?.getStats(),
    ]);
    return { sending, receiving };
  }

  #mutedFromAfar({ localParticipant }: Room, sid: string): void {
    const publication = localParticipant.trackPublications.get(sid);
    const key = publication && keyOf(publication);
    if (key === undefined || this.#outgoing.wants(key)?.isMuted !== false) return;
    this.#silenced.add(key);
    this.#events.onMutedFromAfar(key);
  }

  /** The client mutes a track whose device was unplugged; its replacement has to be sent all the same. */
  #muted(key: TrackKey): void {
    const wanted = this.#outgoing.wants(key);
    if (this.#silenced.delete(key) || !wanted || wanted.isMuted || wanted.track.readyState !== 'live') return;
    void this.#outgoing.setWanted(key, wanted).catch(() => undefined);
  }

  async #publish({ bytes, topic, to }: Packet): Promise<void> {
    const destinationIdentities = to?.map((id) => this.#other(id)?.identity ?? id);
    const options = { reliable: true, topic, ...(destinationIdentities && { destinationIdentities }) };
    if (!this.#room) throw new Error('The call was left');
    await this.#room.localParticipant.publishData(bytes, options);
  }

  /** Sends in order what waited for the line; each sender learns what became of their message. */
  async #sendWaiting(): Promise<void> {
    for (const { packet, sent, refused } of this.#waiting.splice(0))
      await this.#publish(packet).then(sent, refused);
  }

  #other(id: string): RemoteParticipant | undefined {
    return [...(this.#room?.remoteParticipants.values() ?? [])].find((each) => sessionOf(each) === id);
  }

  #publication(id: string, key: TrackKey): RemoteTrackPublication | undefined {
    const tracks = this.#other(id)?.trackPublications.values() ?? [];
    return [...tracks].find((each) => keyOf(each) === key);
  }

  async #close(): Promise<void> {
    const room = this.#room;
    this.#room = undefined;
    this.#outgoing.detach();
    if (!room) return;
    room.removeAllListeners();
    await room.disconnect(false);
  }

  /** A connection on which nothing can be sent is useless, so the session joins anew. */
  #lose(room: Room): void {
    if (this.#room !== room) return;
    this.#ended(room, undefined);
    void room.disconnect(false).catch(() => undefined);
  }

  #listen(room: Room): void {
    const { onChange, onData, onSpeakers, onLine, onRoomData } = this.#events;
    for (const name of CHANGES) room.on(name, () => onChange());
    room
      .on(RoomEvent.TrackMuted, (publication, { isLocal }) => isLocal && this.#muted(keyOf(publication)))
      .on(RoomEvent.DataReceived, (bytes, from, _kind, topic) =>
        onData(bytes, from && sessionOf(from), topic ?? ''),
      )
      .on(RoomEvent.ActiveSpeakersChanged, (speakers) => onSpeakers(speakers.map((each) => sessionOf(each))))
      .on(RoomEvent.RoomMetadataChanged, (metadata) => onRoomData(metadata))
      .on(RoomEvent.SignalReconnecting, () => onLine('signaling', 'interrupted'))
      .on(RoomEvent.Reconnecting, () => onLine('sfu', 'interrupted'))
      .on(RoomEvent.Reconnected, () => {
        onLine('sfu', 'connected');
        void this.#sendWaiting();
      })
      .on(RoomEvent.Disconnected, (reason) => this.#ended(room, reason));
  }

  #ended(room: Room, reason: DisconnectReason | undefined): void {
    if (this.#room !== room || reason === DisconnectReason.CLIENT_INITIATED) return;
    this.#room = undefined;
    this.#outgoing.detach();
    room.removeAllListeners();
    this.#events.onClosed(closingOf(reason));
  }
}

const shouldShowVideo = ({ kind, isSubscribed, isMuted, isPaused }: RemoteTrack): boolean =>
  kind === 'video' && isSubscribed && !isMuted && !isPaused;

function closingOf(reason: DisconnectReason | undefined): CloseReason {
  switch (reason) {
    case DisconnectReason.PARTICIPANT_REMOVED:
      return 'ejected';
    case DisconnectReason.ROOM_DELETED:
    case DisconnectReason.ROOM_CLOSED:
      return 'ended';
    case DisconnectReason.DUPLICATE_IDENTITY:
      return 'replaced';
    default:
      return 'lost';
  }
}

function refusalIn(error: unknown): ConnectionRefusedError | undefined {
  if (!(error instanceof ConnectionError)) return undefined;
  const status = error.status ?? (error.context as { status?: number } | undefined)?.status ?? 0;
  if (status === 429)
    return new ConnectionRefusedError('All lines are busy. Please try again in a moment.', true);
  return status === 401 || status === 403 ? new ConnectionRefusedError(error.message, false) : undefined;
}
