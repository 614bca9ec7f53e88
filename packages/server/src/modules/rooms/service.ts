import type { BodyOf, rateRoom, recordRoom, RoomRecording, GuestCallState } from '@trunkline/contract';
import type { CallPlatformConfig } from '#platform/config/call-platform-config';
import type { Platform } from '#platform/platform';
import { type CallRow, type Calls, roleOf } from '#modules/calls';
import type { Auth } from '#modules/auth';
import type { Conversations } from '#modules/conversations';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import { createRoomAccess, type RoomAccess } from './access/room-access.ts';
import { createCallGuests, type CallGuests } from './access/guests.ts';
import { createLinkRatings } from './access/link-ratings.ts';
import { createMediaAdmission } from './access/media-admission.ts';
import { createOutgoingCalls, type RoomOutgoingCalls } from './access/outgoing-calls.ts';
import { createRecordingAccess } from './access/recording-access.ts';
import { createRoomTokens } from './access/tokens.ts';
import { createShortLinks, type ShortLinks } from './access/short-links.ts';
import { createVisitorCalls, type VisitorCalls, type FindVisitorSender } from './access/visitor-calls.ts';
import { createRoomCarrier } from './carrier.ts';
import { createEngineEvents } from './media/engine-events.ts';
import { createMediaEngine, type MediaAddress } from './media/media-engine.ts';
import { createRecordingEngine } from './media/recording-engine.ts';
import { createRoomHosts } from './platforms/room-hosts.ts';
import { createRoomEscorts } from './supervisors/room-escorts.ts';

/**
 * Carries calls in rooms: who may join how, where the media server is, and what it reports. @throws AppError `forbidden` for a
 * token that is not for that room; `meeting_ended` when the call is over
 */
export type Rooms = Omit<RoomAccess, 'guestOf'> & {
  /** What a customer who came by a link waits for, by their token. */
  waitIn(room: string, token: string): Promise<GuestCallState>;
  /** Checks a media token before the media server does: returns the room that it opens, undefined where it opens none. */
  roomOf(token: string, isReturning: boolean): Promise<string | undefined>;
  /** Starts, stops or looks at the recording, for those who are in the call; null where there is none. */
  recordRoom(room: string, asked: BodyOf<typeof recordRoom>): Promise<RoomRecording | null>;
  /** Stores the rating of a customer who came by a link. */
  rateRoom(room: string, body: BodyOf<typeof rateRoom>): Promise<void>;
  /** Takes in a report of the media server. Refuses one that is not signed with our secret. */
  receiveReport(body: string, authorization: string): Promise<void>;
  /** Ends calls whose people have all left, in case reports were lost; a job runs it every minute. */
  reconcile(): Promise<void>;
  guests: CallGuests;
  outgoing: RoomOutgoingCalls;
  shortLinks: ShortLinks;
  visitors: VisitorCalls;
};

type Deps = Platform & {
  settings: Settings;
  auth: Auth;
  tickets: Tickets;
  conversations: Conversations;
  calls: Calls;
  /** The address of the media server. */
  address: MediaAddress;
  /** The configured platforms, ours and others. */
  platforms: CallPlatformConfig;
  /** The customer that a visitor of a site is; live chat knows it. Locks the visitor. */
  senderOf: FindVisitorSender;
};

/** See `Rooms`. */
export function createRooms(deps: Deps): Rooms {
  const { db, jobs, log, secrets, publicUrl, calls, address, platforms } = deps;
  const engine = createMediaEngine(address);
  const hosts = createRoomHosts({ ...deps, engine, calls: platforms });
  const tokens = createRoomTokens(secrets);
  const roomUrl = (room: string) => `${publicUrl()}/rooms/${room}`;
  const recorder = createRecordingEngine(address);
  const carrier = createRoomCarrier({ ...deps, engine, hosts, recorder, tokens, roomUrl });
  calls.register(carrier);
  const parts = {
    ...deps,
    engine,
    hosts,
    tokens,
    roomUrl,
    linkFor: carrier.linkFor,
    shortLinkFor: carrier.shortLinkFor,
  };
  const escorts = createRoomEscorts(parts);
  calls.registerEscorts('room', escorts);
  const engineEvents = createEngineEvents({ ...parts, escorts });
  const entry = createRoomAccess({ ...parts, entered: engineEvents.entered });

  /** Ends missed invitations, and calls whose people have all left while reports were lost or the server was down. */
  async function reconcile(): Promise<void> {
    await calls.endMissed();
    await escorts.endForbidden();
    if (!engineEvents.canTell()) return;
    for (const call of await calls.listOn(db.q)) {
      await reconcileCall(call).catch((error: unknown) =>
        log.warn({ err: error, call: call.id }, 'a call could not be looked at'),
      );
    }
  }
  jobs.define('rooms:reconcile', reconcile);
  jobs.schedule('rooms:reconcile', '* * * * *');

  async function reconcileCall(call: CallRow): Promise<void> {
    await engineEvents.compare(call);
    if (call.held_at !== null) await calls.enforceHold(call.id);
  }

  return {
    enter: entry.enter,
    moderate: entry.moderate,
    changeSelf: entry.changeSelf,
    changeData: entry.changeData,
    receiveReport: engineEvents.receiveReport,
    reconcile,
    recordRoom: createRecordingAccess({ guestOf: entry.guestOf, recordings: calls.recordings }),
    rateRoom: createLinkRatings(parts),
    guests: createCallGuests(parts),
    outgoing: createOutgoingCalls(parts),
    shortLinks: createShortLinks(parts),
    visitors: createVisitorCalls({
      ...parts,
      customerPolled: engineEvents.customerPolled,
      newLine: async (identity) => hosts.of({ platform: await hosts.current() }).newLine(identity),
    }),
    roomOf: createMediaAdmission(parts),

    async waitIn(room, token) {
      const { call, place } = await entry.guestOf(token, room);
      if (roleOf(place.identity) === 'customer') await engineEvents.customerPolled(call);
      return calls.waitOf(call);
    },
  };
}
