import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asTrack, FakeStream, FakeTrack, person } from '../testing/fake-page.ts';
import { ROOM_ENTRY, settle, setUp, URL_OF_ROOM } from '../testing/set-up.ts';
import { ConnectionRefusedError } from '../transport/transport.ts';
import names from '../testing/messages.json';
import { messages as missing } from '../not-available.json';

const camera = (state: 'live' | 'muted' = 'live') => {
  const track = new FakeTrack('video');
  track.muted = state === 'muted';
  return {
    sid: 'TR1',
    key: 'video',
    kind: 'video' as const,
    isMuted: false,
    isPaused: false,
    isSubscribed: true,
    track: asTrack(track),
    fake: track,
  };
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('MediaStream', FakeStream);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('joining', () => {
  test('asks for admission, says who is there, and sends camera and microphone', async () => {
    const { join, calls, named, transport, engine } = setUp();
    await join({ userName: 'Dewi' });
    await settle();
    expect(calls[0]).toEqual({
      path: 'enter',
      body: { join_id: 'own-id-2', token: 'room-token', user_name: 'Dewi' },
    });
    expect(transport.ways).toEqual([
      { url: ROOM_ENTRY.media.url, token: 'media-token', isSubscribing: true },
    ]);
    const [joined] = named('joined-meeting');
    expect(joined).toMatchObject({
      internal: { _maxAppMessageSize: 4096 },
      participants: { local: { session_id: 'me', local: true } },
    });
    expect(transport.sent.get('audio')).toMatchObject({ isMuted: false });
    expect(transport.sent.get('video')).toMatchObject({ isMuted: false });
    expect(engine.state.local.streams.cam.stream.getTracks()).toHaveLength(2);
    expect(named('access-state-updated').at(-1)).toMatchObject({ access: { level: 'full' } });
  });

  test('with audio only asks for no camera', async () => {
    const { join, devices, transport } = setUp();
    await join({}, { allowLocalVideo: false });
    await settle();
    expect(devices.asked.map((each) => Object.keys(each))).toEqual([['audio']]);
    expect(transport.sent.has('video')).toBe(false);
  });

  test('a voice call begins without a camera, unless the application wants it', async () => {
    const one = setUp();
    one.roomAccess['enter'] = { body: { data: { ...ROOM_ENTRY, kind: 'voice', start_video_off: true } } };
    await one.join();
    await settle();
    expect(Object.keys(one.devices.asked[0]!)).toEqual(['audio']);
    const two = setUp();
    two.roomAccess['enter'] = one.roomAccess['enter'];
    await two.join({ startVideoOff: false });
    await settle();
    expect(Object.keys(two.devices.asked[0]!)).toEqual(['audio', 'video']);
  });

  test.each([
    [
      { status: 410, body: { code: 'meeting_ended', message: 'Meeting has ended' } },
      'exp-room',
      'Meeting has ended',
    ],
    [
      { status: 403, body: { code: 'forbidden', message: 'No valid token' } },
      'not-allowed',
      'No valid token',
    ],
    [{ status: 404, body: { code: 'not_found', message: '?' } }, 'no-room', 'This meeting does not exist'],
    [
      { status: 409, body: { code: 'room_full', message: 'This meeting is full' } },
      'meeting-full',
      'This meeting is full',
    ],
    [{ status: 502, body: 'gone' }, 'connection-error', 'The call could not be reached'],
    [
      { body: { data: { ...ROOM_ENTRY, platform: 'daily' } } },
      'connection-error',
      'The call could not be reached',
    ],
    [new Error('offline'), 'connection-error', 'The call could not be reached'],
  ])('an admission answered with %o is an error of type %s', async (answer, type, msg) => {
    const { join, roomAccess, last, transport } = setUp();
    roomAccess['enter'] = answer;
    await join();
    expect(last('error')).toMatchObject({ errorMsg: msg, error: { type, msg } });
    expect(transport.ways).toEqual([]);
  });

  test('an address that is no room of ours is told so, without a request', async () => {
    const { join, last, calls } = setUp();
    await join({ url: 'https://example.test/somewhere' });
    expect(last('error')).toMatchObject({ error: { type: 'no-room' } });
    expect(calls).toEqual([]);
  });

  test('waits for a media server that is just starting, and says when it stays busy', async () => {
    const { join, transport, named, last } = setUp();
    transport.failures = [new Error('refused')];
    const joining = join();
    await vi.advanceTimersByTimeAsync(1000);
    await joining;
    expect(named('joined-meeting')).toHaveLength(1);

    const busy = setUp();
    busy.transport.failures = Array.from(
      { length: 4 },
      () => new ConnectionRefusedError('All lines are busy.', true),
    );
    const waiting = busy.join();
    await vi.advanceTimersByTimeAsync(5000);
    await waiting;
    expect(busy.last('error')).toMatchObject({ error: { type: 'meeting-full', msg: 'All lines are busy.' } });
    expect(last('error')).toBeUndefined();
  });

  test('leaving while joining ends it, and nothing of it comes later', async () => {
    const { engine, join, named, devices } = setUp();
    const joining = join();
    await engine.handle({ action: 'leave-meeting' });
    await joining;
    await settle();
    expect(named('left-meeting')).toHaveLength(1);
    expect(named('joined-meeting')).toHaveLength(0);
    expect(devices.given.every(({ readyState }) => readyState === 'ended')).toBe(true);
  });
});

describe('leaving and the end', () => {
  test('stops the devices, and the same engine joins again', async () => {
    const { engine, join, named, devices } = setUp();
    await join();
    await settle();
    await engine.handle({ action: 'leave-meeting' });
    expect(devices.given.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
    engine.reset();
    await join();
    await settle();
    expect(named('joined-meeting')).toHaveLength(2);
    expect(named('call-machine-initialized')).toHaveLength(2);
  });

  test('each joining has an id of its own, and a return after a break the same one', async () => {
    const { engine, join, calls, transport } = setUp();
    const joinIds = () => calls.filter(({ path }) => path === 'enter').map(({ body }) => body['join_id']);
    await join();
    await settle();
    transport.events.onClosed('lost');
    await vi.advanceTimersByTimeAsync(2000);
    await engine.handle({ action: 'leave-meeting' });
    engine.reset();
    await join();
    await settle();
    const [first, afterBreak, second] = joinIds();
    expect(afterBreak).toBe(first);
    expect(second).not.toBe(first);
  });

  test('others are named by the id of their join, and the server by who they are', async () => {
    const { engine, join, transport, named, calls, roomAccess } = setUp();
    roomAccess['enter'] = { body: { data: { ...ROOM_ENTRY, session_id: 'join-1' } } };
    await join();
    transport.people = [person('join-2', { identity: 'guest-7', attributes: { access: 'full' } })];
    transport.events.onChange();
    await settle();
    expect(named('participant-joined').at(-1)).toMatchObject({
      participant: { session_id: 'join-2', user_id: 'guest-7' },
    });
    await engine.handle({ action: 'update-participant', id: 'join-2', properties: { eject: true } });
    expect(calls.at(-1)).toMatchObject({ path: 'participants/guest-7', body: { action: 'eject' } });
    transport.people = [person('join-3', { identity: 'guest-7', attributes: { access: 'full' } })];
    transport.events.onChange();
    await settle();
    expect(named('participant-left').at(-1)).toMatchObject({ participant: { session_id: 'join-2' } });
    expect(named('participant-joined').at(-1)).toMatchObject({ participant: { session_id: 'join-3' } });
  });

  test.each([
    ['ended', 'Meeting has ended'],
    ['ejected', 'You have been removed from this meeting'],
    ['replaced', 'You have joined this meeting in another window'],
  ] as const)('a room that is closed because of "%s" says so', async (why, errorMsg) => {
    const { join, transport, last } = setUp();
    await join();
    transport.events.onClosed(why);
    expect(last('error')).toMatchObject({ errorMsg, error: { type: 'ejected' } });
  });

  test('a lost connection is admitted again; nobody is said to have left meanwhile', async () => {
    const { join, transport, roomAccess, calls, named } = setUp();
    await join();
    transport.people = [person('joko')];
    transport.events.onChange();
    await settle();
    roomAccess['enter'] = new Error('server away');
    transport.people = [];
    transport.events.onClosed('lost');
    transport.events.onClosed('lost');
    await vi.advanceTimersByTimeAsync(1500);
    roomAccess['enter'] = { body: { data: ROOM_ENTRY } };
    await vi.advanceTimersByTimeAsync(2500);
    expect(calls.filter(({ path }) => path === 'enter').length).toBeGreaterThan(2);
    expect(named('network-connection').map(({ event }) => event)).toEqual([
      'connected',
      'connected',
      'interrupted',
      'connected',
    ]);
    transport.people = [person('joko')];
    transport.events.onChange();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(named('participant-left')).toEqual([]);
    expect(named('participant-joined')).toHaveLength(1);
  });

  test('an interrupted connection is reported once, and its recovery for each part that was interrupted', async () => {
    const { join, transport, named } = setUp();
    await join();
    transport.events.onLine('signaling', 'interrupted');
    transport.events.onLine('signaling', 'interrupted');
    transport.events.onLine('sfu', 'interrupted');
    transport.events.onLine('sfu', 'connected');
    expect(named('network-connection').slice(2)).toMatchObject([
      { type: 'signaling', event: 'interrupted' },
      { type: 'sfu', event: 'interrupted' },
      { type: 'signaling', event: 'connected' },
      { type: 'sfu', event: 'connected' },
    ]);
  });

  test('a line that stays lost for a minute is an error, and so is a meeting that ended meanwhile', async () => {
    const lost = setUp();
    await lost.join();
    lost.roomAccess['enter'] = new Error('server away');
    lost.transport.events.onClosed('lost');
    await vi.advanceTimersByTimeAsync(70_000);
    expect(lost.last('error')).toMatchObject({ error: { type: 'connection-error' } });
    const { details } = lost.last('error')!['error'] as { details: string };
    expect(JSON.parse(details)).toMatchObject({ on: 'reconnect' });

    const over = setUp();
    await over.join();
    over.roomAccess['enter'] = { status: 410, body: { code: 'meeting_ended', message: 'Meeting has ended' } };
    over.transport.events.onClosed('lost');
    await vi.advanceTimersByTimeAsync(1000);
    expect(over.last('error')).toMatchObject({ errorMsg: 'Meeting has ended' });
  });
});

describe('people', () => {
  test('join, change and leave; a burst of changes is sent as one message', async () => {
    const { join, transport, named } = setUp();
    await join();
    const { fake, ...track } = camera('muted');
    transport.people = [person('joko', { tracks: [track] })];
    for (let times = 0; times < 5; times += 1) transport.events.onChange();
    await settle();
    expect(named('participant-joined')).toHaveLength(1);
    expect(named('participant-joined')[0]).toMatchObject({
      participant: { tracks: { video: { state: 'loading' }, audio: { state: 'off' } } },
    });
    expect(named('participant-counts-updated').at(-1)).toMatchObject({ participantCounts: { present: 2 } });
    fake.fallSilent(false);
    await settle();
    expect(named('participant-updated').at(-1)).toMatchObject({
      participant: { tracks: { video: { state: 'playable' } } },
    });
    fake.fallSilent(true);
    await settle();
    expect(named('participant-updated').at(-1)).toMatchObject({
      participant: { tracks: { video: { state: 'interrupted' } } },
    });
    transport.people = [];
    transport.events.onChange();
    await settle();
    expect(named('participant-left')).toMatchObject([{ participant: { session_id: 'joko' } }]);
  });

  test('tracks are stored where the library reads them', async () => {
    const { join, transport, engine } = setUp();
    await join();
    const { fake: _fake, ...track } = camera();
    transport.people = [person('joko', { tracks: [track, { ...track, sid: 'TR2', key: 'form' }] })];
    transport.events.onChange();
    await settle();
    expect(Object.values(engine.state.streams)).toMatchObject([
      { participantId: 'joko', type: 'cam', pendingTrack: track.track },
      { participantId: 'joko', type: 'form', pendingTrack: track.track },
    ]);
  });

  test('tracks are fetched as they are asked for when that is not automatic', async () => {
    const { join, transport, engine, named } = setUp();
    await join({}, { subscribeToTracksAutomatically: false });
    expect(transport.ways[0]?.isSubscribing).toBe(false);
    const { fake: _fake, ...track } = camera();
    transport.people = [person('joko', { tracks: [track] })];
    transport.events.onChange();
    await settle();
    expect(transport.unsubscribed).toContain('joko video');
    expect(named('participant-joined')[0]).toMatchObject({
      participant: { tracks: { video: { state: 'sendable', subscribed: false } } },
    });
    await engine.handle({
      action: 'update-participant',
      id: 'joko',
      properties: { setSubscribedTracks: { video: true } },
    });
    await settle();
    expect(transport.unsubscribed).not.toContain('joko video');
    expect(named('participant-updated').at(-1)).toMatchObject({
      participant: { tracks: { video: { state: 'playable', subscribed: true } } },
    });
  });
});

describe('the lobby', () => {
  test('who waits sees nobody, asks, is refused, asks again and is let in', async () => {
    const { join, transport, engine, named, posted, calls } = setUp();
    transport.me = person('me', { attributes: { access: 'lobby' } });
    transport.people = [person('joko')];
    await join();
    await settle();
    expect(named('access-state-updated').at(-1)).toMatchObject({ access: { level: 'lobby' } });
    expect(named('participant-joined')).toEqual([]);
    const asks = async (asks: string, access = 'lobby') => {
      transport.me = person('me', { attributes: { access, asks } });
      transport.events.onChange();
      await settle();
    };
    const first = engine.handle({
      action: 'daily-method-request-access',
      callbackStamp: '1',
      access: {},
      name: 'Sari',
    });
    await settle();
    expect(named('access-state-updated').at(-1)).toMatchObject({
      awaitingAccess: { level: 'full', name: 'Sari' },
    });
    await asks('2026-01-01');
    await asks('refused');
    await first;
    expect(named('answer to daily-method-request-access').at(-1)).toMatchObject({ granted: false });
    // Programs for the hosted service look for this text; the answer to the request comes before it.
    expect(posted.slice(-2)).toMatchObject([
      { action: 'answer to daily-method-request-access' },
      { action: 'error', errorMsg: 'Join request rejected', error: { type: 'not-allowed' } },
    ]);
    engine.reset();
    transport.me = person('me', { attributes: { access: 'lobby', asks: 'refused' } });
    transport.people = [person('joko')];
    await join();
    await settle();
    const second = engine.handle({
      action: 'daily-method-request-access',
      callbackStamp: '2',
      access: {},
      name: 'Sari',
    });
    await settle();
    await asks('2026-01-02');
    await asks('', 'full');
    await second;
    expect(named('answer to daily-method-request-access').at(-1)).toMatchObject({
      granted: true,
      access: { level: 'full' },
    });
    expect(named('participant-joined')).toHaveLength(1);
    expect(calls.filter(({ path }) => path === 'me').map(({ body }) => body['request_access'])).toEqual([
      'Sari',
      'Sari',
    ]);
  });

  test('a waiting guest opens neither camera nor microphone before admission', async () => {
    const { join, transport, devices, roomAccess } = setUp();
    roomAccess['enter'] = { body: { data: { ...ROOM_ENTRY, access: 'lobby' } } };
    transport.me = person('me', { attributes: { access: 'lobby' }, canPublish: false });
    await join();
    await settle();
    expect(devices.asked).toEqual([]);
    transport.me = person('me');
    transport.events.onChange();
    await settle();
    expect(devices.given.map(({ kind }) => kind).toSorted()).toEqual(['audio', 'video']);
    expect([...transport.sent.keys()].toSorted()).toEqual(['audio', 'video']);
  });

  test('a participant who may admit others is told who waits, and answers', async () => {
    const { join, transport, named, ask, calls } = setUp();
    const permissions = JSON.stringify({ canAdmin: ['participants'] });
    transport.me = person('me', { attributes: { access: 'full', permissions } });
    await join();
    transport.people = [
      person('sari', { attributes: { access: 'lobby', asks: 'now' } }),
      person('quiet', { attributes: { access: 'lobby' } }),
    ];
    transport.events.onChange();
    await settle();
    expect(named('participant-joined')).toEqual([]);
    expect(named('waiting-participant-added')).toMatchObject([
      {
        participant: { id: 'sari', name: 'sari', awaitingAccess: { level: 'full' } },
        allWaitingParticipants: { sari: {} },
      },
    ]);
    const answer = await ask('daily-method-update-waiting-participants', {
      updatesById: { '*': { grantRequestedAccess: true } },
    });
    expect(answer).toMatchObject({ ids: ['sari'] });
    expect(calls.at(-1)).toMatchObject({ path: 'participants/sari', body: { action: 'admit' } });
    transport.people = [person('sari')];
    transport.events.onChange();
    await settle();
    expect(named('waiting-participant-removed')).toHaveLength(1);
    expect(named('participant-joined')).toHaveLength(1);
  });
});

describe('what is asked of the server', () => {
  test('is requested one after the other, in the order of the calls', async () => {
    const { join, engine, calls } = setUp();
    await join();
    const first = engine.handle({ action: 'set-session-data', data: { form: 1 }, mergeStrategy: 'replace' });
    const second = engine.handle({
      action: 'set-session-data',
      data: { step: 2 },
      mergeStrategy: 'shallow-merge',
    });
    await Promise.resolve();
    expect(calls.filter(({ path }) => path === 'data')).toHaveLength(1);
    await Promise.all([first, second]);
    expect(calls.filter(({ path }) => path === 'data').map(({ body }) => body['merge'])).toEqual([
      'replace',
      'shallow-merge',
    ]);
  });
});

describe('every message of the library', () => {
  test('is either implemented or listed as unavailable, never both', () => {
    const { engine } = setUp();
    const done = engine.actions;
    expect([...done, ...Object.keys(missing)].sort()).toEqual([...names].sort());
  });

  test.each(Object.keys(missing))('"%s" is answered although it is not available', async (action) => {
    const { ask, join } = setUp();
    await join();
    expect(JSON.stringify(await ask(action))).toContain('not available');
  });

  test.each(Object.entries(missing).flatMap(([action, { as }]) => (as === 'nonfatal-error' ? [action] : [])))(
    '"%s", which has no response, is reported by an error event',
    async (action) => {
      const { engine, last } = setUp();
      await engine.handle({ action });
      expect(last('nonfatal-error')).toMatchObject({
        type: 'not-available',
        errorMsg: expect.stringContaining(action) as string,
      });
    },
  );

  test('an option of the call that is not available is reported by one error event', async () => {
    const { join, named, engine } = setUp();
    const dailyConfig = { micAudioMode: 'music', camSimulcastEncodings: [{}], avoidEval: true };
    await engine.handle({
      action: 'daily-method-preauth',
      properties: { url: URL_OF_ROOM, token: 'x', dailyConfig },
    });
    await join({ dailyConfig });
    expect(named('nonfatal-error').map(({ errorMsg }) => errorMsg)).toEqual([
      '"camSimulcastEncodings" is not available: send settings say the same, and more.',
      '"micAudioMode" is not available: a microphone is sent for speech.',
    ]);
  });

  test('a live stream that nobody can start is an error event', async () => {
    const { engine, last } = setUp();
    await engine.handle({ action: 'daily-method-start-live-streaming' });
    expect(last('live-streaming-error')).toMatchObject({
      errorMsg: expect.stringContaining('not available') as string,
    });
  });
});
