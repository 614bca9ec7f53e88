/** Which of a participant's tracks: the four of the library, or a custom one by its name. */
export type TrackKey = string;
export const CAM_AND_SCREEN = ['audio', 'video', 'screenAudio', 'screenVideo'] as const;

export type RemoteTrack = {
  sid: string;
  key: TrackKey;
  kind: 'audio' | 'video';
  isMuted: boolean;
  /** Held back by the server because the line here is too thin for it. */
  isPaused: boolean;
  isSubscribed: boolean;
  track: MediaStreamTrack | undefined;
};

/** What has arrived of somebody's picture, in packets, and how many frames could be shown. */
export type PictureFigures = { id: string; key: TrackKey; sid: string; received: number; decoded: number };

export type Quality = 'good' | 'warning' | 'bad' | 'unknown';

/** Somebody in the room, as the media server knows them. Only the server writes `attributes` and `metadata`. */
export type Person = {
  /** Of this join, the library's `session_id`. */
  id: string;
  /** As the server knows them, over all their joins. */
  identity: string;
  name: string;
  metadata: string;
  attributes: Record<string, string>;
  canPublish: boolean;
  joinedAt: Date | undefined;
  quality: Quality;
  tracks: RemoteTrack[];
};

export type Closing = 'ejected' | 'ended' | 'replaced' | 'lost';

/** What is sent of ours. `encodings` from the lowest layer to the highest; one layer when there is one entry. */
export type Sending = {
  kind: 'audio' | 'video';
  track: MediaStreamTrack;
  isMuted: boolean;
  encodings?: RTCRtpEncodingParameters[];
  isContentText?: boolean;
};

export type TransportEvents = {
  /** Anybody or anything in the room has changed: look again. */
  onChange: () => void;
  onData: (bytes: Uint8Array, from: string | undefined, topic: string) => void;
  /** Who speaks, the loudest first. */
  onSpeakers: (ids: string[]) => void;
  /** The line to the server stumbles, or stands again. `signaling` alone: sound and pictures go on. */
  onLine: (what: 'signaling' | 'sfu', event: 'interrupted' | 'connected') => void;
  /** The server has muted a track of ours: an owner asked it to. */
  onMutedFromAfar: (key: TrackKey) => void;
  onRoomData: (metadata: string) => void;
  onClosed: (why: Closing) => void;
};

export type Way = { url: string; token: string; isSubscribing: boolean };

/** Sound, pictures and messages of one room. Everything about peer connections stays behind this. */
export type Transport = {
  /** Comes in; what was being sent before is sent again. */
  connect: (way: Way) => Promise<void>;
  disconnect: () => Promise<void>;
  isConnected: () => boolean;
  self: () => Person | undefined;
  others: () => Person[];
  roomId: () => Promise<string>;
  roomData: () => string;
  /** Whether the server records what is said here. */
  isRecorded: () => boolean;
  /** Says what is to be sent under a name from now on; nothing ends it. Carried out in order, repeated after a break. */
  send: (key: TrackKey, sending: Sending | undefined) => Promise<void>;
  subscribe: (id: string, key: TrackKey, isWanted: boolean) => void;
  /** 0 is the lowest layer; undefined leaves the choice to the server. */
  chooseLayer: (id: string, key: TrackKey, layer: number | undefined) => void;
  /** Reaches whoever is there; while the line is down it waits for it. */
  sendData: (bytes: Uint8Array<ArrayBuffer>, topic: string, to?: string[]) => Promise<void>;
  /** How loud somebody is, from 0 to 1, without anything being played for it. */
  loudnessOf: (id: string) => number;
  /** ICE servers of the application's own, from the next connection on. */
  useIce: (config: RTCConfiguration | undefined) => void;
  /** Of every picture that is to be seen here now: wanted, not muted and not held back. */
  pictures: () => Promise<PictureFigures[]>;
  /** Asks for a picture again: for a key frame of it, or for the whole of it as if it were new. */
  renewPicture: (id: string, key: TrackKey, by: 'key-frame' | 'subscription') => void;
  stats: () => Promise<{ sending: RTCStatsReport | undefined; receiving: RTCStatsReport | undefined }>;
};

/** The server would not let us in, and says why. */
export class RefusedEntry extends Error {
  /** The server has no line free at the moment. */
  readonly isBusy: boolean;
  constructor(message: string, isBusy: boolean) {
    super(message);
    this.isBusy = isBusy;
  }
}
