import { mayReceiveAnything } from '@trunkline/contract';
import {
  AccessToken,
  RoomServiceClient,
  TokenVerifier,
  TrackSource,
  WebhookReceiver,
  type WebhookEvent,
} from 'livekit-server-sdk';
import { AppError } from '#platform/errors';
import { initialPermissions, isHeld, type RoomPermissions } from '../access/room-permissions.ts';
import { isQuietSupervisor } from '../supervisors/supervisor-rights.ts';

/** The address of our own media server, or of a LiveKit server on another machine; both speak the same protocol. */
export type MediaAddress = {
  /** The base address for our requests about a room. */
  http: (room: string) => Promise<string>;
  /** The address for clients: a path on our own server, or the address of a LiveKit server on another machine. */
  ws: () => string;
  key: string;
  secret: string;
  /** How many media servers share the rooms. */
  servers: number;
  /** Whether it is our own, which knows finer rules than LiveKit's protocol has. */
  isOurs: boolean;
};

export type MediaCredentials = {
  room: string;
  identity: string;
  name: string;
  /** The participant's permissions in the room; in the lobby none of them applies. */
  permissions: RoomPermissions;
  isIn: boolean;
  /** Attributes that everybody in the room sees: for example whether somebody is an owner, or waits in the lobby. */
  attributes: Record<string, string>;
  /** What everybody reads as their data; only for some. */
  metadata?: string;
};

export type MutableSource = 'mute-audio' | 'mute-video' | 'stop-screen';

const SOURCE_OF: Record<MutableSource, TrackSource> = {
  'mute-audio': TrackSource.MICROPHONE,
  'mute-video': TrackSource.CAMERA,
  'stop-screen': TrackSource.SCREEN_SHARE,
};
const SENDABLE: Record<string, TrackSource> = {
  audio: TrackSource.MICROPHONE,
  video: TrackSource.CAMERA,
  screenVideo: TrackSource.SCREEN_SHARE,
  screenAudio: TrackSource.SCREEN_SHARE_AUDIO,
  customAudio: TrackSource.UNKNOWN,
  customVideo: TrackSource.UNKNOWN,
};
const TICKET_TTL = '10m';
const EMPTY_SECONDS = 120;
const ANSWERS_WITHIN_MS = 3000;
/** Status codes with which a media server says that it is full or not available; ours says 403. */
const REFUSALS = new Set([403, 429, 502, 503]);

/** What rooms need of a media server. The state of calls is in our database only. */
export type MediaEngine = {
  /** The address to join at, with a token that is valid for ten minutes. */
  ticket(credentials: MediaCredentials): Promise<{ url: string; token: string }>;
  /** How many media servers there are. */
  servers: number;
  /** Whether it can show somebody, and what they send, to some of the others only. */
  canHideFromSome: boolean;
  /** Whom a token was issued to; undefined if it is not ours, or has expired. */
  readTicket(
    token: string,
  ): Promise<{ room: string; identity: string; attributes: Record<string, string> } | undefined>;
  /**
   * Checks, before a call begins, that its first participant would be let in. @throws AppError `lines_busy` where the server is
   * full or does not answer
   */
  demandLine(room: string, identity: string): Promise<void>;
  /** @throws AppError `unavailable` where it does not answer */
  ensureRoom(room: string, maxParticipants: number): Promise<void>;
  /** Does not fail when the room is gone. */
  closeRoom(room: string): Promise<void>;
  /** The identities of everybody in the room; empty where there is no such room. */
  identities(room: string): Promise<string[]>;
  eject(room: string, identity: string): Promise<void>;
  /** Lets somebody from the lobby into the room. */
  admit(room: string, identity: string): Promise<void>;
  /** Undefined when they are not in the room. */
  person(
    room: string,
    identity: string,
  ): Promise<{ name: string; attributes: Record<string, string> } | undefined>;
  /** Changes what everybody sees of somebody; fields that are left out stay. */
  describe(
    room: string,
    identity: string,
    change: { name?: string; metadata?: string; attributes?: Record<string, string> },
  ): Promise<void>;
  /** Sets what somebody may send and receive, and whether others see them. */
  permit(
    room: string,
    identity: string,
    rights: { permissions: RoomPermissions; attributes: Record<string, string>; metadata?: string },
  ): Promise<void>;
  /** Changes the data that everybody in the room shares; changes of one room happen one after the other. */
  changeData(room: string, change: (before: string) => string): Promise<void>;
  silence(room: string, identity: string, what: MutableSource): Promise<void>;
  /** Parses an event that the media server reported. Throws when it is not signed with our secret. */
  read(body: string, authorization: string): Promise<WebhookEvent>;
};

export function createMediaEngine({ http, ws, key, secret, servers, isOurs }: MediaAddress): MediaEngine {
  const client = async (room: string) => new RoomServiceClient(await http(room), key, secret);
  const receiver = new WebhookReceiver(key, secret);
  const verifier = new TokenVerifier(key, secret);
  const dataTurns = new Map<string, Promise<void>>();

  async function ticket(credentials: MediaCredentials): Promise<{ url: string; token: string }> {
    const { identity, name, attributes, metadata = '', room, permissions, isIn } = credentials;
    const { canPublish, sources, canSubscribe, hidden } = grantOf(permissions, attributes);
    // A token has no name for custom tracks.
    const named = sources.filter((source) => source !== TrackSource.UNKNOWN);
    const token = new AccessToken(key, secret, { identity, name, attributes, metadata, ttl: TICKET_TTL });
    token.addGrant({
      roomJoin: true,
      room,
      canPublish: isIn && canPublish && (sources.length === 0 || named.length > 0),
      ...(named.length > 0 && { canPublishSources: named }),
      canSubscribe: isIn && canSubscribe,
      canPublishData: isIn && mayWrite(attributes),
      hidden,
      // Others rely on the metadata, so only the server writes it: see `describe`.
      canUpdateOwnMetadata: false,
    });
    return { url: ws(), token: await token.toJwt() };
  }

  return {
    ticket,
    servers,
    canHideFromSome: isOurs,

    async readTicket(token) {
      const claims = await verifier.verify(token).catch(() => undefined);
      const { sub: identity, video, attributes = {} } = claims ?? {};
      if (!identity || !video?.room) return undefined;
      return { room: video.room, identity, attributes };
    },

    async demandLine(room, identity) {
      const permissions = initialPermissions(false);
      const credentials = { room, identity, name: identity, permissions, isIn: true, attributes: {} };
      const { token } = await ticket(credentials);
      const answer = await fetch(`${await http(room)}/rtc/validate?access_token=${token}`, {
        signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      }).catch(() => undefined);
      // A LiveKit server on another machine may not know a room before it is opened; that is no refusal.
      if (!answer || REFUSALS.has(answer.status)) throw new AppError('lines_busy');
    },

    async ensureRoom(room, maxParticipants) {
      const options = { name: room, maxParticipants, emptyTimeout: EMPTY_SECONDS };
      await (await client(room)).createRoom(options).catch(throwUnavailable);
    },

    async closeRoom(room) {
      await (await client(room)).deleteRoom(room).catch(ignoreMissing);
    },

    async identities(room) {
      const people = await (await client(room)).listParticipants(room).catch(ignoreMissing);
      return (people ?? []).map(({ identity }) => identity);
    },

    async eject(room, identity) {
      await (await client(room)).removeParticipant(room, identity).catch(ignoreMissing);
    },

    async admit(room, identity) {
      await (
        await client(room)
      )
        .updateParticipant(room, identity, {
          attributes: { access: 'full', asks: '' },
          permission: {
            canPublish: true,
            canSubscribe: true,
            canPublishData: true,
            canUpdateMetadata: false,
          },
        })
        .catch(ignoreMissing);
    },

    async person(room, identity) {
      const found = await (await client(room)).getParticipant(room, identity).catch(ignoreMissing);
      return found && { name: found.name, attributes: { ...found.attributes } };
    },

    async describe(room, identity, change) {
      await (await client(room)).updateParticipant(room, identity, change).catch(ignoreMissing);
    },

    async permit(room, identity, { permissions, attributes, metadata = '' }) {
      const { canPublish, sources, canSubscribe, hidden } = grantOf(permissions, attributes);
      await (
        await client(room)
      )
        .updateParticipant(room, identity, {
          attributes,
          // An empty one leaves it as it is.
          metadata,
          permission: {
            canPublish,
            canPublishSources: sources,
            canSubscribe,
            canPublishData: mayWrite(attributes),
            canUpdateMetadata: false,
            hidden,
          },
        })
        .catch(ignoreMissing);
    },

    changeData(room, change) {
      const turn = (dataTurns.get(room) ?? Promise.resolve()).then(async () => {
        const service = await client(room);
        const [found] = await service.listRooms([room]);
        if (found) await service.updateRoomMetadata(room, change(found.metadata));
      });
      const settled = turn
        .catch(() => undefined)
        .finally(() => {
          if (dataTurns.get(room) === settled) dataTurns.delete(room);
        });
      dataTurns.set(room, settled);
      return turn;
    },

    async silence(room, identity, what) {
      const service = await client(room);
      const person = await service.getParticipant(room, identity).catch(ignoreMissing);
      for (const { sid, source } of person?.tracks ?? []) {
        if (source === SOURCE_OF[what]) await service.mutePublishedTrack(room, identity, sid, true);
      }
    },

    read: (body, authorization) => receiver.receive(body, authorization),
  };
}

/** The library's permissions in the terms of the media server. */
function grantOf({ canSend, canReceive, hasPresence }: RoomPermissions, attributes: Record<string, string>) {
  const sources = typeof canSend === 'boolean' ? [] : canSend.flatMap((each) => SENDABLE[each] ?? []);
  return {
    canPublish: canSend === true || sources.length > 0,
    sources,
    // Our media server reads the exact permissions from `attributes`; a LiveKit server elsewhere only knows all or nothing.
    canSubscribe: mayReceiveAnything(canReceive),
    hidden: !hasPresence || Boolean(attributes['shown_to']),
  };
}

/** Whoever is on hold cannot send data messages either, and neither can a supervisor of whom not everybody knows. */
const mayWrite = (attributes: Record<string, string>): boolean =>
  !isHeld(attributes) && !isQuietSupervisor(attributes);

/** A media server that starts or stops refuses the connection: the caller may try again. */
function throwUnavailable(error: unknown): never {
  if (error instanceof TypeError) throw new AppError('unavailable');
  throw error;
}

function ignoreMissing(error: unknown): undefined {
  if ((error as { status?: number }).status === 404) return undefined;
  throw error;
}
