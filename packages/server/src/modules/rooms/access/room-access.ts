import { createHash, randomUUID } from 'node:crypto';
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
import { type CallRow, type Calls, type EscortRow, roleOf } from '#modules/calls';
import type { EngineEvents } from '../media/engine-events.ts';
import type { MediaEngine } from '../media/media-engine.ts';
import {
  changePermissions,
  limitedJson,
  initialPermissions,
  permissionsOnHold,
  permissionsWithoutHold,
  mayAdminister,
  mergeData,
  USER_DATA_MAX,
  type RoomPermissions,
} from './room-permissions.ts';
import type { RoomHosts } from '../platforms/room-host.ts';
import * as decisions from './admission-decisions.ts';
import type { RoomTokenContent, RoomTokens } from './tokens.ts';
import { supervisorIn, supervisorRights } from '../supervisors/supervisor-rights.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  calls: Pick<Calls, 'find' | 'people' | 'agents' | 'supervision'>;
  engine: MediaEngine;
  hosts: RoomHosts;
  tokens: RoomTokens;
  /** Told that somebody was admitted, for platforms that do not report who joins and leaves. */
  entered: EngineEvents['entered'];
};

type RoomGuest = {
  place: RoomTokenContent;
  call: CallRow;
  isAdmitted: boolean;
  /** Of a supervisor, how they attend the call. */
  escort: EscortRow | undefined;
};

/** Admission to a room: a token of ours lets its bearer into a call that is going on, under the identity that it names. */
export type RoomAccess = {
  /**
   * The place and the call of a token of ours. @throws AppError `removed_from_call`; `meeting_ended` where the call is over,
   * for one of our people who has left it, and for a supervisor who does not attend it any more
   */
  guestOf(token: string, room: string): Promise<RoomGuest>;
  /** Joins the room, or its lobby. */
  enter(room: string, body: BodyOf<typeof enterRoom>): Promise<RoomEntry>;
  /**
   * Decides about somebody else. @throws AppError `forbidden` where they may not; `conflict` on platforms that have moderation
   * of their own
   */
  moderate(room: string, identity: string, body: BodyOf<typeof moderateRoom>): Promise<void>;
  /** Changes what others see of oneself. @throws AppError `forbidden` while on hold */
  changeSelf(room: string, body: BodyOf<typeof changeRoomSelf>): Promise<void>;
  /** Changes the data that everybody in the room shares. */
  changeData(room: string, body: BodyOf<typeof changeRoomData>): Promise<void>;
};

export function createRoomAccess({ db, clock, calls, engine, hosts, tokens, entered }: Deps): RoomAccess {
  function read(token: string, room: string): RoomTokenContent {
    const place = tokens.read(token, clock.now());
    if (!place || place.room !== room) {
      throw new AppError('forbidden', { reason: 'room_token_invalid' });
    }
    return place;
  }

  async function callOf(room: string): Promise<CallRow> {
    const call = await calls.find(db.q, { room_name: room });
    if (!call) throw new AppError('not_found');
    if (call.state === 'ended') throw new AppError('meeting_ended');
    return call;
  }

  /**
   * The place and the call of a token of ours. One of our people who has left the call still has a valid token, but no place
   * any more.
   */
  async function guestOf(token: string, room: string): Promise<RoomGuest> {
    const place = read(token, room);
    const call = await callOf(room);
    if (place.userId !== null && !(await calls.agents.find(db.q, call.id, place.userId))) {
      throw new AppError('meeting_ended');
    }
    const supervisor = supervisorIn(place.identity);
    const escort =
      supervisor === undefined ? undefined : await calls.supervision.records.findOpen(db.q, supervisor);
    if (supervisor !== undefined && escort?.call_id !== call.id) throw new AppError('meeting_ended');
    const decision = await decisions.findDecision(db.q, call.id, place.identity);
    if (decision === 'removed') throw new AppError('removed_from_call');
    return { place, call, isAdmitted: decision === 'admitted', escort };
  }

  /** Only owners may moderate, and those whom an owner has given that permission. */
  async function requireAdmin(place: RoomTokenContent, call: CallRow): Promise<void> {
    if (place.isOwner) return;
    if (call.platform !== 'embedded') throw new AppError('forbidden');
    const { attributes = { access: 'lobby' } } = (await engine.person(place.room, place.identity)) ?? {};
    const rights = await decisions.findRights(db.q, call.id, place.identity);
    // Their attributes came with their media token, which may be older than the permissions.
    if (attributes['access'] === 'lobby' || !rights || !mayAdminister(rights))
      throw new AppError('forbidden');
  }

  /** Stored as well, so that reloading the page does not undo it. */
  async function permit(call: CallRow, identity: string, change: BodyOf<typeof moderateRoom>['permissions']) {
    const person = await engine.person(call.room_name, identity);
    if (!person) throw new AppError('not_found');
    const rights = changePermissions(person.attributes, change ?? {});
    await decisions.putRights(
      db.q,
      call.id,
      identity,
      permissionsWithoutHold({ ...person.attributes, ...rights.attributes }),
    );
    // In the lobby nobody may do anything; these permissions apply once they are admitted.
    const { attributes } = rights;
    if (person.attributes['access'] === 'lobby')
      await engine.describe(call.room_name, identity, { attributes });
    else await engine.permit(call.room_name, identity, rights);
  }

  /** Removes somebody for good. The agent whose call it is cannot be removed: they end it by hanging up. */
  async function remove(call: CallRow, by: RoomTokenContent, identity: string): Promise<void> {
    if (identity === by.identity || identity === `user-${call.user_id}`) throw new AppError('forbidden');
    const isOurs = call.platform === 'embedded';
    const isKnown =
      (isOurs && (await engine.person(by.room, identity))) ||
      (await calls.people.find(db.q, call.id, identity));
    if (!isKnown) throw new AppError('not_found');
    const decision = { call_id: call.id, identity, ruling: 'removed', ruled_by: by.identity } as const;
    await decisions.putDecision(db.q, decision, clock.now());
    await hosts.of(call).eject(by.room, identity);
  }

  /** Admits somebody from the lobby; stored, so that it still holds when they reload or reconnect. */
  async function admit(call: CallRow, by: RoomTokenContent, identity: string): Promise<void> {
    const person = await engine.person(by.room, identity);
    if (person?.attributes['access'] !== 'lobby') throw new AppError('not_found');
    const decision = { call_id: call.id, identity, ruling: 'admitted', ruled_by: by.identity } as const;
    await decisions.putDecision(db.q, decision, clock.now());
    await engine.admit(by.room, identity);
    const rights = await decisions.findRights(db.q, call.id, identity);
    if (rights) await engine.permit(by.room, identity, changePermissions(person.attributes, rights));
    const { name } = person;
    const who = { identity, name, role: roleOf(identity), user_id: null };
    await calls.people.came(db.q, call.id, who, clock.now());
  }

  return {
    guestOf,

    async enter(room, { token, user_name: chosen, join_id: joinId = randomUUID() }) {
      const { place, call, isAdmitted, escort } = await guestOf(token, room);
      const name = place.userId === null && chosen && !escort ? chosen : place.name;
      const access = place.isInLobby && !isAdmitted ? 'lobby' : 'full';
      const rights = await decisions.findRights(db.q, call.id, place.identity);
      const { permissions, attributes, metadata } = escort
        ? supervisorRights(escort.mode, escort.user_id)
        : rightsOf(place, call, rights ?? initialPermissions(place.isOwner));
      const isIn = access === 'full';
      const { identity, isOwner } = place;
      const sessionId = sessionIdOf(room, identity, joinId);
      const credentials = { room, identity, name, permissions, metadata, isIn, isOwner, kind: call.kind };
      const media = await hosts
        .of(call)
        .credentials({ ...credentials, attributes: { ...attributes, access, session: sessionId } });
      if (isIn) await entered(call, { identity, name });
      return {
        room_name: room,
        access,
        platform: call.platform,
        media,
        identity,
        session_id: sessionId,
        user_id: identity,
        user_name: name,
        is_owner: isOwner,
        role: roleOf(identity),
        permissions,
        max_participants: CALL_PEOPLE_MAX,
        kind: call.kind,
        start_video_off: call.kind === 'voice',
      };
    },

    async moderate(room, identity, { token, action, permissions }) {
      const { place, call } = await guestOf(token, room);
      await requireAdmin(place, call);
      // Whether they are there or not, so that nobody can find out.
      if (supervisorIn(identity) !== undefined) throw new AppError('forbidden');
      if (action === 'eject') await remove(call, place, identity);
      else if (action === 'restore') await decisions.deleteRemoval(db.q, call.id, identity);
      else if (call.platform !== 'embedded') throw new AppError('conflict', { reason: 'platform_moderates' });
      else if (action === 'admit') await admit(call, place, identity);
      else if (action === 'refuse')
        await engine.describe(room, identity, { attributes: { asks: 'refused' } });
      else if (action === 'permit') await permit(call, identity, permissions);
      else await engine.silence(room, identity, action);
    },

    async changeSelf(room, { token, user_name: name, user_data: data, request_access: asks }) {
      const { place, call, escort } = await guestOf(token, room);
      if (call.platform !== 'embedded') throw new AppError('conflict', { reason: 'platform_moderates' });
      if (isOnHold(place, call) || escort) throw new AppError('forbidden');
      const { identity } = place;
      await engine.describe(room, identity, {
        ...((name ?? asks) && { name: name ?? asks }),
        ...(data !== undefined && { metadata: limitedJson(data, USER_DATA_MAX) }),
        // The time makes a second request a change too, so that it is seen after a refusal.
        ...(asks !== undefined && { attributes: { asks: clock.now().toISOString() } }),
      });
    },

    async changeData(room, { token, data, merge }) {
      const { place, call, escort } = await guestOf(token, room);
      if (isOnHold(place, call) || escort) throw new AppError('forbidden');
      const isOurs = call.platform === 'embedded';
      const person = isOurs ? await engine.person(room, place.identity) : undefined;
      if (!person || person.attributes['access'] === 'lobby') throw new AppError('forbidden');
      await engine.changeData(room, (before) => mergeData(before, data, merge));
    },
  };
}

/** Whether they are a customer on hold: then the others get neither their media nor changes of their data. */
const isOnHold = ({ identity }: RoomTokenContent, call: CallRow): boolean =>
  call.held_at !== null && roleOf(identity) === 'customer';

/** A UUID of this join. It is computed from who joins, so that nobody can take somebody else's. */
function sessionIdOf(room: string, identity: string, joinId: string): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([room, identity, joinId]))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The attributes and permissions of somebody who joins now; reloading the page does not end a hold. */
function rightsOf(place: RoomTokenContent, call: CallRow, permissions: RoomPermissions) {
  const attributes = {
    user_id: place.identity,
    permissions: JSON.stringify(permissions),
    ...(place.isOwner && { owner: 'yes' }),
  };
  if (!isOnHold(place, call)) return { permissions, attributes, metadata: '' };
  const onHold = permissionsOnHold(attributes);
  return {
    permissions: onHold.permissions,
    attributes: { ...attributes, ...onHold.attributes },
    metadata: '',
  };
}
