import {
  CALL_PEOPLE_MAX,
  type BodyOf,
  type changeRoomData,
  type changeRoomSelf,
  type enterRoom,
  type moderateRoom,
  type RoomEntry,
} from '@trunkline/contract';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { MediaEngine } from './media-engine.ts';
import { changed, firstPermissions, mayAdminister, mergeData } from './room-permissions.ts';
import * as store from './store.ts';
import type { CallRow } from './store.ts';
import type { Place, RoomTokens } from './tokens.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & { engine: MediaEngine; tokens: RoomTokens };

/** The door of a room: who shows a token of ours for a call that is on comes in, as whom it says. */
export function createEntry({ db, clock, engine, tokens }: Deps) {
  function read(token: string, room: string): Place {
    const place = tokens.read(token, clock.now());
    if (!place || place.room !== room) {
      throw new AppError('forbidden', { message: 'This is no valid token for this room' });
    }
    return place;
  }

  async function callOf(room: string): Promise<CallRow> {
    const call = await store.findCall(db.q, { room_name: room });
    if (!call) throw new AppError('not_found');
    if (call.state === 'ended') throw new AppError('meeting_ended');
    return call;
  }

  /** Who may decide about others: owners, and those an owner has given the right. */
  async function requireAdmin(place: Place): Promise<void> {
    if (place.isOwner) return;
    const { attributes } = (await engine.person(place.room, place.identity)) ?? {};
    if (!mayAdminister(attributes)) throw new AppError('forbidden');
  }

  async function permit(room: string, identity: string, change: BodyOf<typeof moderateRoom>['permissions']) {
    const person = await engine.person(room, identity);
    if (!person) throw new AppError('not_found');
    await engine.permit(room, identity, changed(person.attributes, change ?? {}));
  }

  return {
    async enter(room: string, { token, user_name: chosen }: BodyOf<typeof enterRoom>): Promise<RoomEntry> {
      const place = read(token, room);
      const call = await callOf(room);
      const name = place.userId === null && chosen ? chosen : place.name;
      await engine.ensureRoom(room, CALL_PEOPLE_MAX);
      const present = await engine.identities(room);
      if (present.length >= CALL_PEOPLE_MAX && !present.includes(place.identity)) {
        throw new AppError('room_full');
      }
      const access = place.isInLobby ? 'lobby' : 'full';
      const permissions = firstPermissions(place.isOwner);
      const attributes = {
        access,
        user_id: place.identity,
        permissions: JSON.stringify(permissions),
        ...(place.isOwner && { owner: 'yes' }),
      };
      const isIn = access === 'full';
      const media = await engine.ticket({
        room,
        identity: place.identity,
        name,
        canPublish: isIn,
        canSubscribe: isIn,
        attributes,
      });
      return {
        room_name: room,
        access,
        media,
        identity: place.identity,
        user_id: place.identity,
        user_name: name,
        is_owner: place.isOwner,
        permissions,
        max_participants: CALL_PEOPLE_MAX,
        kind: call.kind,
        start_video_off: call.kind === 'voice',
      };
    },

    async moderate(
      room: string,
      identity: string,
      { token, action, permissions }: BodyOf<typeof moderateRoom>,
    ): Promise<void> {
      const place = read(token, room);
      await requireAdmin(place);
      await callOf(room);
      if (action === 'eject') await engine.eject(room, identity);
      else if (action === 'admit') await engine.admit(room, identity);
      else if (action === 'refuse')
        await engine.describe(room, identity, { attributes: { asks: 'refused' } });
      else if (action === 'permit') await permit(room, identity, permissions);
      else await engine.silence(room, identity, action);
    },

    async changeSelf(
      room: string,
      { token, user_name: name, user_data: data, request_access: asks }: BodyOf<typeof changeRoomSelf>,
    ): Promise<void> {
      const { identity } = read(token, room);
      await callOf(room);
      await engine.describe(room, identity, {
        ...((name ?? asks) && { name: name ?? asks }),
        ...(data !== undefined && { metadata: JSON.stringify(data) }),
        // The time makes a second request a change as well, so that it is heard after a refusal.
        ...(asks !== undefined && { attributes: { asks: clock.now().toISOString() } }),
      });
    },

    async changeData(room: string, { token, data, merge }: BodyOf<typeof changeRoomData>): Promise<void> {
      const { identity } = read(token, room);
      await callOf(room);
      const person = await engine.person(room, identity);
      if (!person || person.attributes['access'] === 'lobby') throw new AppError('forbidden');
      await engine.changeData(room, (before) => mergeData(before, data, merge));
    },
  };
}
