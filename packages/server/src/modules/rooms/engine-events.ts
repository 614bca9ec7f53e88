import type { WebhookEvent } from 'livekit-server-sdk';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import { SYSTEM, type Author } from '#modules/tickets';
import type { MediaEngine } from './media-engine.ts';
import { newsOf } from './recording-engine.ts';
import type { Recordings } from './recordings-service.ts';
import { roleOf, type CallRole } from './roles.ts';
import * as rulings from './rulings.ts';
import type { EndReason } from './service.ts';
import * as store from './store.ts';
import type { CallRow } from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'> & {
  engine: MediaEngine;
  recordings: Pick<Recordings, 'note'>;
  end: (tx: Tx, call: CallRow, reason: EndReason, author: Author) => Promise<void>;
  lockWithTicket: (tx: Tx, room: string) => Promise<CallRow | undefined>;
  /** A customer has come in. */
  arrived: (room: string) => Promise<void>;
};

/** Somebody who reloads a page is gone for a moment; a line that was cut needs longer than that to be missed. */
const BACK_WITHIN_MS = 12_000;
/** Somebody who was given a place has this long to come; who was sent a link, longer. */
const COMES_WITHIN_MS = 45_000;
const FOLLOWS_LINK_WITHIN_MS = 15 * 60_000;

/** After a start of the server everybody in a call needs a moment to come back to it. */
const COME_BACK_AFTER_START_MS = 20_000;

type Who = { room: string; identity: string };
type Came = Who & { name: string; isInLobby: boolean };

/**
 * What the media server reports, in terms of calls. Reports may come twice, late or never: each only says where to look,
 * and `compare` finds out how things are.
 */
export function createEngineEvents(deps: Deps) {
  const { db, clock, jobs, engine, recordings, end, lockWithTicket, arrived } = deps;
  const trustedFrom = new Date(clock.now().getTime() + COME_BACK_AFTER_START_MS);
  /** Whether a room that looks empty is empty, and not only waiting for its people after a start. */
  const canTell = () => clock.now() >= trustedFrom;

  async function came({ room, identity, name, isInLobby }: Came): Promise<void> {
    const call = await store.findCall(db.q, { room_name: room });
    if (!call || call.state === 'ended') return;
    // A media token is good for some minutes, and the media server knows nothing of those who were put out.
    const ruling = await rulings.findRuling(db.q, call.id, identity);
    if (ruling === 'removed') return engine.eject(room, identity);
    // Who waits at the door is not in the call; being let in is what makes them.
    if (isInLobby) return;
    const userId = /^user-(\d+)$/.exec(identity)?.[1];
    const person = {
      identity,
      name,
      role: roleOf(identity),
      user_id: userId ? Number(userId) : null,
    };
    await store.insertPerson(db.q, call.id, person, clock.now());
    if (person.role === 'customer') await arrived(room);
  }

  async function left({ room, identity }: Who): Promise<void> {
    const call = await store.findCall(db.q, { room_name: room });
    if (!call || call.state === 'ended') return;
    await store.markLeft(db.q, call.id, identity, clock.now());
    const runAt = new Date(clock.now().getTime() + BACK_WITHIN_MS);
    await db.transaction((tx) => tx.enqueue('rooms:look', { room }, { runAt, key: `rooms:look:${room}` }));
  }

  /**
   * Ends a call that one of its sides has left: who was in it and is no longer, or who was given a place and never came.
   */
  async function compare(call: CallRow): Promise<void> {
    const present = new Set(await engine.identities(call.room_name));
    const people = await store.listPeople(db.q, call.id);
    for (const { identity, left_at: leftAt } of people) {
      if (leftAt === null && !present.has(identity))
        await store.markLeft(db.q, call.id, identity, clock.now());
    }
    const ageMs = clock.now().getTime() - Date.parse(call.answered_at ?? call.started_at);
    const isLinked = call.direction === 'outbound';
    const isGone = (role: CallRole) =>
      ![...present].some((identity) => roleOf(identity) === role) &&
      (ageMs > (isLinked && role === 'customer' ? FOLLOWS_LINK_WITHIN_MS : COMES_WITHIN_MS) ||
        people.some((person) => person.role === role));
    if (call.answered_at === null) {
      // Of a call-back, the customer comes only after somebody has picked it up.
      if (!isLinked && isGone('customer')) await finish(call.room_name, 'abandoned');
    } else if (isGone('customer') || isGone('agent')) await finish(call.room_name, 'left');
  }

  async function finish(room: string, reason: EndReason): Promise<void> {
    await db.transaction(async (tx) => {
      const call = await lockWithTicket(tx, room);
      if (call && call.state !== 'ended') await end(tx, call, reason, SYSTEM);
    });
  }

  /** After a pause for coming back: who was here and is not any more has left. */
  async function look({ room }: { room: string }): Promise<void> {
    const call = await store.findCall(db.q, { room_name: room });
    if (!call || call.state === 'ended') return;
    if (canTell()) return compare(call);
    const options = { runAt: trustedFrom, key: `rooms:look:${room}` };
    await db.transaction((tx) => tx.enqueue('rooms:look', { room }, options));
  }
  jobs.define('rooms:look', look);

  return {
    canTell,
    compare,

    async take(body: string, authorization: string): Promise<void> {
      const event: WebhookEvent = await engine.read(body, authorization);
      const who = whoIn(event);
      if (event.event === 'participant_joined') await came(who);
      else if (event.event === 'participant_left') await left(who);
      else if (event.event === 'room_finished') await left({ ...who, identity: '' });
      else if (event.egressInfo) await recordings.note(newsOf(event.egressInfo));
    },
  };
}

function whoIn({ room, participant }: WebhookEvent): Came {
  const { identity = '', name = '', attributes } = participant ?? {};
  return { room: room?.name ?? '', identity, name, isInLobby: attributes?.['access'] === 'lobby' };
}
