import type { JoinCredentials, RoomEntry, RoomRecording } from '@trunkline/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';

type Answer<T> = { status: number; body: T };
type RecordingRequest = { action: string; [key: string]: unknown };

let app: TestApp;
let widget: string;
let keys = 0;
let room = '';

beforeAll(async () => {
  app = await testApp({ recording: 'on_demand' });
  widget = await app.widget();
  // On a real port, since media tokens are checked on the way to the media server.
  await app.connect('sarah');
});
afterEach(() => hangUp());
afterAll(() => app.close());

const hangUp = () =>
  app.as('dewi', 'DELETE', '/api/voip/daily/hangup', { room_name: room, user_level_id: 1 });
const tokenIn = (link: string) => new URL(link).searchParams.get('t') ?? '';

/** Dewi calls a customer from a chat: she is in the call, and the customer has a link. */
async function begin() {
  keys += 1;
  const token = await app.visitor(widget);
  await app.call('POST', '/api/livechat/chat', {
    token,
    body: { client_key: `chat-to-record-${keys}`, name: 'Grace', question: 'May this be recorded?' },
  });
  const list = await app.as('dewi', 'GET', '/api/tickets?sort=created&limit=1');
  const ticketId = (list.body as { data: { id: number }[] }).data[0]?.id ?? 0;
  const { body } = (await app.as('dewi', 'POST', `/api/tickets/${ticketId}/calls`, {
    kind: 'voice',
    client_key: `call-to-record-${keys}`,
  })) as Answer<{ data: JoinCredentials; link: string }>;
  room = body.data.room_name;
  const guest = (await app.as('dewi', 'POST', `/api/calls/${body.data.call_id}/guests`, {})) as Answer<{
    link: string;
  }>;
  return {
    id: body.data.call_id,
    ticketId,
    owner: body.data.token,
    customer: tokenIn(body.link),
    guest: tokenIn(guest.body.link),
  };
}

const ask = (token: string, asked: RecordingRequest) =>
  app.call('POST', `/api/rooms/${room}/recording`, { body: { token, ...asked } }) as Promise<
    Answer<{ data: RoomRecording | null; message: string }>
  >;
const enter = (token: string) =>
  app.call('POST', `/api/rooms/${room}/enter`, { body: { token } }) as Promise<Answer<{ data: RoomEntry }>>;
const desk = (id: number, is_recording: boolean) =>
  app.as('dewi', 'POST', `/api/calls/${id}/recording`, { is_recording });
const hold = (id: number, is_held: boolean) => app.as('dewi', 'POST', `/api/calls/${id}/hold`, { is_held });
const setVoiceRecording = (voice: string | null) =>
  app.as('admin', 'PATCH', '/api/configs/app', {
    recording: { voice, video: null, departments: [], keep_days: null },
  });

const statesOf = async (id: number) =>
  (
    await app.platform.db.q
      .selectFrom('call_recordings')
      .where('call_id', '=', id)
      .orderBy('id')
      .select('state')
      .execute()
  ).map(({ state }) => state);
const REFUSED = { status: 409, body: { code: 'conflict' } };

describe('an agent of the call', () => {
  test('starts, changes and stops a recording, and everybody inside may look at it', async () => {
    const { id, owner, customer } = await begin();
    expect((await ask(customer, { action: 'look' })).body).toEqual({ data: null });
    const asked = { type: 'raw-tracks', layout: { preset: 'portrait', variant: 'inset' }, instance_id: 'a' };
    const begun = await ask(owner, { action: 'start', ...asked });
    expect(begun).toMatchObject({
      status: 200,
      body: { data: { ...asked, started_by: `user-${app.idOf('dewi')}` } },
    });
    expect(await statesOf(id)).toEqual(['recording']);
    expect((await ask(customer, { action: 'look' })).body).toEqual(begun.body);

    const layout = { preset: 'active-participant' };
    expect(await ask(owner, { action: 'update', layout, instance_id: 'b' })).toMatchObject(REFUSED);
    await ask(owner, { action: 'update', layout, instance_id: 'a' });
    expect((await ask(customer, { action: 'look' })).body.data).toEqual({ ...begun.body.data, layout });

    expect(await ask(owner, { action: 'stop', instance_id: 'b' })).toMatchObject(REFUSED);
    expect((await ask(owner, { action: 'stop' })).body.data).toMatchObject({ instance_id: 'a', layout });
    expect(await statesOf(id)).not.toContain('recording');
    expect((await ask(customer, { action: 'look' })).body).toEqual({ data: null });
    expect(await ask(owner, { action: 'update', layout })).toMatchObject(REFUSED);
    expect((await ask(owner, { action: 'stop' })).body).toEqual({ data: null });
  });

  test('has one recording, however often it is asked for at once', { tags: 'full' }, async () => {
    const { id, owner } = await begin();
    const all = await Promise.all([1, 2, 3].map(() => ask(owner, { action: 'start' })));
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await statesOf(id)).filter((state) => state === 'recording')).toHaveLength(1);
  });

  test('sees what the desk’s button began, of which nothing was said, and stops it', async () => {
    const { id, owner, customer } = await begin();
    await ask(owner, { action: 'start', instance_id: 'a' });
    await desk(id, false);
    await desk(id, true);
    const { data } = (await ask(customer, { action: 'look' })).body;
    expect(data).toEqual({ recording_id: expect.any(String) as string, type: 'cloud' });
    expect((await ask(owner, { action: 'stop' })).body).toEqual({ data });
    expect(await statesOf(id)).not.toContain('recording');
  });

  test(
    'is not recorded where the settings say never, and less than everybody not at all',
    { tags: 'full' },
    async () => {
      const { id, owner } = await begin();
      await setVoiceRecording('never');
      expect(await ask(owner, { action: 'start' })).toMatchObject({
        status: 409,
        body: { message: 'Calls are not recorded here.' },
      });
      await setVoiceRecording(null);
      for (const preset of ['audio-only', 'raw-tracks-audio-only', 'single-participant'])
        expect(await ask(owner, { action: 'start', layout: { preset } }), preset).toMatchObject(REFUSED);
      expect(await statesOf(id)).toEqual([]);
    },
  );

  test('waits until a hold is over; a stop holds after it', { tags: 'full' }, async () => {
    const { id, owner } = await begin();
    await hold(id, true);
    expect(await ask(owner, { action: 'start' })).toMatchObject(REFUSED);
    await hold(id, false);
    expect(await statesOf(id)).toEqual([]);
    await ask(owner, { action: 'start', instance_id: 'a' });
    await hold(id, true);
    expect(await statesOf(id)).not.toContain('recording');
    await hold(id, false);
    // After the hold recording goes on with the options that were asked for, and the same name.
    expect((await ask(owner, { action: 'look' })).body.data).toMatchObject({ instance_id: 'a' });
    await hold(id, true);
    expect((await ask(owner, { action: 'stop', instance_id: 'b' })).status).toBe(409);
    expect((await ask(owner, { action: 'stop', instance_id: 'a' })).status).toBe(200);
    await hold(id, false);
    expect(await statesOf(id)).not.toContain('recording');
  });
});

test('nobody else records a call: not its customer, not a guest, not who has left, not who has no token', async () => {
  const { id, owner, customer, guest } = await begin();
  expect((await enter(guest)).body.data.access).toBe('lobby');
  for (const token of [customer, guest, 'nonsense'])
    for (const action of ['start', 'update', 'stop'])
      expect((await ask(token, { action })).status, action).toBe(403);
  // Guests in the lobby learn nothing of what happens in the call.
  for (const token of [guest, 'nonsense']) expect((await ask(token, { action: 'look' })).status).toBe(403);
  expect(await statesOf(id)).toEqual([]);
  await ask(owner, { action: 'start' });
  for (const token of [customer, guest]) expect((await ask(token, { action: 'stop' })).status).toBe(403);
  expect(await statesOf(id)).toEqual(['recording']);
  await hangUp();
  for (const token of [owner, customer])
    for (const action of ['start', 'stop', 'look']) expect((await ask(token, { action })).status).toBe(410);
});

test.each([
  { action: 'pause' },
  { action: 'start', type: 'local' },
  { action: 'start', layout: 'default' },
  { action: 'start', layout: { preset: 'custom', composition_params: { text: 'x'.repeat(4000) } } },
  { action: 'start', instance_id: 'x'.repeat(101) },
])('what is no recording is refused: %o', async (asked) => {
  const { owner } = await begin();
  expect((await ask(owner, asked)).status).toBe(400);
});
