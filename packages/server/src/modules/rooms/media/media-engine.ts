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
import { firstPermissions, isHeld, type RoomPermissions } from '../access/room-permissions.ts';

/** Where the media is: our own server beside us, or a LiveKit elsewhere; both speak the same. */
export type MediaAddress = {
  /** For this server's calls about a room. */
  http: (room: string) => Promise<string>;
  /** For clients, of which the first asks for the room's address. */
  ws: () => string;
  key: string;
  secret: string;
  /** How many media servers share the rooms. */
  servers: number;
};

export type MediaCredentials = {
  room: string;
  identity: string;
  name: string;
  /** What the room allows them; nothing of it counts while they wait in the lobby. */
  permissions: RoomPermissions;
  isIn: boolean;
  /** Small facts that everybody in the room may see: whether somebody is an owner, or waits in the lobby. */
  attributes: Record<string, string>;
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
/** How a media server says that it is full, or has no part in it just now: ours says 403. */
const REFUSALS = new Set([403, 429, 502, 503]);

/** What rooms need of a media server. The state of calls is in our database, never there. */
export type MediaEngine = {
  /** Where somebody goes, with a token that is good for ten minutes. */
  ticket(credentials: MediaCredentials): Promise<{ url: string; token: string }>;
  /** How many media servers there are. */
  servers: number;
  /** Who a ticket that somebody shows was made out to; nothing for what is none of ours, or has expired. */
  readTicket(
    token: string,
  ): Promise<{ room: string; identity: string; attributes: Record<string, string> } | undefined>;
  /** Before a call begins: would its first guest be let in? `lines_busy`: it takes no new call on, or is away. */
  demandLine(room: string, identity: string): Promise<void>;
  /** `unavailable`: it does not answer. */
  ensureRoom(room: string, maxParticipants: number): Promise<void>;
  /** Never complains when the room is gone already. */
  closeRoom(room: string): Promise<void>;
  /** Of everybody in the room; none where there is no such room. */
  identities(room: string): Promise<string[]>;
  eject(room: string, identity: string): Promise<void>;
  /** Out of the lobby. */
  admit(room: string, identity: string): Promise<void>;
  /** Undefined: they are not in the room. */
  person(
    room: string,
    identity: string,
  ): Promise<{ name: string; attributes: Record<string, string> } | undefined>;
  /** Changes what everybody sees of somebody; parts that are left out stay. */
  describe(
    room: string,
    identity: string,
    change: { name?: string; metadata?: string; attributes?: Record<string, string> },
  ): Promise<void>;
  /** What somebody may send, get and be seen as from now on. */
  permit(
    room: string,
    identity: string,
    rights: { permissions: RoomPermissions; attributes: Record<string, string> },
  ): Promise<void>;
  /** Changes the data that everybody in the room shares, one change after the other. */
  changeData(room: string, change: (before: string) => string): Promise<void>;
  silence(room: string, identity: string, what: MutableSource): Promise<void>;
  /** An event that the media server reported. Throws when it was not signed with our secret. */
  read(body: string, authorization: string): Promise<WebhookEvent>;
};

export function createMediaEngine({ http, ws, key, secret, servers }: MediaAddress): MediaEngine {
  const client = async (room: string) => new RoomServiceClient(await http(room), key, secret);
  const receiver = new WebhookReceiver(key, secret);
  const verifier = new TokenVerifier(key, secret);
  const dataTurns = new Map<string, Promise<void>>();

  async function ticket(credentials: MediaCredentials): Promise<{ url: string; token: string }> {
    const { identity, name, attributes, room, permissions, isIn } = credentials;
    const { canPublish, sources, canSubscribe, hidden } = grantOf(permissions);
    // A token has no word for custom tracks.
    const named = sources.filter((source) => source !== TrackSource.UNKNOWN);
    const token = new AccessToken(key, secret, { identity, name, attributes, ttl: TICKET_TTL });
    token.addGrant({
      roomJoin: true,
      room,
      canPublish: isIn && canPublish && (sources.length === 0 || named.length > 0),
      ...(named.length > 0 && { canPublishSources: named }),
      canSubscribe: isIn && canSubscribe,
      canPublishData: isIn && !isHeld(attributes),
      hidden,
      // Everybody believes what is written there, so only the server writes: see `describe`.
      canUpdateOwnMetadata: false,
    });
    return { url: ws(), token: await token.toJwt() };
  }

  return {
    ticket,
    servers,

    async readTicket(token) {
      const claims = await verifier.verify(token).catch(() => undefined);
      const { sub: identity, video, attributes = {} } = claims ?? {};
      if (!identity || !video?.room) return undefined;
      return { room: video.room, identity, attributes };
    },

    async demandLine(room, identity) {
      const permissions = firstPermissions(false);
      const credentials = { room, identity, name: identity, permissions, isIn: true, attributes: {} };
      const { token } = await ticket(credentials);
      const answer = await fetch(`${await http(room)}/rtc/validate?access_token=${token}`, {
        signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      }).catch(() => undefined);
      // A LiveKit elsewhere may know nothing of a room that nobody has opened yet; that is no refusal.
      if (!answer || REFUSALS.has(answer.status)) throw new AppError('lines_busy');
    },

    async ensureRoom(room, maxParticipants) {
      const options = { name: room, maxParticipants, emptyTimeout: EMPTY_SECONDS };
      await (await client(room)).createRoom(options).catch(unlessAway);
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

    async permit(room, identity, { permissions, attributes }) {
      const { canPublish, sources, canSubscribe, hidden } = grantOf(permissions);
      await (
        await client(room)
      )
        .updateParticipant(room, identity, {
          attributes,
          permission: {
            canPublish,
            canPublishSources: sources,
            canSubscribe,
            // On hold one writes to nobody either.
            canPublishData: !isHeld(attributes),
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

/** The library's permissions as the media server knows them. */
function grantOf({ canSend, canReceive, hasPresence }: RoomPermissions) {
  const sources = typeof canSend === 'boolean' ? [] : canSend.flatMap((each) => SENDABLE[each] ?? []);
  return {
    canPublish: canSend === true || sources.length > 0,
    sources,
    // Which of them exactly the media server reads in `attributes`; a LiveKit elsewhere knows all or nothing.
    canSubscribe: mayReceiveAnything(canReceive),
    hidden: !hasPresence,
  };
}

/** A media server that is being started or stopped refuses the connection: whoever asked may try again. */
function unlessAway(error: unknown): never {
  if (error instanceof TypeError) throw new AppError('unavailable');
  throw error;
}

function ignoreMissing(error: unknown): undefined {
  if ((error as { status?: number }).status === 404) return undefined;
  throw error;
}
