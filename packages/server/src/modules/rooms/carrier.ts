import { CALL_PEOPLE_MAX, Media } from '@trunkline/contract';
import type { Platform } from '#platform/platform';
import { type CallCarrier, type CallRow, roleOf } from '#modules/calls';
import { createCallCodes } from './access/short-links.ts';
import type { RoomTokens } from './access/tokens.ts';
import { permissionsOnHold, isHeld, permissionsAfterHold } from './access/room-permissions.ts';
import * as decisions from './access/admission-decisions.ts';
import type { MediaEngine } from './media/media-engine.ts';
import type { RecordingEngine } from './media/recording-engine.ts';
import type { RoomHosts } from './platforms/room-host.ts';

type Deps = Pick<Platform, 'clock' | 'secrets' | 'publicUrl'> & {
  engine: MediaEngine;
  hosts: RoomHosts;
  recorder: RecordingEngine;
  tokens: RoomTokens;
  roomUrl: (room: string) => string;
};

/** Carries calls in rooms: on our own media server, or on another platform. */
export function createRoomCarrier({
  clock,
  engine,
  hosts,
  recorder,
  tokens,
  roomUrl,
  ...own
}: Deps): CallCarrier {
  /** Only our own media server can hold and record: the media of other platforms do not pass through it. */
  const isOurs = ({ platform }: Pick<CallRow, 'platform'>): boolean => platform === 'embedded';

  async function applyHoldTo({ room_name: room, held_at: heldAt }: CallRow, identity: string): Promise<void> {
    const person = await engine.person(room, identity);
    if (!person || person.attributes['access'] === 'lobby') return;
    if (isHeld(person.attributes) === (heldAt !== null)) return;
    const change =
      heldAt === null ? permissionsAfterHold(person.attributes) : permissionsOnHold(person.attributes);
    await engine.permit(room, identity, change);
  }

  return {
    mediaIds: [Media.roomVoice, Media.videoCall, Media.videoTiles],

    /** Section 9: media 18 for voice; for video 16 (embedded frame) or 17 (participant tiles). */
    async startsOn(kind) {
      const platform = await hosts.current();
      if (kind === 'voice') return { platform, media_id: Media.roomVoice };
      return { platform, media_id: platform === 'cloudflare' ? Media.videoCall : Media.videoTiles };
    },

    joinCredentialsOf({ room_name: room, kind }, { id, fullname: name }) {
      const place = { room, identity: `user-${id}`, name, userId: id, isOwner: true, kind };
      return { url: roomUrl(room), token: tokens.write(place, clock.now()) };
    },

    linkFor({ id, room_name: room, kind }, name) {
      const place = { room, identity: `guest-${id}`, name, userId: null, isOwner: false, kind };
      return `${roomUrl(room)}?t=${tokens.write(place, clock.now())}`;
    },

    shortLinkFor: createCallCodes(own).target,

    readmit: (tx, { id }, userId) => decisions.deleteRemoval(tx.q, id, `user-${userId}`),
    eject: (call, userId) => hosts.of(call).eject(call.room_name, `user-${userId}`),
    /** Closes the room on the platform where it was opened, whatever the settings say by now. */
    close: (call) => hosts.of(call).close(call.room_name),
    canHold: isOurs,

    async applyHold(call) {
      const customers = (await engine.identities(call.room_name)).filter(
        (identity) => roleOf(identity) === 'customer',
      );
      await Promise.all(customers.map((identity) => applyHoldTo(call, identity)));
    },

    recorder: {
      ...recorder,
      isPossible: isOurs,
      async start(room) {
        await engine.ensureRoom(room, CALL_PEOPLE_MAX);
        return recorder.start(room);
      },
    },
  };
}
