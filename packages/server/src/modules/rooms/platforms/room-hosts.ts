import { randomUUID } from 'node:crypto';
import { CALL_PEOPLE_MAX, type CallPlatform } from '@trunkline/contract';
import type { CallPlatformConfig } from '#platform/config/call-platform-config';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { roleOf } from '#modules/calls';
import type { Settings } from '#modules/settings';
import { createDailyApi } from './daily-api.ts';
import { createDailyHost } from './daily-host.ts';
import type { MediaEngine } from '../media/media-engine.ts';
import type { RoomHost, RoomHosts } from './room-host.ts';

/** Each attempt costs the caller time, and if these servers were busy the others most likely are too. */
const LINE_TRIES = 3;

type Deps = Pick<Platform, 'clock' | 'log' | 'secrets'> & {
  settings: Pick<Settings, 'roomPlatform'>;
  engine: MediaEngine;
  calls: CallPlatformConfig;
};

/** All platforms, also those that new calls do not use: calls that are going on stay on theirs. */
export function createRoomHosts({ clock, log, secrets, settings, engine, calls }: Deps): RoomHosts {
  const { daily, cloudflareRoomUrl } = calls;
  // On other platforms the name may be all that is needed to join, so it must not be guessable from our room name.
  const nameOf = (room: string) => `t${secrets.sign('hosted room', room).slice(0, 24)}`;
  const hosts: Record<CallPlatform, RoomHost> = {
    embedded: ownHost(engine),
    daily: daily ? createDailyHost({ api: createDailyApi(daily, log), clock, nameOf }) : UNREACHABLE,
    cloudflare: cloudflareRoomUrl ? frameHost(cloudflareRoomUrl, nameOf) : UNREACHABLE,
  };
  return { current: settings.roomPlatform, of: ({ platform }) => hosts[platform] };
}

/** Our own media server, or a LiveKit server on another machine. */
function ownHost(engine: MediaEngine): RoomHost {
  return {
    presence: 'reported',
    newLine: (identity) => newRoomName(engine, identity),
    async credentials(credentials) {
      await engine.ensureRoom(credentials.room, CALL_PEOPLE_MAX);
      const inside = await engine.identities(credentials.room);
      // Supervisors take nobody's place.
      const present = inside.filter((identity) => roleOf(identity) !== 'supervisor');
      if (roleOf(credentials.identity) === 'supervisor') return engine.ticket(credentials);
      if (present.length >= CALL_PEOPLE_MAX && !present.includes(credentials.identity)) {
        throw new AppError('room_full');
      }
      return engine.ticket(credentials);
    },
    people: async (room) => (await engine.identities(room)).map((identity) => ({ identity, name: '' })),
    eject: engine.eject,
    close: engine.closeRoom,
  };
}

/** Finds a media server with capacity: the room name decides on which server a room is, so another name asks another server. */
export async function newRoomName(
  engine: Pick<MediaEngine, 'demandLine' | 'servers'>,
  identity: string,
): Promise<string> {
  for (let triesLeft = Math.min(LINE_TRIES, engine.servers); ; triesLeft -= 1) {
    const room = randomUUID();
    try {
      await engine.demandLine(room, identity);
      return room;
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'lines_busy';
      if (!isBusy || triesLeft <= 1) throw error;
    }
  }
}

/** Pages of another provider in a frame. We cannot find out anything about them. */
function frameHost(template: string, nameOf: (room: string) => string): RoomHost {
  return {
    ...UNREACHABLE,
    async credentials({ room, isIn }) {
      // These platforms have no lobby.
      if (!isIn) throw new AppError('forbidden');
      return { url: template.replace('{room}', nameOf(room)), token: '' };
    },
  };
}

/** A platform that is not configured any more: its calls can be ended here, and nothing else. */
const UNREACHABLE: RoomHost = {
  presence: 'unknown',
  newLine: () => Promise.resolve(randomUUID()),
  credentials: () => Promise.reject(new AppError('call_service_failed')),
  people: () => Promise.resolve(undefined),
  eject: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
