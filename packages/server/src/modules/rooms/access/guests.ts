import type { linkCallGuest, ResponseOf } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { newGuest } from '../lifecycle/roles.ts';
import type { Rooms } from '../service.ts';
import * as store from '../lifecycle/call-store.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & { rooms: Pick<Rooms, 'tokens' | 'roomUrl'> };

export type CallGuests = ReturnType<typeof createCallGuests>;

/** Guests of a call: somebody's expert, somebody's relative. They come by a link and are let in by whoever is inside. */
export function createCallGuests({ db, clock, rooms }: Deps) {
  return {
    /** A link for one guest. Nothing is kept of it: it is good while the call is on, and opens no more than the lobby. */
    async link(viewer: Viewer, callId: number): Promise<ResponseOf<typeof linkCallGuest>> {
      const call = await store.findCall(db.q, { id: callId });
      const own = call && (await store.findPerson(db.q, call.id, `user-${viewer.id}`));
      const isIn = call?.user_id === viewer.id || own?.left_at === null;
      if (!call || !isIn) throw new AppError('not_found');
      if (call.state === 'ended') throw new AppError('meeting_ended');
      // A page in a frame has no door at which they could wait.
      if (call.state !== 'connected' || call.platform === 'cloudflare') throw new AppError('conflict');
      const { room_name: room, kind } = call;
      const place = { room, identity: newGuest(), name: '', userId: null, isOwner: false, kind };
      const token = rooms.tokens.write({ ...place, isInLobby: true }, clock.now());
      return { link: `${rooms.roomUrl(room)}?t=${token}` };
    },
  };
}
