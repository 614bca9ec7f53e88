import type { IncomingMessage } from 'node:http';
import { TokenVerifier, type ClaimGrants } from 'livekit-server-sdk';
import type { Identity } from './participant.ts';
import { permissionOf } from './permissions.ts';
import type { Room } from './room.ts';
import { ApiError } from '../api/twirp.ts';

type Deps = {
  key: string;
  secret: string;
  find: (room: string) => Room | undefined;
  /** Whether this process can take on another call without harm to those that are on. */
  hasRoom: () => boolean;
};

/** Somebody who may come in, and where. */
export type Guest = { room: string; identity: Identity };

/** Who may ask for something, and who may come in now: by tokens as LiveKit has them. */
export function createAccess({ key, secret, find, hasRoom }: Deps) {
  const verifier = new TokenVerifier(key, secret);

  /** A full server lets nobody new in: a call that is on goes before a call that might be. */
  function refuseWhenFull({ room: name, identity }: Guest): void {
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

    /** What the token of a request allows. @throws {ApiError} when there is none that is good */
    async claimsOf(request: IncomingMessage, url: URL): Promise<ClaimGrants> {
      const header = request.headers.authorization?.replace(/^Bearer /, '');
      try {
        return await verifier.verify(url.searchParams.get('access_token') ?? header ?? '');
      } catch {
        throw new ApiError('unauthenticated', 'The token is missing, wrong or has expired.');
      }
    },

    /** Who the bearer of these claims is in their room. @throws {ApiError} when they name none */
    guestOf({ sub, name, metadata = '', attributes = {}, video }: ClaimGrants): Guest {
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

/** Whoever is waited for may come in, however busy the server is: a call of one would be no use to anybody. */
function isWaitedFor(room: Room | undefined): boolean {
  return room !== undefined && room.participants.size > 0;
}
