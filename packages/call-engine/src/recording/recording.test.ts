import { describe, expect, test, vi } from 'vitest';
import { RoomAccess } from '../join/room-access.ts';
import { FakeTransport, fakeWire, person } from '../testing/fake-page.ts';
import type { TransportEvents } from '../transport/transport.ts';
import { Recording } from './recording.ts';

type SentRequest = { action: string; [key: string]: unknown };
const DETAILS = {
  recording_id: '12',
  type: 'raw-tracks',
  layout: { preset: 'portrait' },
  started_by: 'user-1',
  instance_id: 'one',
};
const LAYOUT = { preset: 'default' };

/** A recording in a room whose state the test sets; the test also sets the answers of admission. */
async function setUp({ isIn = true } = {}) {
  const out = fakeWire();
  const asked: SentRequest[] = [];
  const answers: Record<string, { status?: number; body: unknown }> = {};
  const transport = new FakeTransport({} as TransportEvents);
  await transport.connect({ url: '', token: '', isSubscribing: true });
  const roomAccess = new RoomAccess(
    { origin: 'https://example.test', name: 'room-1' },
    'room-token',
    (input, init) => {
      expect(input).toBe('https://example.test/api/rooms/room-1/recording');
      const { token, ...rest } = JSON.parse(init?.body as string) as SentRequest;
      expect(token).toBe('room-token');
      asked.push(rest);
      const { status = 200, body } = answers[rest.action] ?? { body: { data: DETAILS } };
      return Promise.resolve(new Response(JSON.stringify(body), { status }));
    },
  );
  const recording = new Recording({
    wire: out.wire,
    transport,
    sessionIdOf: (identity) => `join of ${identity}`,
    roomAccess: () => (isIn ? roomAccess : undefined),
  });
  const request = async (action: string, fields: object = {}) => {
    await recording.handlers[action]?.({ action, ...fields });
  };
  const look = (isRecorded: boolean, attributes = { access: 'full' }) => {
    transport.isBeingRecorded = isRecorded;
    recording.looked(person('me', { attributes }));
  };
  const postedActions = () => out.posted.map(({ action }) => action);
  return { ...out, recording, transport, asked, answers, request, look, postedActions };
}

describe('asking for a recording', () => {
  test('goes to the server, with type, layout and name', async () => {
    const { request, asked, posted } = await setUp();
    await request('local-recording-start', {
      type: 'raw-tracks',
      layout: LAYOUT,
      instanceId: 'one',
      fps: 15,
    });
    await request('local-recording-start');
    await request('daily-method-update-recording', { layout: LAYOUT, instanceId: 'one' });
    await request('local-recording-stop', { instanceId: 'one' });
    expect(asked).toEqual([
      { action: 'start', type: 'raw-tracks', layout: LAYOUT, instance_id: 'one' },
      { action: 'start', type: 'cloud' },
      { action: 'update', layout: LAYOUT, instance_id: 'one' },
      { action: 'stop', instance_id: 'one' },
    ]);
    // The event comes from the room and not from the request.
    expect(posted).toEqual([]);
  });

  test.each([
    ['local-recording-start', 'start'],
    ['daily-method-update-recording', 'update'],
    ['local-recording-stop', 'stop'],
  ])('a refusal of %s is an error event with the words of the server', async (message, action) => {
    const { request, answers, posted } = await setUp();
    answers[action] = { status: 409, body: { code: 'conflict', message: 'Calls are not recorded here' } };
    await request(message, { instanceId: 'one' });
    expect(posted).toEqual([
      { action: 'recording-error', errorMsg: 'Calls are not recorded here', instanceId: 'one' },
    ]);
  });

  test('stopping without a running recording is reported as not recording', async () => {
    const { request, answers, last } = await setUp();
    answers['stop'] = { body: { data: null } };
    await request('local-recording-stop');
    expect(last('recording-error')).toMatchObject({ errorMsg: 'Nothing was being recorded.' });
  });

  test('in the browser, or outside a meeting, is an error event and no request', async () => {
    const one = await setUp();
    await one.request('local-recording-start', { type: 'local' });
    expect(one.last('recording-error')?.['errorMsg']).toContain('"local" is not available');
    const two = await setUp({ isIn: false });
    await two.request('local-recording-start', { type: 'cloud' });
    expect(two.last('recording-error')?.['errorMsg']).toContain('only possible in a meeting');
    expect([...one.asked, ...two.asked]).toEqual([]);
  });
});

describe('what the room says', () => {
  test('is reported once at its start, with the server’s details, and once at its end', async () => {
    const { look, posted, asked } = await setUp();
    for (const isRecorded of [false, true, true, false, false]) look(isRecorded);
    await vi.waitFor(() => expect(posted).toHaveLength(2));
    expect(asked).toEqual([{ action: 'look' }]);
    expect(posted).toEqual([
      {
        action: 'recording-started',
        local: false,
        recordingId: '12',
        type: 'raw-tracks',
        layout: { preset: 'portrait' },
        startedBy: 'join of user-1',
        instanceId: 'one',
      },
      { action: 'recording-stopped', instanceId: 'one' },
    ]);
  });

  test('is reported also when the server has no details', async () => {
    const { look, posted, answers } = await setUp();
    answers['look'] = { status: 503, body: {} };
    look(true);
    await vi.waitFor(() => expect(posted).toHaveLength(1));
    expect(posted).toEqual([{ action: 'recording-started', local: false, type: 'cloud', layout: LAYOUT }]);
  });

  test('is not reported to guests in the lobby, but when they are admitted', async () => {
    const { look, postedActions, asked } = await setUp();
    look(true, { access: 'lobby' });
    expect(asked).toEqual([]);
    look(true);
    await vi.waitFor(() => expect(postedActions()).toEqual(['recording-started']));
  });

  test('does not end with a lost connection', async () => {
    const { look, postedActions, transport } = await setUp();
    look(true);
    await vi.waitFor(() => expect(postedActions()).toEqual(['recording-started']));
    await transport.disconnect();
    look(false);
    await transport.connect({ url: '', token: '', isSubscribing: true });
    look(true);
    look(false);
    await vi.waitFor(() => expect(postedActions()).toEqual(['recording-started', 'recording-stopped']));
  });

  test('is ignored after leaving; the next meeting starts without it', async () => {
    const { look, postedActions, recording, asked } = await setUp();
    look(true);
    recording.reset();
    look(true);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    await vi.waitFor(() => expect(postedActions()).toEqual(['recording-started']));
  });
});
