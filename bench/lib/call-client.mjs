// One participant of a call without a browser: LiveKit's signalling, and packets that carry the time they were sent at.
import { createRequire } from 'node:module';
import { createPeerConnection, transportOf } from '../../packages/media/dist/rtp/werift.js';
import { sendPacket, receivePackets } from '../../packages/media/dist/rtp/wire.js';
import { readDescription } from '../../packages/media/dist/rtp/sdp.js';
import { TransportFeedback } from '../../packages/media/dist/rtp/transport-feedback.js';

const need = createRequire(new URL('../../packages/media/package.json', import.meta.url));
const { SignalRequest, SignalResponse, SignalTarget, TrackSource, TrackType } = need('@livekit/protocol');
const { MediaStream, MediaStreamTrack } = need('werift');
const WebSocket = need('ws');

const NETWORK = { hostAddresses: ['127.0.0.1'], udpPorts: undefined, useTcp: false };
/** The same intervals as browsers: longer for audio only than with video. */
const FEEDBACK_MS = { voice: 200, video: 50 };
const PING_MS = 5000;
/** The offset of the send time in a video packet, after the VP8 descriptor and the start of a key frame. */
const TIME_AT = 14;
const KEY_FRAME = Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, 640 & 0xff, 640 >> 8, 480 & 0xff, 480 >> 8]);
const JOIN_WITHIN_MS = 8000;
const isLocal = ({ candidate = '' }) => candidate.includes(' 127.0.0.1 ');

/**
 * Joins; resolves when both connections are open, or with undefined when they do not open in time. `onPacket` gets the send
 * time of each packet.
 */
export async function join(url, token, { kinds, onPacket }) {
  const ws = new WebSocket(
    `${url}/rtc?access_token=${token}&auto_subscribe=1&protocol=15&sdk=js&version=2.0.0`,
  );
  const publisher = createPeerConnection('publisher', NETWORK);
  const subscriber = createPeerConnection('publisher', NETWORK);
  const send = (name, value) =>
    ws.readyState === 1 && ws.send(new SignalRequest({ message: { case: name, value } }).toBinary());
  const extensions = {};
  const feedback = new TransportFeedback((bytes) => {
    const transport = transportOf(subscriber);
    if (transport?.state === 'connected') void transport.sendRtcp([{ serialize: () => bytes }]);
  });
  const timers = [
    setInterval(() => feedback.flush(), FEEDBACK_MS[kinds.includes('video') ? 'video' : 'voice']),
    setInterval(() => send('pingReq', { timestamp: BigInt(Date.now()) }), PING_MS),
  ];
  receivePackets(publisher, {
    onRtp: () => undefined,
    onRtcp: () => (streams.video ? (streams.video.wantsKey = true) : undefined),
  });
  receivePackets(subscriber, {
    onRtp({ header, payload }) {
      const counted = header.extensions.find(({ id }) => id === extensions.transportSequence);
      if (counted) feedback.arrived(counted.payload.readUInt16BE(0), header.ssrc, performance.now() * 1000);
      const sentAt = payload.length > 200 ? payload.readDoubleBE(TIME_AT) : payload.readDoubleBE(0);
      onPacket(sentAt, payload.length > 200 ? 'video' : 'audio');
    },
    onRtcp: () => undefined,
  });
  for (const [pc, target] of [
    [publisher, SignalTarget.PUBLISHER],
    [subscriber, SignalTarget.SUBSCRIBER],
  ]) {
    pc.onIceCandidate.subscribe((candidate) => {
      if (candidate && isLocal(candidate.toJSON())) {
        send('trickle', { candidateInit: JSON.stringify(candidate.toJSON()), target });
      }
    });
  }

  const streams = {};
  const connected = (pc) =>
    new Promise((resolve) =>
      pc.connectionStateChange.subscribe((state) => state === 'connected' && resolve()),
    );
  const ways = Promise.all([connected(publisher), connected(subscriber)]);

  async function publish() {
    for (const kind of kinds) {
      const track = new MediaStreamTrack({ kind });
      publisher.addTransceiver(track, {
        direction: 'sendonly',
        streams: [new MediaStream({ tracks: [track] })],
      });
    }
    const offer = await publisher.createOffer();
    await publisher.setLocalDescription(offer);
    const { sdp } = publisher.localDescription;
    for (const { kind, trackId } of readDescription(sdp).sections) {
      const isVideo = kind === 'video';
      send('addTrack', {
        cid: trackId,
        name: kind,
        type: isVideo ? TrackType.VIDEO : TrackType.AUDIO,
        source: isVideo ? TrackSource.CAMERA : TrackSource.MICROPHONE,
      });
    }
    send('offer', { type: 'offer', sdp });
  }

  const handlers = {
    join: publish,
    async answer({ sdp }) {
      await publisher.setRemoteDescription({ type: 'answer', sdp: withoutPaths(sdp) });
      for (const [index, kind] of kinds.entries()) {
        const { sender } = publisher.getTransceivers()[index];
        streams[kind] = {
          ssrc: sender.ssrc,
          payloadType: sender.codec.payloadType,
          sequence: 0,
          timestamp: 0,
          wantsKey: true,
        };
      }
      await later.flush('publisher', publisher);
    },
    async offer({ sdp, id }) {
      Object.assign(extensions, readDescription(sdp).extensions);
      await subscriber.setRemoteDescription({ type: 'offer', sdp: withoutPaths(sdp) });
      await subscriber.setLocalDescription(await subscriber.createAnswer());
      send('answer', { type: 'answer', sdp: subscriber.localDescription.sdp, id });
      await later.flush('subscriber', subscriber);
    },
    async trickle({ candidateInit, target }) {
      const candidate = JSON.parse(candidateInit);
      if (!isLocal(candidate)) return;
      const isPublisher = target === SignalTarget.PUBLISHER;
      await later.add(
        isPublisher ? 'publisher' : 'subscriber',
        isPublisher ? publisher : subscriber,
        candidate,
      );
    },
  };
  let hasLeft = false;
  const later = candidateQueue();
  let queue = Promise.resolve();
  ws.on('message', (bytes) => {
    const { message } = SignalResponse.fromBinary(bytes);
    queue = queue
      .then(() => handlers[message.case]?.(message.value))
      .catch((error) => {
        if (!hasLeft) throw error;
      });
  });
  await new Promise((resolve, reject) => {
    ws.on('open', resolve);
    ws.on('error', reject);
  });
  const client = {
    /** Sends one packet; returns whether it was sent. */
    send(kind, marker, size, now) {
      const stream = streams[kind];
      const transport = transportOf(publisher);
      if (!stream || transport?.state !== 'connected') return false;
      const header = Buffer.alloc(12);
      header[0] = 0x80;
      header[1] = (marker ? 0x80 : 0) | stream.payloadType;
      stream.sequence = (stream.sequence + 1) & 0xffff;
      header.writeUInt16BE(stream.sequence, 2);
      header.writeUInt32BE(stream.timestamp >>> 0, 4);
      header.writeUInt32BE(stream.ssrc, 8);
      const { ssrc, sequence: sequenceNumber } = stream;
      const payload = kind === 'video' ? picture(stream, size, now) : sound(size, now);
      stream.isInFrame = !marker;
      sendPacket(transport, { ssrc, sequenceNumber, serializeSize: 12, serialize: () => header }, payload);
      return true;
    },
    advance(kind, units) {
      if (streams[kind]) streams[kind].timestamp += units;
    },
    async leave() {
      hasLeft = true;
      for (const timer of timers) clearInterval(timer);
      send('leave', {});
      ws.close();
      await Promise.allSettled([publisher.close(), subscriber.close()]);
    },
  };
  const isOpen = await Promise.race([ways, new Promise((resolve) => setTimeout(resolve, JOIN_WITHIN_MS))]);
  if (isOpen) return client;
  await client.leave();
  return undefined;
}

/** Keeps candidates that arrive before their description. */
function candidateQueue() {
  const waiting = { publisher: [], subscriber: [] };
  const ready = new Set();
  return {
    async add(name, pc, candidate) {
      if (ready.has(name)) await pc.addIceCandidate(candidate);
      else waiting[name].push(candidate);
    },
    async flush(name, pc) {
      ready.add(name);
      for (const candidate of waiting[name].splice(0)) await pc.addIceCandidate(candidate);
    },
  };
}

const withoutPaths = (sdp) => sdp.replaceAll(/a=(candidate:.*|end-of-candidates)\r\n/g, '');

function sound(size, now) {
  const payload = Buffer.alloc(size);
  payload.writeDoubleBE(now);
  return payload;
}

function picture(stream, size, now) {
  const payload = Buffer.alloc(size);
  if (!stream.isInFrame) stream.picture = ((stream.picture ?? 0) + 1) & 0x7fff;
  payload[0] = stream.isInFrame ? 0x80 : 0x90;
  payload[1] = 0x80;
  payload.writeUInt16BE(0x8000 | (stream.picture ?? 0), 2);
  const isKey = !stream.isInFrame && stream.wantsKey;
  if (isKey) stream.wantsKey = false;
  if (isKey) KEY_FRAME.copy(payload, 4);
  else payload[4] = 1;
  payload.writeDoubleBE(now, TIME_AT);
  return payload;
}
