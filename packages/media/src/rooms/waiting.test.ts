import { once } from 'node:events';
import { DataPacket_Kind, ParticipantInfo_State, SignalResponse } from '@livekit/protocol';
import { AccessToken, RoomServiceClient, type VideoGrant } from 'livekit-server-sdk';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { config } from '../config.ts';
import { startMediaServer } from '../server.ts';

const KEY = 'a-key';
const SECRET = 'a-secret-that-is-long-enough-for-tests';
const NOTHING = { canPublish: false, canSubscribe: false, canPublishData: false };

// A busy machine may answer late.
const PATIENCE = { timeout: 10_000 };
vi.setConfig({ testTimeout: 20_000, hookTimeout: 20_000 });

let server: Awaited<ReturnType<typeof startMediaServer>>;
let rooms: RoomServiceClient;
let open: WebSocket[] = [];

beforeAll(async () => {
  const settings = config.parse({ MEDIA_KEY: KEY, MEDIA_SECRET: SECRET, MEDIA_LOAD_MAX: '1' });
  server = await startMediaServer(settings, pino({ level: 'silent' }));
  rooms = new RoomServiceClient(`http://127.0.0.1:${server.port}`, KEY, SECRET);
});
afterEach(async () => {
  for (const line of open) line.terminate();
  open = [];
  await rooms.deleteRoom('one').catch(() => undefined);
});
afterAll(() => server.close());

type ResponseMessage = SignalResponse['message'];

/** A client's web socket, with everything it received. */
async function joinRoom(identity: string, grant: VideoGrant = {}, attributes: Record<string, string> = {}) {
  const token = new AccessToken(KEY, SECRET, { identity, name: `Mx ${identity}`, attributes });
  token.addGrant({ roomJoin: true, room: 'one', ...grant });
  const address = `ws://127.0.0.1:${server.port}/rtc?access_token=${await token.toJwt()}`;
  const said: ResponseMessage[] = [];
  const connect = async (query = '') => {
    const line = new WebSocket(address + query);
    open.push(line);
    line.on('message', (bytes: Buffer) => said.push(SignalResponse.fromBinary(bytes).message));
    await once(line, 'message');
    return line;
  };
  let line = await connect();
  const sid = () =>
    said.flatMap((each) => (each.case === 'join' ? (each.value.participant?.sid ?? '') : []))[0];
  return {
    said,
    /** The names of all participants that it was ever told of. */
    names: () =>
      new Set(
        said.flatMap((each) => {
          if (each.case === 'join') return each.value.otherParticipants.map((other) => other.identity);
          if (each.case === 'update') return each.value.participants.map((other) => other.identity);
          return [];
        }),
      ),
    async comeBack() {
      line.terminate();
      line = await connect(`&reconnect=1&sid=${sid() ?? ''}`);
    },
  };
}

/** The room service keeps the order, so everything sent before this has arrived on every connection when it resolves. */
async function rename(who: Awaited<ReturnType<typeof joinRoom>>, identity: string): Promise<void> {
  const mark = `heard-${who.said.length}`;
  await rooms.updateParticipant('one', identity, { attributes: { mark } });
  await vi.waitFor(
    () =>
      expect(who.said).toContainEqual(
        expect.objectContaining({
          case: 'update',
          value: expect.objectContaining({
            participants: [
              expect.objectContaining({ attributes: expect.objectContaining({ mark }) as object }),
            ],
          }) as object,
        }),
      ),
    PATIENCE,
  );
}

describe.each([
  ['by an attribute', { attributes: { access: 'lobby' }, grant: {} }],
  ['by having no right at all', { attributes: {}, grant: NOTHING }],
])('a guest in the lobby, %s', (_how, { attributes, grant }) => {
  test('sees no participants: not on joining, when others join, or after a reconnect', async () => {
    await rooms.createRoom({ name: 'one', metadata: 'what the room shares' });
    await joinRoom('ann');
    const eve = await joinRoom('eve', grant, attributes);
    const ben = await joinRoom('ben');
    await rooms.updateParticipant('one', 'ann', { name: 'Ann, secretly' });
    await rooms.updateRoomMetadata('one', 'still more');
    await rename(eve, 'eve');
    await eve.comeBack();
    await rename(eve, 'eve');

    expect([...eve.names()]).toEqual(['eve']);
    const seenRooms = eve.said.flatMap((each) => {
      if (each.case === 'join') return [each.value.room];
      return each.case === 'roomUpdate' ? [each.value.room] : [];
    });
    expect(seenRooms.length).toBeGreaterThan(0);
    for (const room of seenRooms) {
      expect(room).toMatchObject({ name: 'one', metadata: '', numParticipants: 0, activeRecording: false });
    }
    // Those in the room see who waits, since somebody has to admit them.
    expect([...ben.names()]).toEqual(expect.arrayContaining(['ann', 'eve']));
  });

  test('receives no messages of the room', async () => {
    await joinRoom('ann');
    await joinRoom('eve', grant, attributes);
    const lines = ['ann', 'eve'].map((identity) => {
      const participant = server.rooms.get('one')?.participants.get(identity);
      return participant && vi.spyOn(participant.subscriber, 'channel');
    });
    await rooms.sendData('one', Buffer.from('for those inside'), DataPacket_Kind.RELIABLE, {});
    expect(lines.map((line) => line?.mock.calls.length)).toEqual([1, 0]);
  });

  test('sees all participants once admitted', async () => {
    await rooms.createRoom({ name: 'one', metadata: 'what the room shares' });
    await joinRoom('ann');
    const eve = await joinRoom('eve', grant, attributes);
    await rooms.updateParticipant('one', 'eve', {
      attributes: { access: 'full' },
      permission: { canPublish: true, canSubscribe: true, canPublishData: true },
    });
    await vi.waitFor(() => expect([...eve.names()].toSorted()).toEqual(['ann', 'eve']), PATIENCE);
    await vi.waitFor(() => {
      const rooms = eve.said.flatMap((each) => (each.case === 'roomUpdate' ? [each.value.room] : []));
      expect(rooms.at(-1)).toMatchObject({ metadata: 'what the room shares', numParticipants: 2 });
    }, PATIENCE);
  });
});

test.each([
  ['whoever may do something', { ...NOTHING, canPublishData: true }, {}],
  ['who is in, on hold for example', NOTHING, { access: 'full' }],
])('%s sees the participants of the room', async (_who, grant, attributes) => {
  await joinRoom('ann');
  const ben = await joinRoom('ben', grant, attributes);
  expect([...ben.names()]).toContain('ann');
});

test('a participant on hold stays in the room, but receives no messages', async () => {
  await joinRoom('ann');
  const ben = await joinRoom('ben', NOTHING, { access: 'full' });
  const lines = ['ann', 'ben'].map((identity) => {
    const participant = server.rooms.get('one')?.participants.get(identity);
    return participant && vi.spyOn(participant.subscriber, 'channel');
  });
  await rooms.sendData('one', Buffer.from('between us'), DataPacket_Kind.RELIABLE, {});
  expect(lines.map((line) => line?.mock.calls.length)).toEqual([1, 0]);
  expect([...ben.names()]).toContain('ann');
});

test('a participant who becomes hidden is reported to the others as hidden, then as gone, and later as joined again', async () => {
  const ann = await joinRoom('ann');
  await joinRoom('ben');
  const receivedUpdates = () =>
    ann.said.flatMap((each) =>
      each.case === 'update'
        ? each.value.participants.flatMap(({ identity, state, attributes }) =>
            identity === 'ben' ? [`${ParticipantInfo_State[state]} ${attributes['seen'] ?? ''}`] : [],
          )
        : [],
    );
  const all = { canPublish: true, canSubscribe: true, canPublishData: true };
  await rooms.updateParticipant('one', 'ben', {
    attributes: { seen: 'no' },
    permission: { ...all, hidden: true },
  });
  await rooms.updateParticipant('one', 'ben', { attributes: { seen: 'not told' } });
  await rooms.updateParticipant('one', 'ben', {
    attributes: { seen: 'yes' },
    permission: { ...all, hidden: false },
  });
  await vi.waitFor(
    () => expect(receivedUpdates()).toEqual(['JOINED ', 'JOINED no', 'DISCONNECTED no', 'JOINED yes']),
    PATIENCE,
  );
});
