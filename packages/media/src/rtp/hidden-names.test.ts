import type { RTCIceCandidateInit, RTCPeerConnection } from 'werift';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PublisherConnection } from './publisher-connection.ts';
import { SubscriberConnection } from './subscriber-connection.ts';
import { createPeerConnection, type NetworkOptions } from './werift.ts';

// Connecting may take a busy machine longer than the usual limit.
vi.setConfig({ testTimeout: 20_000 });

const NETWORK: NetworkOptions = { hostAddresses: ['127.0.0.1'], udpPorts: undefined, useTcp: false };

/** The mDNS names that browsers send instead of addresses before the microphone was allowed. */
const HIDDEN: RTCIceCandidateInit = {
  candidate: 'candidate:1 1 udp 2113937151 5c1f9c32-6b9d-4bd8-8cf5-0c0f31a9a35e.local 50000 typ host',
  sdpMid: '0',
  sdpMLineIndex: 0,
};
const NAMED = { ...HIDDEN, candidate: HIDDEN.candidate?.replace(/\S+\.local/, 'host.example.test') };
const END: RTCIceCandidateInit = { ...HIDDEN, candidate: '' };

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

/** A browser's side: offers audio, or answers. */
function browser() {
  const pc = createPeerConnection('publisher', NETWORK);
  open.push(pc);
  return pc;
}

async function offerOf(pc: RTCPeerConnection): Promise<string> {
  pc.addTransceiver('audio', { direction: 'sendonly' });
  await pc.setLocalDescription(await pc.createOffer());
  return withoutPaths(pc.localDescription?.sdp ?? '');
}

const withoutPaths = (sdp: string) => sdp.replaceAll(/a=(candidate:.*|end-of-candidates)\r\n/g, '');
const withHidden = (sdp: string) => `${sdp}a=${HIDDEN.candidate ?? ''}\r\na=end-of-candidates\r\n`;

function publisher() {
  const candidates: RTCIceCandidateInit[] = [];
  const states: string[] = [];
  const connection = new PublisherConnection(NETWORK, {
    onPacket: () => undefined,
    onSenderTime: () => undefined,
    onwardLoss: () => 0,
    onCandidate: (candidate) => void candidates.push(candidate),
    onState: (state) => void states.push(state),
    onDataChannel: () => undefined,
  });
  open.push(connection);
  return { connection, candidates, states };
}

function subscriber() {
  const candidates: RTCIceCandidateInit[] = [];
  const states: string[] = [];
  const connection = new SubscriberConnection(NETWORK, {
    onCandidate: (candidate) => void candidates.push(candidate),
    onState: (state) => void states.push(state),
    onPictureLost: () => undefined,
    onEstimate: () => undefined,
  });
  open.push(connection);
  return { connection, candidates, states };
}

/** How many names are being looked up, by multicast or otherwise. */
const lookUps = ({ pc }: { pc: RTCPeerConnection }) =>
  pc.iceTransports.filter(
    ({ connection }) => (connection as unknown as { lookup: unknown }).lookup !== undefined,
  ).length;

/** Whether work is done long before a look-up by multicast gives up, which takes ten seconds. */
async function isDoneAtOnce(work: Promise<unknown>): Promise<boolean> {
  let isDone = false;
  void work.then(() => (isDone = true));
  // Sockets may be opened meanwhile, for which a busy machine needs more than a turn.
  for (let turn = 0; turn < 200 && !isDone; turn += 1) await new Promise((resolve) => setTimeout(resolve, 5));
  return isDone;
}

describe.each([
  ['a name that its browser hides', HIDDEN],
  ['a name in place of an address', NAMED],
])('%s', (_what, candidate) => {
  test('does not delay a sender, whenever it arrives', async () => {
    const { connection } = publisher();
    expect(await isDoneAtOnce(connection.addCandidate(candidate))).toBe(true);
    await connection.answer(withHidden(await offerOf(browser())));
    expect(await isDoneAtOnce(connection.addCandidate(candidate))).toBe(true);
    expect(lookUps(connection)).toBe(0);
  });

  test('does not delay a receiver, whenever it arrives', async () => {
    const { connection } = subscriber();
    connection.channel('_reliable');
    const theirs = browser();
    await theirs.setRemoteDescription({ type: 'offer', sdp: await connection.offer(false) });
    await theirs.setLocalDescription(await theirs.createAnswer());
    expect(await isDoneAtOnce(connection.addCandidate(candidate))).toBe(true);
    await connection.accept(withHidden(withoutPaths(theirs.localDescription?.sdp ?? '')));
    expect(await isDoneAtOnce(connection.addCandidate(candidate))).toBe(true);
    expect(lookUps(connection)).toBe(0);
  });
});

describe('a client with hidden addresses only', () => {
  const isLocal = ({ candidate = '' }: RTCIceCandidateInit) => candidate.includes('127.0.0.1');

  test('sends from the address of its connectivity checks', async () => {
    const ours = publisher();
    const theirs = browser();
    const offer = await offerOf(theirs);
    const { sdp } = await ours.connection.answer(withHidden(offer));
    await ours.connection.addCandidate(HIDDEN);
    await ours.connection.addCandidate(END);
    await theirs.setRemoteDescription({ type: 'answer', sdp: withoutPaths(sdp) });
    for (const candidate of ours.candidates.filter(isLocal)) await theirs.addIceCandidate(candidate);
    await expect.poll(() => ours.states, { timeout: 10_000 }).toContain('connected');
    expect(ours.states).not.toContain('failed');
  });

  test('receives at the address of its connectivity checks', async () => {
    const ours = subscriber();
    ours.connection.channel('_reliable');
    const theirs = browser();
    const offer = withoutPaths(await ours.connection.offer(false));
    await theirs.setRemoteDescription({ type: 'offer', sdp: offer });
    for (const candidate of ours.candidates.filter(isLocal)) await theirs.addIceCandidate(candidate);
    await theirs.setLocalDescription(await theirs.createAnswer());
    await ours.connection.accept(withHidden(withoutPaths(theirs.localDescription?.sdp ?? '')));
    await ours.connection.addCandidate(HIDDEN);
    await ours.connection.addCandidate(END);
    await expect.poll(() => ours.states, { timeout: 10_000 }).toContain('connected');
    expect(ours.states).not.toContain('failed');
  });
});
