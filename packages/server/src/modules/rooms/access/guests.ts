import type { linkCallGuest, ResponseOf } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Calls } from '#modules/calls';
import { newGuestIdentity } from './admission.ts';
import type { RoomTokens } from './tokens.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  calls: Pick<Calls, 'find' | 'people'>;
  tokens: RoomTokens;
  roomUrl: (room: string) => string;
};

/** Guests of a call, such as an expert or a relative: they come by a link, and somebody in the call admits them. */
export type CallGuests = {
  /**
   * A link for one guest. Nothing is stored: it is valid while the call goes on, and leads into the lobby only. @throws
   * AppError `not_found` where the viewer is not in the call
   */
  link(viewer: Viewer, callId: number): Promise<ResponseOf<typeof linkCallGuest>>;
};

export function createCallGuests({ db, clock, calls, tokens, roomUrl }: Deps): CallGuests {
  return {
    async link(viewer, callId) {
      const call = await calls.find(db.q, { id: callId });
      const own = call && (await calls.people.find(db.q, call.id, `user-${viewer.id}`));
      const isIn = call?.user_id === viewer.id || own?.left_at === null;
      if (!call || !isIn) throw new AppError('not_found');
      if (call.state === 'ended') throw new AppError('meeting_ended');
      // A room in a frame of another platform has no lobby to wait in.
      if (call.state !== 'connected' || call.platform === 'cloudflare') throw new AppError('conflict');
      const { room_name: room, kind } = call;
      const place = { room, identity: newGuestIdentity(), name: '', userId: null, isOwner: false, kind };
      const token = tokens.write({ ...place, isInLobby: true }, clock.now());
      return { link: `${roomUrl(room)}?t=${token}` };
    },
  };
}
