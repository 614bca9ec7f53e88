import type { IncomingMessage } from 'node:http';
import { TokenVerifier, type ClaimGrants } from 'livekit-server-sdk';
import type { ParticipantIdentity } from './participant.ts';
import { permissionOf } from './permissions.ts';
import type { Room } from './room.ts';
import { ApiError } from '../api/twirp.ts';

type Deps = {
  key: string;
  secret: string;
  find: (room: string) => Room | undefined;
  /** Whether this process can carry another call without harm to the current ones. */
  hasRoom: () => boolean;
};

/** A verified participant and their room. */
export type AdmittedParticipant = { room: string; identity: ParticipantIdentity };

/** Authorises API requests and joins by LiveKit access tokens. */
export function createAccess({ key, secret, find, hasRoom }: Deps) {
  const verifier = new TokenVerifier(key, secret);

  /** A server at its limit refuses new calls to protect the current ones. */
  function refuseWhenFull({ room: name, identity }: AdmittedParticipant): void {
    const room = find(name);
    if (room?.participants.has(identity.identity)) return;
    if (room?.isFull && !identity.permission.hidden) {
      throw new ApiError('resource_exhausted', 'The room is full.');
    }
    if (isWaitedFor(room) || hasRoom()) return;
    throw new ApiError('resource_exhausted', 'All lines are busy. Please try again in a moment.');
  }

  return {
    refuseWhenFull,

    /** The claims of a request's token. @throws {ApiError} where there is no valid one */
    async claimsOf(request: IncomingMessage, url: URL): Promise<ClaimGrants> {
      const header = request.headers.authorization?.replace(/^Bearer /, '');
      try {
        return await verifier.verify(url.searchParams.get('access_token') ?? header ?? '');
      } catch {
        throw new ApiError('unauthenticated', 'The token is missing, wrong or has expired.');
      }
    },

    /** The identity and room of these claims. @throws {ApiError} where they name none */
    guestOf({ sub, name, metadata = '', attributes = {}, video }: ClaimGrants): AdmittedParticipant {
      if (!video?.roomJoin || !video.room || !sub) {
        throw new ApiError('permission_denied', 'This token joins no room.');
      }
      const permission = permissionOf(video);
      const identity = {
        identity: sub,
        name: name ?? sub,
        metadata,
        attributes: { ...attributes },
        permission,
      };
      return { room: video.room, identity };
    },
  };
}

/** A participant of a room in use may join at any load: the call would be of no use without them. */
function isWaitedFor(room: Room | undefined): boolean {
  return room !== undefined && room.participants.size > 0;
}
