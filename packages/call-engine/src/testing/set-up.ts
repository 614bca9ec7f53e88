import type { RoomEntry } from '@trunkline/contract';
import { vi } from 'vitest';
import { Engine } from '../engine.ts';
import { FakeDevices, FakeTransport, fakeWire } from './fake-page.ts';

export const URL_OF_ROOM = 'https://example.test/rooms/room-1';
export const ROOM_ENTRY: RoomEntry = {
  room_name: 'room-1',
  access: 'full',
  platform: 'embedded',
  media: { url: 'wss://example.test/media', token: 'media-token' },
  identity: 'me',
  session_id: 'me',
  user_id: 'me',
  user_name: 'Dewi',
  is_owner: true,
  role: 'agent',
  permissions: { hasPresence: true, canSend: true, canReceive: { base: true }, canAdmin: ['participants'] },
  max_participants: 8,
  kind: 'video',
  start_video_off: false,
};

type Answer = { status?: number; body: unknown } | Error;

/** An engine with fakes for the page, for admission, whose answers the test sets, and for the room. */
export function setUp() {
  const out = fakeWire();
  const devices = new FakeDevices();
  const calls: { path: string; body: Record<string, unknown> }[] = [];
  const roomAccess: Record<string, Answer> = { enter: { body: { data: ROOM_ENTRY } } };
  let transport: FakeTransport | undefined;
  const shared = {};
  let ids = 0;
  const engine = new Engine(out.wire, {
    devices,
    shared: () => shared,
    processors: {},
    heights: () => new Map(),
    newId: () => ((ids += 1) === 1 ? 'own-id' : `own-id-${ids}`),
    fetch: (input, init) => {
      const path = (input as string).replace('https://example.test/api/rooms/room-1/', '');
      calls.push({ path, body: JSON.parse(init?.body as string) as Record<string, unknown> });
      const answer = roomAccess[path] ?? { body: { ok: true } };
      if (answer instanceof Error) return Promise.reject(answer);
      return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 }));
    },
    createTransport: (events) => (transport = new FakeTransport(events)),
  });
  const join = (properties: object = {}, preloadCache: object = {}) =>
    engine.handle({
      action: 'join-meeting',
      properties: { url: URL_OF_ROOM, token: 'room-token', ...properties },
      preloadCache,
    });
  const ask = async (action: string, fields: object = {}) => {
    await engine.handle({ action, callbackStamp: 's', ...fields });
    return out.last(`answer to ${action}`);
  };
  return { ...out, engine, devices, calls, roomAccess, shared, join, ask, transport: transport! };
}

export const settle = () => vi.advanceTimersByTimeAsync(0);
