import type { CallPlatformConfig } from '#platform/config/call-platform-config';
import type { Platform } from '#platform/platform';
import { type CallRow, type Calls, roleOf } from '#modules/calls';
import type { Auth } from '#modules/auth';
import type { Conversations } from '#modules/conversations';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import { createRoomAccess } from './access/room-access.ts';
import { createCallGuests } from './access/guests.ts';
import { createLinkRatings } from './access/link-ratings.ts';
import { createMediaAdmission } from './access/media-admission.ts';
import { createOutgoingCalls } from './access/outgoing-calls.ts';
import { createRecordingAccess } from './access/recording-access.ts';
import { createRoomTokens } from './access/tokens.ts';
import { createVisitorCalls, type SenderOf } from './access/visitor-calls.ts';
import { createRoomCarrier } from './carrier.ts';
import { createEngineEvents } from './media/engine-events.ts';
import { createMediaEngine, type MediaAddress } from './media/media-engine.ts';
import { createRecordingEngine } from './media/recording-engine.ts';
import { createRoomHosts } from './platforms/room-hosts.ts';

export type Rooms = ReturnType<typeof createRooms>;
type Deps = Platform & {
  settings: Settings;
  auth: Auth;
  tickets: Tickets;
  conversations: Conversations;
  calls: Calls;
  /** Where the media server is. */
  address: MediaAddress;
  /** The platforms of rooms, ours and others. */
  platforms: CallPlatformConfig;
  /** Who a visitor of a site is as a customer; live chat knows it. Locks the visitor. */
  senderOf: SenderOf;
};

/** Rooms as what carries calls: who comes in how, where the media are, and what the media server reports. */
export function createRooms(deps: Deps) {
  const { db, jobs, log, secrets, publicUrl, calls, address, platforms } = deps;
  const engine = createMediaEngine(address);
  const hosts = createRoomHosts({ ...deps, engine, calls: platforms });
  const tokens = createRoomTokens(secrets);
  const roomUrl = (room: string) => `${publicUrl()}/rooms/${room}`;
  const recorder = createRecordingEngine(address);
  const carrier = createRoomCarrier({ ...deps, engine, hosts, recorder, tokens, roomUrl });
  calls.register(carrier);
  const parts = { ...deps, engine, hosts, tokens, roomUrl, linkFor: carrier.linkFor };
  const engineEvents = createEngineEvents(parts);
  const entry = createRoomAccess({ ...parts, entered: engineEvents.entered });

  /** What was missed while reports were lost, or while nobody ran: calls whose people have all gone. */
  async function reconcile(): Promise<void> {
    await calls.endMissed();
    if (!engineEvents.canTell()) return;
    for (const call of await calls.listOn(db.q)) {
      await look(call).catch((error: unknown) =>
        log.warn({ err: error, call: call.id }, 'a call could not be looked at'),
      );
    }
  }
  jobs.define('rooms:reconcile', reconcile);
  jobs.schedule('rooms:reconcile', '* * * * *');

  async function look(call: CallRow): Promise<void> {
    await engineEvents.compare(call);
    if (call.held_at !== null) await calls.enforceHold(call.id);
  }

  return {
    enter: entry.enter,
    moderate: entry.moderate,
    changeSelf: entry.changeSelf,
    changeData: entry.changeData,
    take: engineEvents.take,
    reconcile,
    recordRoom: createRecordingAccess({ guestOf: entry.guestOf, recordings: calls.recordings }),
    rateRoom: createLinkRatings(parts),
    guests: createCallGuests(parts),
    outgoing: createOutgoingCalls(parts),
    visitors: createVisitorCalls({
      ...parts,
      seen: engineEvents.seen,
      newLine: hosts.of({ platform: hosts.current }).newLine,
    }),
    /** Looks at media tokens before the media server does. */
    roomOf: createMediaAdmission(parts),

    /** For who came by a link: how the call stands that their token is for. */
    async waitIn(room: string, token: string) {
      const { call, place } = await entry.guestOf(token, room);
      if (roleOf(place.identity) === 'customer') await engineEvents.seen(call);
      return calls.waitOf(call);
    },
  };
}
