import { randomBytes } from 'node:crypto';
import dgram from 'node:dgram';
import { once } from 'node:events';
import { RTCPeerConnection, type RTCIceCandidateInit } from 'werift';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { WireHeader } from './outbound-stream.ts';
import { PublisherConnection, type MediaPacket } from './publisher-connection.ts';
import { readDescription } from './sdp.ts';
import { createPeerConnection, openBundledSections, transportOf, type NetworkOptions } from './werift.ts';
import { sendPacket } from './wire.ts';

// Connecting may take a busy machine longer than the usual limit.
vi.setConfig({ testTimeout: 20_000 });

const NETWORK: NetworkOptions = {
  hostAddresses: ['127.0.0.1'],
  udpPorts: undefined,
  useTcp: false,
};
/** werift without our fixes. */
const PLAIN = { iceServers: [], iceUseIpv6: false, iceAdditionalHostAddresses: NETWORK.hostAddresses };
const STRANGERS = 100;
const OWN_PATHS = /a=(candidate:.*|end-of-candidates)\r\n/g;

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

type Ice = { remoteCandidates: unknown[] };
const learned = (pc: RTCPeerConnection) =>
  pc.iceTransports.reduce(
    (sum, each) => sum + (each.connection as unknown as Ice).remoteCandidates.length,
    0,
  );

/** A client that offers video, up to the answer; nothing is connected before it gets our candidates. */
async function client() {
  const pc = createPeerConnection('publisher', NETWORK);
  const candidates: RTCIceCandidateInit[] = [];
  pc.onIceCandidate.subscribe((candidate) => candidate && candidates.push(candidate.toJSON()));
  pc.addTransceiver('video', { direction: 'sendonly' });
  const offered = await pc.createOffer();
  await pc.setLocalDescription(offered);
  open.push(pc);
  const offer = (pc.localDescription?.sdp ?? '').replaceAll(OWN_PATHS, '');
  return { pc, candidates, offer };
}

/** Our side of the connection, with its candidates, states and packets. */
function publisher() {
  const candidates: RTCIceCandidateInit[] = [];
  const states: string[] = [];
  const taken: MediaPacket[] = [];
  const connection = new PublisherConnection(NETWORK, {
    onPacket: (packet) => void taken.push(packet),
    onSenderTime: () => undefined,
    onwardLoss: () => 0,
    onCandidate: (candidate) => void candidates.push(candidate),
    onState: (state) => void states.push(state),
    onDataChannel: () => undefined,
  });
  open.push(connection);
  return { connection, candidates, states, taken };
}

const portOf = (candidates: readonly RTCIceCandidateInit[]) =>
  Number(candidates.find(({ candidate = '' }) => candidate.includes('127.0.0.1'))?.candidate?.split(' ')[5]);

const ufragOf = (sdp: string) => /a=ice-ufrag:(\S+)/.exec(sdp)?.[1] ?? '';

/** A connectivity check by a stranger who knows the session description, but not the password. */
function check(ufrag: string, isSigned: boolean): Buffer {
  const attribute = (type: number, value: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt16BE(type);
    head.writeUInt16BE(value.length, 2);
    return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
  };
  const attributes = Buffer.concat([
    attribute(0x0006, Buffer.from(`${ufrag}:evil`)),
    attribute(0x0024, Buffer.from([0x7e, 0, 0, 1])),
    attribute(0x802a, randomBytes(8)),
    ...(isSigned ? [attribute(0x0008, randomBytes(20))] : []),
  ]);
  const header = Buffer.alloc(20);
  header.writeUInt16BE(0x0001);
  header.writeUInt16BE(attributes.length, 2);
  header.writeUInt32BE(0x2112a442, 4);
  randomBytes(12).copy(header, 8);
  return Buffer.concat([header, attributes]);
}

/** Sends checks from many strangers, each from another address; `answers` counts the replies they got. */
async function sendBinding(port: number, ufrag: string, isSigned: boolean) {
  const heard = { answers: 0 };
  const sockets = await Promise.all(
    Array.from({ length: STRANGERS }, async () => {
      const socket = dgram.createSocket('udp4');
      socket.on('message', () => (heard.answers += 1));
      open.push({ close: async () => void socket.close() });
      socket.bind(0, '127.0.0.1');
      await once(socket, 'listening');
      return socket;
    }),
  );
  await Promise.all(
    sockets.map(
      (socket) => new Promise((resolve) => socket.send(check(ufrag, isSigned), port, '127.0.0.1', resolve)),
    ),
  );
  return heard;
}

/** Connects the client; when it resolves, all checks that arrived before have been handled. */
async function connect(
  { pc, candidates: theirs }: Awaited<ReturnType<typeof client>>,
  { connection, candidates, states }: ReturnType<typeof publisher>,
  sdp: string,
): Promise<void> {
  await pc.setRemoteDescription({ type: 'answer', sdp: sdp.replaceAll(OWN_PATHS, '') });
  for (const candidate of candidates.filter(isLocal)) await pc.addIceCandidate(candidate);
  for (const candidate of theirs.filter(isLocal)) await connection.addCandidate(candidate);
  await expect.poll(() => states, { timeout: 10_000 }).toContain('connected');
}

const isLocal = ({ candidate = '' }: RTCIceCandidateInit) => candidate.includes('127.0.0.1');

describe('unauthenticated senders', () => {
  test.each([
    ['without a signature', false],
    ['with a forged signature', true],
  ])(
    '%s are not answered and leave nothing behind, while a client with the password connects',
    async (_what, isSigned) => {
      const ours = publisher();
      const theirs = await client();
      const { sdp } = await ours.connection.answer(theirs.offer);
      const heard = await sendBinding(portOf(ours.candidates), ufragOf(sdp), isSigned);
      await connect(theirs, ours, sdp);
      expect(heard.answers).toBe(0);
      expect(learned(ours.connection.pc)).toBeLessThan(5);
    },
  );

  test('are let in by werift itself, which is why there is a guard', async () => {
    const pc = new RTCPeerConnection(PLAIN);
    open.push(pc);
    const candidates: RTCIceCandidateInit[] = [];
    pc.onIceCandidate.subscribe((candidate) => candidate && candidates.push(candidate.toJSON()));
    await pc.setRemoteDescription({ type: 'offer', sdp: (await client()).offer });
    await pc.setLocalDescription(await pc.createAnswer());
    const heard = await sendBinding(portOf(candidates), ufragOf(pc.localDescription?.sdp ?? ''), false);
    await expect.poll(() => learned(pc)).toBe(STRANGERS);
    expect(heard.answers).toBeGreaterThan(0);
  });
});

describe("Firefox's offers, whose bundled sections have port 0", () => {
  const firefox = (sdp: string) =>
    sdp
      .split(/\r\n(?=m=)/)
      .map((section, index) =>
        index < 2
          ? section
          : section.replace(/^(m=\w+) \d+ /, '$1 0 ').replace('\r\n', '\r\na=bundle-only\r\n'),
      )
      .join('\r\n');

  async function offerOfTwo() {
    const pc = createPeerConnection('publisher', NETWORK);
    open.push(pc);
    pc.addTransceiver('audio', { direction: 'sendonly' });
    pc.addTransceiver('video', { direction: 'sendonly' });
    await pc.setLocalDescription(await pc.createOffer());
    return firefox(pc.localDescription?.sdp ?? '');
  }

  test('are opened, and the others left alone', async () => {
    const offer = await offerOfTwo();
    expect(offer).toMatch(/m=video 0 /);
    const opened = openBundledSections(offer);
    expect(opened).toMatch(/m=video 9 /);
    expect(opened).not.toContain('bundle-only');
    const refused = offer.replace('a=bundle-only\r\n', '');
    expect(openBundledSections(refused)).toBe(refused);
  });

  test('are answered with a place for the picture', async () => {
    const { connection } = publisher();
    const { sdp, sections } = await connection.answer(await offerOfTwo());
    expect(sections.map(({ kind, isSending }) => [kind, isSending])).toEqual([
      ['audio', true],
      ['video', true],
    ]);
    expect(sdp).toMatch(/m=video [1-9]/);
    expect(sdp).toMatch(/a=recvonly/);
  });
});

describe('encrypted packets', () => {
  type TransportInternals = {
    srtp: { encrypt: (payload: Buffer, header: WireHeader) => Buffer };
    iceTransport: {
      connection: {
        nominated: {
          protocol: { transport: { socket: dgram.Socket } };
          remoteAddr: [string, number];
        };
      };
    };
  };

  async function connected() {
    const ours = publisher();
    const theirs = await client();
    const { sdp } = await ours.connection.answer(theirs.offer);
    await connect(theirs, ours, sdp);
    const transport = transportOf(theirs.pc);
    const [transceiver] = theirs.pc.getTransceivers();
    if (!transport || !transceiver) throw new Error('not connected');
    const { ssrc, codec } = transceiver.sender;
    const headerOf = (sequenceNumber: number): WireHeader => {
      const bytes = Buffer.alloc(12);
      bytes[0] = 0x80;
      bytes[1] = codec?.payloadType ?? 0;
      bytes.writeUInt16BE(sequenceNumber, 2);
      bytes.writeUInt32BE(ssrc, 8);
      return { ssrc, sequenceNumber, serializeSize: bytes.length, serialize: () => bytes };
    };
    const inside = transport as unknown as TransportInternals;
    return {
      taken: ours.taken,
      send: (number: number, text: string) => sendPacket(transport, headerOf(number), Buffer.from(text)),
      /** Sends a packet as an attacker on the network would: encrypted, then manipulated. */
      inject(number: number, text: string, spoil: (bytes: Buffer) => void) {
        const bytes = inside.srtp.encrypt(Buffer.from(text), headerOf(number));
        spoil(bytes);
        const { protocol, remoteAddr } = inside.iceTransport.connection.nominated;
        protocol.transport.socket.send(bytes, remoteAddr[1], remoteAddr[0]);
      },
    };
  }
  const payloadTexts = (taken: { payload: Buffer }[]) => taken.map(({ payload }) => payload.toString());

  test('come out as they went in, over the end of the numbers as well', async () => {
    const { taken, send } = await connected();
    for (const number of [65_534, 65_535, 0, 1]) send(number, `no. ${number}`);
    await expect.poll(() => payloadTexts(taken)).toEqual(['no. 65534', 'no. 65535', 'no. 0', 'no. 1']);
  });

  test('that were changed, cut off or forged are dropped, and later ones are not', async () => {
    const { taken, send, inject } = await connected();
    send(1, 'first');
    inject(2, 'changed', (bytes) => bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1));
    // Would change the rollover counter if it were accepted.
    inject(3, 'renumbered', (bytes) => bytes.writeUInt16BE(40_000, 2));
    inject(4, 'cut off', (bytes) => bytes.fill(0, 13));
    inject(5, 'longer than it is', (bytes) => bytes.writeUInt8(0x9f, 0));
    inject(6, 'no control message', (bytes) => bytes.writeUInt8(201, 1));
    send(7, 'last');
    await expect.poll(() => payloadTexts(taken)).toEqual(['first', 'last']);
  });
});

test('answers offer what we need: VP8 with retransmission, Opus with correction, feedback for the whole transport', async () => {
  const { connection } = publisher();
  const pc = new RTCPeerConnection({});
  open.push(pc);
  const { offer } = await client();
  const { sdp } = await connection.answer(offer);
  expect(sdp).toContain('transport-cc');
  expect(sdp).toMatch(/a=rtpmap:\d+ VP8\/90000/);
  const { payloadTypes, extensions } = readDescription(sdp);
  expect(payloadTypes.rtx.size).toBe(1);
  expect(extensions.transportSequence).toBeDefined();
});

describe('an outside STUN server', () => {
  const asked = (pc: RTCPeerConnection) =>
    pc.iceTransports.map(({ connection }) => (connection as unknown as { stunServer: unknown }).stunServer);

  test('is never queried', async () => {
    const { connection } = publisher();
    await connection.answer((await client()).offer);
    expect(asked(connection.pc)).toEqual([undefined]);
  });

  test('is queried by werift itself even if none is configured, which is why we prevent it', async () => {
    const pc = new RTCPeerConnection(PLAIN);
    open.push(pc);
    pc.addTransceiver('audio', { direction: 'sendonly' });
    await pc.createOffer();
    expect(asked(pc)).toEqual([['stun.l.google.com', 19_302]]);
  });
});

test('an extension has one number for everything that shares the transport, also after more has been added', async () => {
  const pc = createPeerConnection('subscriber', NETWORK);
  open.push(pc);
  const numbers: string[][] = [];
  for (const kind of ['audio', 'video', 'audio'] as const) {
    pc.addTransceiver(kind, { direction: 'sendonly' });
    await pc.setLocalDescription(await pc.createOffer());
    const lines = pc.localDescription?.sdp.match(/a=extmap:\d+ \S+/g) ?? [];
    numbers.push([...new Set(lines)].toSorted());
  }
  // Mid, loudness and transport sequence number: three extensions with three numbers.
  expect(numbers.at(-1)).toHaveLength(3);
  expect(numbers[0]).toEqual(numbers.at(-1));
});
