import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asTrack, FakeStream, FakeTrack, person } from '../testing/fake-page.ts';
import { ROOM_ENTRY, settle, setUp, URL_OF_ROOM } from '../testing/set-up.ts';

// What programs written for the hosted service expect of a room.

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
  test('is announced before joining completes, and the answer to joining is the local participant', async () => {
    const { join, transport, posted, engine } = setUp();
    transport.people = [person('joko', { tracks: [voice()] }), person('siti')];
    await join();
    await settle();
    const order = posted.flatMap(({ action, participant, participants }): string[] => {
      if (action === 'participant-joined') return [(participant as { session_id: string }).session_id];
      return action === 'joined-meeting' ? Object.keys(participants as object) : [];
    });
    expect(order).toEqual(['joko', 'siti', 'local']);
    // The library reads the tracks from there when the message arrives.
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
    await engine.handle({ action, properties: { url }, preloadCache: {} });
    await settle();
    expect(calls[0]).toMatchObject({ path: 'enter', body: { token: 'room-token' } });
  });

  test('is overruled by a token that is passed separately', async () => {
    const { join, calls } = setUp();
    await join({ url: `${URL_OF_ROOM}?t=another` });
    expect(calls[0]?.body['token']).toBe('room-token');
  });
});

test('preAuth returns the own identity and permissions, and that admission was granted', async () => {
  const { engine, ask, named, roomAccess } = setUp();
  const permissions = { ...ROOM_ENTRY.permissions, canSend: ['audio'] };
  roomAccess['enter'] = { body: { data: { ...ROOM_ENTRY, permissions } } };
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

describe('room()', () => {
  const ask = async (fields: object = {}) => {
    const { join, ask } = setUp();
    await join();
    return ask('lib-room-info', fields);
  };

  test('shows all that there is to know of a room, by the documented names', async () => {
    expect(await ask({ includeRoomConfigDefaults: true })).toMatchObject({
      id: 'room-1',
      name: 'room-1',
      config: {
        max_participants: 8,
        start_video_off: false,
        enable_screenshare: true,
        enable_chat: true,
        enable_knocking: true,
        enable_prejoin_ui: false,
        enable_dialout: false,
      },
      domainConfig: { enable_chat: true, enable_transcription: false, hide_daily_branding: true },
      tokenConfig: { is_owner: true, user_id: 'me', user_name: 'Dewi', enable_screenshare: true },
    });
  });

  test('leaves out what holds for every room, where that is asked', async () => {
    expect(await ask({ includeRoomConfigDefaults: false })).toMatchObject({
      config: { max_participants: 8, start_video_off: false },
      domainConfig: {},
    });
    expect((await ask({ includeRoomConfigDefaults: false }))?.['config']).not.toHaveProperty('enable_chat');
  });
});

test('an admitted guest already has their own video when the admission is announced', async () => {
  const { join, transport, roomAccess, posted, engine } = setUp();
  roomAccess['enter'] = { body: { data: { ...ROOM_ENTRY, access: 'lobby' } } };
  transport.me = person('me', { attributes: { access: 'lobby' }, canPublish: false });
  await join();
  await settle();
  transport.me = person('me');
  transport.events.onChange();
  await settle();
  const letIn = posted.findLastIndex(({ action }) => action === 'access-state-updated');
  expect(posted[letIn]).toMatchObject({ access: { level: 'full' } });
  const told = posted.slice(0, letIn).findLast(({ action }) => action === 'participant-updated');
  expect(told).toMatchObject({
    participant: { local: true, tracks: { video: { state: 'playable' }, audio: { state: 'playable' } } },
  });
  const tracks = engine.state.local.streams.cam.stream.getTracks();
  expect(tracks.map(({ kind, readyState }) => `${kind} ${readyState}`).toSorted()).toEqual([
    'audio live',
    'video live',
  ]);
});

test('an admitted guest is told so even if the camera permission prompt is still open', async () => {
  const { join, transport, roomAccess, devices, named } = setUp();
  roomAccess['enter'] = { body: { data: { ...ROOM_ENTRY, access: 'lobby' } } };
  devices.getUserMedia = () => new Promise(() => undefined);
  transport.me = person('me', { attributes: { access: 'lobby' }, canPublish: false });
  await join();
  await settle();
  transport.me = person('me');
  transport.events.onChange();
  await vi.advanceTimersByTimeAsync(2000);
  expect(named('access-state-updated').at(-1)).toMatchObject({ access: { level: 'full' } });
});

describe('who leaves', () => {
  async function joined() {
    const all = setUp();
    all.transport.people = [person('joko')];
    await all.join();
    await settle();
    const change = async (people: typeof all.transport.people) => {
      all.transport.people = people;
      all.transport.events.onChange();
      await settle();
    };
    return { ...all, change };
  }
  const hidden = person('joko', {
    attributes: { access: 'full', permissions: JSON.stringify({ hasPresence: false }) },
  });

  test('is no longer counted when the others are told', async () => {
    const { change, posted } = await joined();
    await change([]);
    expect(posted.slice(-2)).toMatchObject([
      { action: 'participant-counts-updated', participantCounts: { present: 1 } },
      { action: 'participant-left', participant: { session_id: 'joko' } },
    ]);
    expect(posted.at(-1)).not.toHaveProperty('reason');
  });

  test('by losing the presence permission disappears, and reappears with it', async () => {
    const { change, last, named } = await joined();
    await change([hidden]);
    expect(last('participant-left')).toMatchObject({
      reason: 'hidden',
      participant: { session_id: 'joko' },
    });
    // The media server then removes the participant altogether.
    await change([]);
    expect(named('participant-left')).toHaveLength(1);
    await change([person('joko')]);
    expect(named('participant-joined')).toHaveLength(2);
  });
});

test('user data that is passed when joining is in the answer to joining', async () => {
  const { join, named } = setUp();
  await join({ userData: { order: 17 } });
  expect(named('joined-meeting')[0]).toMatchObject({
    participants: { local: { userData: { order: 17 } } },
  });
});

test('the local participant is marked as recorded while a recording runs', async () => {
  const { join, transport, named } = setUp();
  await join();
  const change = async (isRecorded: boolean) => {
    transport.isBeingRecorded = isRecorded;
    transport.events.onChange();
    await settle();
    return named('participant-updated').at(-1)?.['participant'];
  };
  expect(await change(true)).toMatchObject({ local: true, record: true });
  expect(await change(false)).toMatchObject({ local: true, record: false });
});
