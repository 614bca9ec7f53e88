/** One of a participant's tracks: the library's four, or a custom one by its name. */
export type TrackKey = string;
export const CAM_AND_SCREEN = ['audio', 'video', 'screenAudio', 'screenVideo'] as const;

export type RemoteTrack = {
  sid: string;
  key: TrackKey;
  kind: 'audio' | 'video';
  isMuted: boolean;
  /** Paused by the server because the connection is too slow for it. */
  isPaused: boolean;
  isSubscribed: boolean;
  track: MediaStreamTrack | undefined;
};

/** Counters of a received video: packets that arrived, and frames that were decoded. */
export type PictureFigures = { id: string; key: TrackKey; sid: string; received: number; decoded: number };

export type LineQuality = 'good' | 'warning' | 'bad' | 'unknown';

/** A person in the room as the media server knows them. Only the server writes `attributes` and `metadata`. */
export type RoomPerson = {
  /** The id of this join, the library's `session_id`. */
  id: string;
  /** The person's identity at the server, the same for all their joins. */
  identity: string;
  name: string;
  metadata: string;
  attributes: Record<string, string>;
  canPublish: boolean;
  joinedAt: Date | undefined;
  quality: LineQuality;
  tracks: RemoteTrack[];
};

export type CloseReason = 'ejected' | 'ended' | 'replaced' | 'lost';

/** A track to send. `encodings` go from the lowest layer to the highest; a single entry means one layer. */
export type TrackToSend = {
  kind: 'audio' | 'video';
  track: MediaStreamTrack;
  isMuted: boolean;
  encodings?: RTCRtpEncodingParameters[];
  isContentText?: boolean;
};

export type TransportEvents = {
  /** Something in the room has changed. */
  onChange: () => void;
  onData: (bytes: Uint8Array, from: string | undefined, topic: string) => void;
  /** The current speakers, loudest first. */
  onSpeakers: (ids: string[]) => void;
  /** The connection was interrupted or restored. For `signaling` alone audio and video go on. */
  onLine: (what: 'signaling' | 'sfu', event: 'interrupted' | 'connected') => void;
  /** The server has muted one of our tracks, as an owner requested. */
  onMutedFromAfar: (key: TrackKey) => void;
  onRoomData: (metadata: string) => void;
  onClosed: (why: CloseReason) => void;
};

export type ConnectOptions = { url: string; token: string; isSubscribing: boolean };

/** Audio, video and messages of one room. Hides everything about peer connections. */
export type Transport = {
  /** Connects; what was sent before is sent again. */
  connect: (way: ConnectOptions) => Promise<void>;
  disconnect: () => Promise<void>;
  isConnected: () => boolean;
  self: () => RoomPerson | undefined;
  others: () => RoomPerson[];
  roomId: () => Promise<string>;
  roomData: () => string;
  /** Whether the server records the room. */
  isRecorded: () => boolean;
  /** Sends a track under this key from now on; undefined ends it. Carried out in order, and repeated after a reconnection. */
  send: (key: TrackKey, sending: TrackToSend | undefined) => Promise<void>;
  subscribe: (id: string, key: TrackKey, isWanted: boolean) => void;
  /** 0 is the lowest layer; undefined leaves the choice to the server. */
  chooseLayer: (id: string, key: TrackKey, layer: number | undefined) => void;
  /** Sends to everybody who is present; during an interruption it waits. */
  sendData: (bytes: Uint8Array<ArrayBuffer>, topic: string, to?: string[]) => Promise<void>;
  /** A participant's loudness from 0 to 1, also without playing their audio. */
  loudnessOf: (id: string) => number;
  /** Uses the application's own ICE servers from the next connection on. */
  useIce: (config: RTCConfiguration | undefined) => void;
  /** Counters of every video that should be visible now: subscribed, not muted and not paused. */
  pictures: () => Promise<PictureFigures[]>;
  /** Requests a video again: a key frame, or a new subscription. */
  renewPicture: (id: string, key: TrackKey, by: 'key-frame' | 'subscription') => void;
  stats: () => Promise<{ sending: RTCStatsReport | undefined; receiving: RTCStatsReport | undefined }>;
};

/** The server refused the connection, with a reason. */
export class ConnectionRefusedError extends Error {
  /** The server has no capacity at the moment. */
  readonly isBusy: boolean;
  constructor(message: string, isBusy: boolean) {
    super(message);
    this.isBusy = isBusy;
  }
}
