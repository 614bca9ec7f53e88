import { once } from 'node:events';
import {
  SessionDescription,
  SignalRequest,
  SignalResponse,
  SignalTarget,
  TrickleRequest,
  AddTrackRequest,
  Ping,
  TrackSource,
  TrackType,
} from '@livekit/protocol';
import { AccessToken, RoomServiceClient } from 'livekit-server-sdk';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { config } from './config.ts';
import { startMediaServer } from './server.ts';

const KEY = 'a-key';
const SECRET = 'a-secret-that-is-long-enough-for-tests';
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
  vi.restoreAllMocks();
  for (const line of open) line.terminate();
  open = [];
  await rooms.deleteRoom('one').catch(() => undefined);
});
afterAll(() => server.close());

type ResponseMessage = SignalResponse['message'];
type RequestMessage = SignalRequest['message'];

/** A client's web socket, with what it sends and everything it received. */
async function joinRoom(identity: string) {
  const token = new AccessToken(KEY, SECRET, { identity });
  token.addGrant({ roomJoin: true, room: 'one' });
  const line = new WebSocket(`ws://127.0.0.1:${server.port}/rtc?access_token=${await token.toJwt()}`);
  open.push(line);
  const said: ResponseMessage[] = [];
  line.on('message', (bytes: Buffer) => said.push(SignalResponse.fromBinary(bytes).message));
  await once(line, 'message');
  return {
    say: (message: RequestMessage) => line.send(new SignalRequest({ message }).toBinary()),
    /** The kinds of messages that it has received so far. */
    heard: () => said.map((each) => each.case),
  };
}

const participantOf = (identity: string) => {
  const participant = server.rooms.get('one')?.participants.get(identity);
  if (!participant) throw new Error(`${identity} is not in the room`);
  return participant;
};

const never = () => new Promise<never>(() => undefined);

test('pings are answered while other requests are in progress', async () => {
  const ann = await joinRoom('ann');
  vi.spyOn(participantOf('ann'), 'answer').mockImplementation(never);
  ann.say({ case: 'offer', value: new SessionDescription({ type: 'offer', sdp: '', id: 1 }) });
  ann.say({ case: 'ping', value: 1n });
  ann.say({ case: 'pingReq', value: new Ping({ timestamp: 1n }) });
  await vi.waitFor(() => expect(ann.heard()).toEqual(expect.arrayContaining(['pong', 'pongResp'])), PATIENCE);
});

test('a candidate address that cannot be resolved does not delay later messages', async () => {
  const ann = await joinRoom('ann');
  vi.spyOn(participantOf('ann').publisher, 'addCandidate').mockImplementation(never);
  const candidateInit = JSON.stringify({
    candidate: 'candidate:1 1 udp 1 a.local 5000 typ host',
    sdpMid: '0',
  });
  ann.say({ case: 'trickle', value: new TrickleRequest({ candidateInit, target: SignalTarget.PUBLISHER }) });
  const track = { cid: 'voice', name: 'voice', type: TrackType.AUDIO, source: TrackSource.MICROPHONE };
  ann.say({ case: 'addTrack', value: new AddTrackRequest(track) });
  await vi.waitFor(() => expect(ann.heard()).toContain('trackPublished'), PATIENCE);
});

/** Lets closing these connections never complete, as when the other side does not respond any more. */
function neverEnds(identity: string): void {
  const { publisher, subscriber } = participantOf(identity);
  for (const each of [publisher.pc, subscriber.pc]) vi.spyOn(each, 'close').mockImplementation(never);
}

test('a participant who joins again does not wait until their old connection has ended', async () => {
  await joinRoom('ann');
  neverEnds('ann');
  const again = await joinRoom('ann');
  expect(again.heard()).toContain('join');
});

test('removing a participant and closing a room do not wait until the connections have ended', async () => {
  await joinRoom('ann');
  await joinRoom('ben');
  neverEnds('ann');
  neverEnds('ben');
  await rooms.removeParticipant('one', 'ann');
  await rooms.deleteRoom('one');
  expect(server.rooms.get('one')).toBeUndefined();
});
