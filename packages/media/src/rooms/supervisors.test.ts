import { once } from 'node:events';
import {
  AddTrackRequest,
  ParticipantInfo_State,
  ParticipantPermission,
  SignalResponse,
  TrackSource,
  TrackType,
} from '@livekit/protocol';
import { AccessToken, RoomServiceClient } from 'livekit-server-sdk';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { config } from '../config.ts';
import { startMediaServer } from '../server.ts';
import { createRooms } from './rooms.ts';

const KEY = 'a-key';
const SECRET = 'a-secret-that-is-long-enough-for-tests';
const PATIENCE = { timeout: 10_000 };
vi.setConfig({ testTimeout: 20_000, hookTimeout: 20_000 });

type Mode = 'listen' | 'whisper' | 'barge';
type ResponseMessage = SignalResponse['message'];

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

/** A client's web socket; returns everything that it was told. */
async function joinRoom(
  identity: string,
  attributes: Record<string, string>,
  hidden = false,
): Promise<ResponseMessage[]> {
  const token = new AccessToken(KEY, SECRET, { identity, attributes: { access: 'full', ...attributes } });
  token.addGrant({ roomJoin: true, room: 'one', hidden });
  const line = new WebSocket(`ws://127.0.0.1:${server.port}/rtc?access_token=${await token.toJwt()}`);
  open.push(line);
  const said: ResponseMessage[] = [];
  line.on('message', (bytes: Buffer) => said.push(SignalResponse.fromBinary(bytes).message));
  await once(line, 'message');
  return said;
}

const rightsIn = (mode: Mode) => ({
  attributes: { escort: mode, shown_to: mode === 'whisper' ? 'owners' : '' },
  permission: {
    canPublish: mode !== 'listen',
    canSubscribe: true,
    canPublishData: mode === 'barge',
    hidden: mode !== 'barge',
  },
});
const switchTo = (mode: Mode) => rooms.updateParticipant('one', 'supervisor-1', rightsIn(mode));

const person = (identity: string) => {
  const found = server.rooms.get('one')?.participants.get(identity);
  if (!found) throw new Error(`${identity} is not in the room`);
  return found;
};

/** They speak: their track is bound as an offer of their client would bind it. */
function sendAudio(identity: string, mid: string) {
  const speaker = person(identity);
  const source = TrackSource.MICROPHONE;
  const track = speaker.announce(new AddTrackRequest({ cid: mid, type: TrackType.AUDIO, source }));
  track?.bind(mid, []);
  if (track) server.rooms.get('one')?.publish(track, speaker);
  return track;
}

const receives = (identity: string) =>
  [...person(identity).subscriptions.keys()].map(({ publisherIdentity }) => publisherIdentity).toSorted();

/** Everything of a supervisor that somebody was told, in order: known, or gone. */
const updatesOf = (said: readonly ResponseMessage[], of = 'supervisor-1') =>
  said.flatMap((each) => {
    const all =
      each.case === 'join'
        ? each.value.otherParticipants
        : each.case === 'update'
          ? each.value.participants
          : [];
    return all
      .filter(({ identity }) => identity === of)
      .map(({ state, attributes }) =>
        state === ParticipantInfo_State.DISCONNECTED ? `gone ${Object.keys(attributes).join()}` : 'there',
      );
  });

/** The sids whose speaking or quality somebody was told. */
const sidsIn = (said: readonly ResponseMessage[]) =>
  said.flatMap((each) => {
    if (each.case === 'speakersChanged') return each.value.speakers.map(({ sid }) => sid);
    return each.case === 'connectionQuality'
      ? each.value.updates.map(({ participantSid }) => participantSid)
      : [];
  });

async function callWithSupervisor() {
  const agent = await joinRoom('user-2', { owner: 'yes' });
  const customer = await joinRoom('visitor-3', {});
  const supervisor = await joinRoom('supervisor-1', { escort: 'listen' }, true);
  sendAudio('user-2', 'a');
  sendAudio('visitor-3', 'c');
  return { agent, customer, supervisor };
}

test(
  'a listening supervisor receives both sides, and neither side sees, counts or receives anything of them',
  { tags: 'full' },
  async () => {
    const { agent, customer, supervisor } = await callWithSupervisor();
    expect(receives('supervisor-1')).toEqual(['user-2', 'visitor-3']);
    expect(person('supervisor-1').identity.permission.hidden).toBe(true);
    expect(server.rooms.get('one')?.info().numParticipants).toBe(2);
    expect([updatesOf(agent), updatesOf(customer)]).toEqual([[], []]);
    expect(updatesOf(supervisor, 'visitor-3')).toContain('there');
  },
);

test('a whispering supervisor is received by agents only, whatever the customer’s client requests; then by both, then by nobody', async () => {
  const { agent, customer } = await callWithSupervisor();
  await switchTo('whisper');
  const voice = sendAudio('supervisor-1', 's');
  expect(receives('user-2')).toEqual(['supervisor-1', 'visitor-3']);
  expect(receives('visitor-3')).toEqual(['user-2']);
  // As a patched client would ask.
  person('visitor-3').choices.set(voice?.info.sid ?? '', true);
  server.rooms.get('one')?.updateSubscriptions(person('visitor-3'));
  expect(receives('visitor-3')).toEqual(['user-2']);
  expect(updatesOf(customer)).toEqual([]);
  expect(updatesOf(agent).length).toBeGreaterThan(0);

  await switchTo('barge');
  expect(receives('visitor-3')).toEqual(['supervisor-1', 'user-2']);
  expect(server.rooms.get('one')?.info().numParticipants).toBe(3);
  await vi.waitFor(() => expect(updatesOf(customer)).toContain('there'), PATIENCE);

  await switchTo('whisper');
  expect(receives('visitor-3')).toEqual(['user-2']);
  expect(receives('user-2')).toEqual(['supervisor-1', 'visitor-3']);
  // They are told that the supervisor is gone, not how.
  await vi.waitFor(() => expect(updatesOf(customer).at(-1)).toBe('gone '), PATIENCE);
  expect(updatesOf(agent).at(-1)).toBe('there');

  await switchTo('listen');
  expect([...person('supervisor-1').tracks]).toEqual([]);
  expect(receives('user-2')).toEqual(['visitor-3']);
  expect(receives('supervisor-1')).toEqual(['user-2', 'visitor-3']);
  await vi.waitFor(() => expect(updatesOf(agent).at(-1)).toBe('gone '), PATIENCE);
});

test(
  'speaker and connection quality updates do not reveal a whispering supervisor',
  { tags: 'full' },
  async () => {
    const { agent, customer } = await callWithSupervisor();
    await switchTo('whisper');
    const voice = sendAudio('supervisor-1', 's');
    const own = person('supervisor-1').sid;
    await vi.waitFor(() => {
      if (voice) voice.loudest = 10;
      expect(sidsIn(agent)).toContain(own);
    }, PATIENCE);
    await vi.waitFor(() => expect(sidsIn(customer)).toContain(person('user-2').sid), PATIENCE);
    expect(sidsIn(customer)).not.toContain(own);
  },
);

test('a customer’s client cannot become owner by changing its name', { tags: 'full' }, async () => {
  const customer = await joinRoom('visitor-3', { name: 'owner' });
  await joinRoom('supervisor-1', { escort: 'whisper', shown_to: 'owners' }, true);
  sendAudio('supervisor-1', 's');
  expect(receives('visitor-3')).toEqual([]);
  expect(updatesOf(customer)).toEqual([]);
});

test(
  'audio that only some receive is not recorded; audio that everybody receives is',
  { tags: 'full' },
  () => {
    const recorded: string[] = [];
    const settings = config.parse({ MEDIA_KEY: KEY, MEDIA_SECRET: SECRET });
    const all = createRooms({
      network: {
        hostAddresses: settings.MEDIA_HOST_ADDRESSES,
        udpPorts: settings.MEDIA_UDP_PORTS,
        useTcp: false,
      },
      iceServersFor: () => [],
      publicAddress: undefined,
      newToken: () => Promise.resolve(''),
      report: () => undefined,
      onTrack: (event) => void recorded.push(event),
      onFinished: () => undefined,
      log: pino({ level: 'silent' }),
    });
    const rights = (mode: Mode) => new ParticipantPermission(rightsIn(mode).permission);
    const identity = { identity: 'supervisor-1', name: '', metadata: '', attributes: { escort: 'whisper' } };
    all.enter('two', { ...identity, permission: rights('whisper') }, true);
    const room = all.get('two');
    const supervisor = room?.participants.get('supervisor-1');
    const source = TrackSource.MICROPHONE;
    const track = supervisor?.announce(new AddTrackRequest({ cid: 's', type: TrackType.AUDIO, source }));
    if (!room || !supervisor || !track) throw new Error('they are not in the room');
    track.bind('s', []);
    room.publish(track, supervisor);
    expect(recorded).toEqual([]);
    for (const mode of ['barge', 'whisper'] as const) {
      supervisor.identity.permission = rights(mode);
      all.hidOrShowed(supervisor, room);
    }
    expect(recorded).toEqual(['track_published', 'track_unpublished']);
    all.close();
  },
);
