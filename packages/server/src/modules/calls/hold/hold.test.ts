import type { CallParticipants, Message, RoomDial, RoomEntry, VisitorCall } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { nextEvent, phones } from '../../../../test/telephony/phones.ts';

let app: TestApp;
let widget: string;
beforeAll(async () => {
  app = await testApp();
  widget = await app.widget();
});
afterAll(() => app.close());

const { ready, call, pickUp, hangUp } = phones(
  () => app,
  () => widget,
);

type Data<T> = { status: number; body: { data: T } };

/** A customer has called and Dewi has picked up. */
async function startTalking() {
  const dewi = await ready('dewi');
  const rings = nextEvent<RoomDial>(dewi, 'daily-dial');
  const { visitor } = await call();
  const dial = await rings;
  const credentials = (await pickUp('dewi', dial)).body.data;
  if (!credentials) throw new Error('not picked up');
  return { visitor, dial, credentials, id: credentials.call_id };
}

const hold = (id: number, isHeld: boolean): Promise<Data<CallParticipants>> =>
  app.as('dewi', 'POST', `/api/calls/${id}/hold`, { is_held: isHeld });
const participants = (id: number): Promise<Data<CallParticipants>> =>
  app.as('dewi', 'GET', `/api/calls/${id}/inside`);
const enter = (room: string, token: string): Promise<Data<RoomEntry>> =>
  app.call('POST', `/api/rooms/${room}/enter`, { body: { token } });
async function current(visitor: string): Promise<VisitorCall> {
  const { body }: Data<VisitorCall> = await app.call('GET', '/api/livechat/calls/current', {
    token: visitor,
  });
  return body.data;
}
async function timeLine({ ticket_id: id }: RoomDial): Promise<Message[]> {
  const { body }: Data<Message[]> = await app.as('admin', 'GET', `/api/tickets/${id}/timeline`);
  return body.data;
}
/** What a token for the media server allows. */
const grantIn = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { video: object }).video;

describe('a customer is put on hold', () => {
  test('stays on hold over a reload, is told since when, and resumes; pressing twice counts once', async () => {
    const { visitor, dial, credentials, id } = await startTalking();
    const both = await Promise.all([hold(id, true), hold(id, true)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const since = both[0].body.data.held_since;
    expect(since).toEqual(expect.any(String));
    expect(both[1].body.data.held_since).toBe(since);
    const seen = await current(visitor);
    expect(seen.held_since).toBe(since);
    const closed = { canSend: false, canReceive: { base: false } };
    const held = (await enter(dial.room_name, seen.token ?? '')).body.data;
    expect(held.permissions).toMatchObject(closed);
    expect(grantIn(held.media.token)).toMatchObject({ canPublishData: false });
    const write = async (path: string, body: object) =>
      (
        await app.call('POST', `/api/rooms/${dial.room_name}/${path}`, {
          body: { token: seen.token, ...body },
        })
      ).status;
    const written = () =>
      Promise.all([
        write('me', { user_data: { seen: true } }),
        write('me', { user_name: 'Help!' }),
        write('data', { data: { seen: true }, merge: 'replace' }),
      ]);
    expect(await written()).toEqual([403, 403, 403]);
    const agent = (await enter(dial.room_name, credentials.token)).body.data;
    expect(agent.permissions).toMatchObject({ canSend: true, canReceive: { base: true } });
    expect((await participants(id)).body.data.held_since).toBe(since);

    expect((await hold(id, false)).body.data.held_since).toBeNull();
    const open2 = { canSend: true, canReceive: { base: true } };
    const resumed = (await enter(dial.room_name, seen.token ?? '')).body.data;
    expect(resumed.permissions).toMatchObject(open2);
    expect(grantIn(resumed.media.token)).toMatchObject({ canPublishData: true });
    expect(await write('me', { user_name: 'Joko' })).toBe(200);
    const types = (await timeLine(dial)).flatMap(({ event }) => event?.type ?? []);
    expect(types.filter((type) => type === 'call_held')).toHaveLength(1);
    expect(types.at(-1)).toBe('call_resumed');
    await hangUp('dewi', dial.room_name);
  });

  test('is no longer on hold when the call is transferred or ends', async () => {
    const { visitor, dial, id } = await startTalking();
    await hold(id, true);
    await app.as('dewi', 'POST', `/api/calls/${id}/transfer`, {
      department_id: app.departmentIds[1],
      client_key: 'hold-and-transfer',
    });
    expect((await current(visitor)).held_since).toBeNull();
    await app.call('POST', '/api/livechat/calls/end', {
      token: visitor,
      body: { room_name: dial.room_name },
    });
    expect(await current(visitor)).toMatchObject({ state: 'ended', held_since: null });
    expect((await hold(id, true)).status).toBe(410);
  });
});
