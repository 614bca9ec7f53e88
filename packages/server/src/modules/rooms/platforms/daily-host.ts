import { randomUUID } from 'node:crypto';
import { CALL_PEOPLE_MAX } from '@trunkline/contract';
import { AppError } from '#platform/errors';
import type { Clock } from '#platform/clock';
import type { DailyApi } from './daily-api.ts';
import type { RoomHost } from './room-host.ts';

/** As long as our own tokens are valid; by then the service deletes a room that we could not delete. */
const VALID_S = 12 * 3600;

/**
 * Prefixes of the identities that we give; anybody else is a guest who knocked, and whose joining and leaving does not affect
 * the call.
 */
const OURS = /^(user|visitor|guest|invitee)-/;

type Deps = { api: DailyApi; clock: Clock; nameOf: (room: string) => string };

/** Rooms of the hosted service: created for a call and deleted after it. */
export function createDailyHost({ api, clock, nameOf }: Deps): RoomHost {
  const expiry = () => Math.floor(clock.now().getTime() / 1000) + VALID_S;

  return {
    presence: 'asked',

    async newLine() {
      await api.demandAnswer().catch((error: unknown) => {
        // The caller cannot do anything about the reason; it is in the log.
        if (error instanceof AppError) throw new AppError('lines_busy');
        throw error;
      });
      return randomUUID();
    },

    async credentials({ room, identity, name, isOwner, isIn, kind }) {
      const room_name = nameOf(room);
      const url = await api.ensureRoom(room_name, {
        exp: expiry(),
        max_participants: CALL_PEOPLE_MAX,
        enable_knocking: true,
      });
      // Without a token one can only ask to be let in, which is what the lobby does there.
      if (!isIn) return { url, token: '' };
      const token = await api.makeToken({
        room_name,
        exp: expiry(),
        user_id: identity,
        user_name: name,
        is_owner: isOwner,
        start_video_off: kind === 'voice',
      });
      return { url, token };
    },

    async people(room) {
      const present = await api.presence(nameOf(room));
      return present.flatMap(({ userId, userName }) =>
        userId && OURS.test(userId) ? [{ identity: userId, name: userName ?? '' }] : [],
      );
    },

    eject: (room, identity) => api.eject(nameOf(room), { user_ids: [identity] }),

    async close(room) {
      const name = nameOf(room);
      // Nobody can join a deleted room, but who is inside stays: they are removed first.
      const ids = (await api.presence(name)).map(({ id }) => id);
      if (ids.length > 0) await api.eject(name, { ids });
      await api.deleteRoom(name);
    },
  };
}
