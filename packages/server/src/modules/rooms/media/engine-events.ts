import type { WebhookEvent } from 'livekit-server-sdk';
import type { Platform } from '#platform/platform';
import {
  type CallAgentRow,
  type CallEnd,
  type CallRole,
  type CallRow,
  type Calls,
  roleOf,
} from '#modules/calls';
import { SYSTEM } from '#modules/tickets';
import type { MediaEngine } from './media-engine.ts';
import { recordingUpdateOf } from './recording-engine.ts';
import type { RoomParticipant, RoomHosts } from '../platforms/room-host.ts';
import { isStillAdmitted } from '../access/admission.ts';
import { isHeld } from '../access/room-permissions.ts';
import * as decisions from '../access/admission-decisions.ts';
import type { RoomEscorts } from '../supervisors/room-escorts.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'> & {
  engine: MediaEngine;
  hosts: RoomHosts;
  calls: Calls;
  escorts: Pick<RoomEscorts, 'compare' | 'left'>;
};

/** Whoever is gone for longer has left: a reloaded page is back sooner, and a lost connection recovers within it. */
const BACK_WITHIN_MS = 12_000;
/** How long somebody with a token may take to join; with a link by mail or chat, longer. */
const COMES_WITHIN_MS = 45_000;
const FOLLOWS_LINK_WITHIN_MS = 15 * 60_000;

/** How long the hosted service may take to list somebody who has joined. */
const SEEN_WITHIN_MS = 20_000;
/** A page asks for the state several times a minute; a hidden one once a minute, because browsers slow it down. */
const ASKS_WITHIN_MS = 3 * 60_000;

/** How long people in a call may take to reconnect after a start of the server. */
const COME_BACK_AFTER_START_MS = 20_000;

const NOBODY = { identity: '', name: '', attributes: {} };

type RoomIdentity = { room: string; identity: string };
type JoinedParticipant = RoomIdentity & { name: string; attributes: Record<string, string> };
type StoredParticipant = { identity: string; role: CallRole; joined_at: string };

/**
 * Applies what the media server reports to calls. Reports may come twice, late or never: each only says which room to look at,
 * and `compare` finds out the actual state.
 */
export type EngineEvents = {
  /** False for a while after a start, when an empty room may only be waiting for people to reconnect. */
  canTell(): boolean;
  /**
   * Marks people as gone who are no longer in the room, or got a token and never joined. Ends the call when the customer or all
   * agents are gone.
   */
  compare(call: CallRow): Promise<void>;
  /** Notes that somebody was admitted, on platforms that do not report joining. */
  entered(call: CallRow, person: RoomParticipant): Promise<void>;
  /** Notes that the customer's page has asked for the state of the call. */
  customerPolled(call: CallRow): Promise<void>;
  /** Takes in a report. Refuses one that is not signed with our secret. */
  receiveReport(body: string, authorization: string): Promise<void>;
};

export function createEngineEvents(deps: Deps): EngineEvents {
  const { db, clock, jobs, engine, hosts, calls, escorts } = deps;
  const trustedFrom = new Date(clock.now().getTime() + COME_BACK_AFTER_START_MS);
  const canTell = () => clock.now() >= trustedFrom;

  async function came({ room, identity, name, attributes }: JoinedParticipant): Promise<void> {
    // Supervisors are no people of the call; who of them may be in it was decided at the door.
    if (roleOf(identity) === 'supervisor') return;
    const call = await calls.find(db.q, { room_name: room });
    if (!call || call.state === 'ended') return;
    // A LiveKit server on another machine is not behind our admission, and does not know our decisions.
    const ruling = await decisions.findDecision(db.q, call.id, identity);
    if (!isStillAdmitted({ identity, attributes, ruling })) return hosts.of(call).eject(room, identity);
    // People in the lobby are not in the call until they are admitted.
    if (attributes['access'] === 'lobby') return;
    const userId = /^user-(\d+)$/.exec(identity)?.[1];
    const person = {
      identity,
      name,
      role: roleOf(identity),
      user_id: userId ? Number(userId) : null,
    };
    await calls.people.came(db.q, call.id, person, clock.now());
    if (person.role !== 'customer') return;
    await calls.arrived(room);
    // A hold began or ended between admission and joining.
    const isOther = isHeld(attributes) !== (call.held_at !== null);
    if (isOther) await db.transaction((tx) => calls.enforceHoldLater(tx, call.id));
  }

  async function left({ room, identity }: RoomIdentity): Promise<void> {
    const call = await calls.find(db.q, { room_name: room });
    if (!call || call.state === 'ended') return;
    if (roleOf(identity) === 'supervisor') return escorts.left(call, identity);
    await calls.people.left(db.q, call.id, identity, clock.now());
    await lookLater(room, BACK_WITHIN_MS);
  }

  async function lookLater(room: string, ms: number): Promise<void> {
    const options = { runAt: new Date(clock.now().getTime() + ms), key: `rooms:look:${room}` };
    await db.transaction((tx) => tx.enqueue('rooms:look', { room }, options));
  }

  async function compare(call: CallRow): Promise<void> {
    const inside = await hosts.of(call).people(call.room_name);
    if (!inside) return compareBlind(call);
    const present = new Set(inside.map(({ identity }) => identity));
    await escorts.compare(call, present);
    const people = await reconcilePresence(call, inside, present);
    // The customer of a call-back only joins after an agent has picked up.
    if (call.answered_at === null && call.direction === 'outbound') return;
    if (isCustomerGone(call, present, people)) {
      return finish(call.id, call.answered_at === null ? 'abandoned' : 'left');
    }
    if (call.state === 'connected') await compareAgents(call, present, people);
  }

  /**
   * Notes who has left, and, on platforms that list participants only on request, who has joined. People who reload the page are
   * missing for a moment, and must not count as gone.
   */
  async function reconcilePresence(call: CallRow, inside: readonly RoomParticipant[], present: Set<string>) {
    const isAsked = hosts.of(call).presence === 'asked';
    const room = call.room_name;
    if (isAsked)
      for (const { identity, name } of inside) await came({ room, identity, name, attributes: {} });
    const people = await calls.people.list(db.q, call.id);
    const withinMs = isAsked ? SEEN_WITHIN_MS : BACK_WITHIN_MS;
    const from = clock.now().getTime() - withinMs;
    let isAnyMissed = false;
    for (const { identity, left_at: leftAt } of people.filter((each) => !present.has(each.identity))) {
      if (leftAt === null) await calls.people.left(db.q, call.id, identity, clock.now());
      if (leftAt !== null && Date.parse(leftAt) <= from) continue;
      present.add(identity);
      isAnyMissed = true;
    }
    if (isAnyMissed) await lookLater(room, withinMs);
    return people;
  }

  /** On platforms that never say who is inside, the customer counts as there as long as their page asks for the state. */
  async function compareBlind(call: CallRow): Promise<void> {
    const { id, answered_at: answeredAt, seen_at: seenAt } = call;
    if (answeredAt === null && call.direction === 'outbound') return;
    const unseenMs = clock.now().getTime() - Date.parse(seenAt ?? answeredAt ?? call.started_at);
    const isLinkOpen = answeredAt !== null && seenAt === null;
    const isGone = unseenMs > (isLinkOpen ? FOLLOWS_LINK_WITHIN_MS : ASKS_WITHIN_MS);
    if (isGone) await finish(id, answeredAt === null ? 'abandoned' : 'left');
  }

  async function customerPolled(call: CallRow): Promise<void> {
    if (call.state === 'ended' || hosts.of(call).presence !== 'unknown') return;
    await calls.customerPolled(call);
  }

  async function entered(call: CallRow, { identity, name }: RoomParticipant): Promise<void> {
    const { presence } = hosts.of(call);
    const room = call.room_name;
    if (presence === 'asked') await lookLater(room, SEEN_WITHIN_MS);
    if (presence !== 'unknown') return;
    await came({ room, identity, name, attributes: {} });
    if (roleOf(identity) === 'customer') await customerPolled(call);
  }

  async function compareAgents(
    { id }: CallRow,
    present: ReadonlySet<string>,
    people: readonly StoredParticipant[],
  ): Promise<void> {
    const agents = await calls.agents.list(db.q, id);
    if (agents.length === 0) return finish(id, 'left');
    for (const agent of agents) if (isAgentGone(agent, present, people)) await leaveBehind(id, agent);
  }

  function isCustomerGone(
    call: CallRow,
    present: ReadonlySet<string>,
    people: readonly StoredParticipant[],
  ): boolean {
    if ([...present].some((identity) => roleOf(identity) === 'customer')) return false;
    const ageMs = clock.now().getTime() - Date.parse(call.answered_at ?? call.started_at);
    const withinMs = call.direction === 'outbound' ? FOLLOWS_LINK_WITHIN_MS : COMES_WITHIN_MS;
    return ageMs > withinMs || people.some(({ role }) => role === 'customer');
  }

  /** Whether an agent is gone. After another invitation only later events count. */
  function isAgentGone(
    { user_id: userId, since }: CallAgentRow,
    present: ReadonlySet<string>,
    people: readonly StoredParticipant[],
  ): boolean {
    const own = `user-${userId}`;
    if (present.has(own)) return false;
    const from = Date.parse(since);
    const wasHere = people.some(({ identity, joined_at: at }) => identity === own && Date.parse(at) >= from);
    return wasHere || clock.now().getTime() - from > COMES_WITHIN_MS;
  }

  /** Removes an agent whose page is gone from the call, unless they were invited again meanwhile. */
  async function leaveBehind(callId: number, { user_id: userId, since }: CallAgentRow): Promise<void> {
    await db.transaction(async (tx) => {
      const call = await calls.lock(tx, { id: callId });
      const agent = call && (await calls.agents.find(tx.q, callId, userId));
      if (!call || call.state !== 'connected' || agent?.since !== since) return;
      await calls.leave(tx, call, userId, { reason: 'left', author: SYSTEM });
    });
  }

  async function finish(callId: number, reason: CallEnd): Promise<void> {
    await db.transaction(async (tx) => {
      const call = await calls.lock(tx, { id: callId });
      if (call && call.state !== 'ended') await calls.end(tx, call, reason, SYSTEM);
    });
  }

  /** Looks at a room some time after a report, and marks people as gone who have not come back. */
  async function checkRoom({ room }: { room: string }): Promise<void> {
    const call = await calls.find(db.q, { room_name: room });
    if (!call || call.state === 'ended') return;
    if (canTell()) return compare(call);
    const options = { runAt: trustedFrom, key: `rooms:look:${room}` };
    await db.transaction((tx) => tx.enqueue('rooms:look', { room }, options));
  }
  jobs.define('rooms:look', checkRoom);

  return {
    canTell,
    compare,
    entered,
    customerPolled,

    async receiveReport(body, authorization) {
      const event: WebhookEvent = await engine.read(body, authorization);
      const room = event.room?.name ?? '';
      const { identity, name, attributes } = event.participant ?? NOBODY;
      if (event.event === 'participant_joined') await came({ room, identity, name, attributes });
      else if (event.event === 'participant_left') await left({ room, identity });
      else if (event.event === 'room_finished') await left({ room, identity: '' });
      else if (event.egressInfo) await calls.recordings.applyUpdate(recordingUpdateOf(event.egressInfo));
    },
  };
}
