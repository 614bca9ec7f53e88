import type { linkCallGuest, ResponseOf } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Calls } from '#modules/calls';
import { newGuest } from './admission.ts';
import type { RoomTokens } from './tokens.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  calls: Pick<Calls, 'find' | 'people'>;
  tokens: RoomTokens;
  roomUrl: (room: string) => string;
};

/** Guests of a call: somebody's expert, somebody's relative. They come by a link and are let in by whoever is inside. */
export type CallGuests = {
  /**
   * A link for one guest. Nothing is kept of it: it is good while the call is on, and opens no more than the lobby. `not_found`: one
   * is not in that call.
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
      // A page in a frame has no lobby in which they could wait.
      if (call.state !== 'connected' || call.platform === 'cloudflare') throw new AppError('conflict');
      const { room_name: room, kind } = call;
      const place = { room, identity: newGuest(), name: '', userId: null, isOwner: false, kind };
      const token = tokens.write({ ...place, isInLobby: true }, clock.now());
      return { link: `${roomUrl(room)}?t=${token}` };
    },
  };
}
