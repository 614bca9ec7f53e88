import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asTrack, FakeStream, FakeTrack, person } from '../testing/fake-page.ts';
import { ENTRY, settle, setUp, URL_OF_ROOM } from '../testing/set-up.ts';

// What programs that were written for the hosted service expect of a room.

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('MediaStream', FakeStream);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const voice = () => ({
  sid: 'TR1',
  key: 'audio',
  kind: 'audio' as const,
  isMuted: false,
  isPaused: false,
  isSubscribed: true,
  track: asTrack(new FakeTrack('audio')),
});

describe('who is in the room already', () => {
  test('is announced before one is in oneself, and the answer to joining is the local participant', async () => {
    const { join, transport, posted, engine } = setUp();
    transport.people = [person('joko', { tracks: [voice()] }), person('siti')];
    await join();
    await settle();
    const order = posted.flatMap(({ action, participant, participants }): string[] => {
      if (action === 'participant-joined') return [(participant as { session_id: string }).session_id];
      return action === 'joined-meeting' ? Object.keys(participants as object) : [];
    });
    expect(order).toEqual(['joko', 'siti', 'local']);
    // The library looks for the tracks there when the message comes.
    expect(Object.values(engine.state.streams)).toMatchObject([{ participantId: 'joko', type: 'cam' }]);
  });

  test('is announced once', async () => {
    const { join, transport, named } = setUp();
    transport.people = [person('joko')];
    await join();
    await settle();
    transport.events.onChange();
    await settle();
    expect(named('participant-joined')).toHaveLength(1);
    expect(named('participant-counts-updated').at(-1)).toMatchObject({ participantCounts: { present: 2 } });
  });
});

describe('a token in the room’s address', () => {
  const url = `${URL_OF_ROOM}?t=room-token`;

  test.each(['join-meeting', 'daily-method-preauth'])('is read by %s', async (action) => {
    const { engine, calls } = setUp();
    await engine.take({ action, properties: { url }, preloadCache: {} });
    await settle();
    expect(calls[0]).toMatchObject({ path: 'enter', body: { token: 'room-token' } });
  });

  test('gives way to one that is said by itself', async () => {
    const { join, calls } = setUp();
    await join({ url: `${URL_OF_ROOM}?t=another` });
    expect(calls[0]?.body['token']).toBe('room-token');
  });
});

test('preAuth tells who one is, what one may do, and that one may come in', async () => {
  const { engine, ask, named, door } = setUp();
  const permissions = { ...ENTRY.permissions, canSend: ['audio'] };
  door['enter'] = { body: { data: { ...ENTRY, permissions } } };
  const answer = await ask('daily-method-preauth', { properties: { url: URL_OF_ROOM, token: 'x' } });
  expect(answer).toMatchObject({ access: { level: 'full' } });
  await settle();
  expect(named('participant-updated').at(-1)).toMatchObject({
    participant: {
      local: true,
      session_id: 'me',
      user_id: 'me',
      user_name: 'Dewi',
      owner: true,
      permissions: { canSend: new Set(['audio']), canAdmin: new Set(['participants']) },
    },
  });
  expect(named('access-state-updated').at(-1)).toMatchObject({ access: { level: 'full' } });
  expect(engine.state.local.streams.cam.stream.getTracks()).toEqual([]);
});
