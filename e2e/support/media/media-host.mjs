// Runs the built media server in a process that reports over IPC which objects are alive.
import dgram from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import v8 from 'node:v8';

const built = (file) => import(new URL(`../../../packages/media/dist/${file}`, import.meta.url).href);
const need = createRequire(new URL('../../../packages/media/package.json', import.meta.url));
// The ES module, which is the one the media server loads; the CommonJS build has classes of its own.
const asModule = need.resolve('werift').replace(/lib\b.*$/, 'lib/index.mjs');
const { RTCPeerConnection, RTCIceTransport, RTCDtlsTransport } = await import(pathToFileURL(asModule).href);
const { WebSocket } = need('ws');
const { config } = await built('config.js');
const { startMediaServer } = await built('server.js');
const { Participant } = await built('rooms/participant.js');
const { PublishedTrack } = await built('tracks/published-track.js');
const { Room } = await built('rooms/room.js');
const { Session } = await built('signalling.js');
const { log } = await built('log.js');

const KINDS = {
  Room,
  Participant,
  Session,
  PublishedTrack,
  WebSocket,
  RTCPeerConnection,
  RTCIceTransport,
  RTCDtlsTransport,
  DatagramSocket: dgram.Socket,
  EventEmitter,
};

const server = await startMediaServer(config.parse(process.env), log);

/** Returns the objects left after garbage collection, and the timers and sockets that are still active. */
function alive() {
  const objects = Object.entries(KINDS).map(([name, kind]) => [name, v8.queryObjects(kind)]);
  const waiting = {};
  for (const name of process.getActiveResourcesInfo()) waiting[name] = (waiting[name] ?? 0) + 1;
  return { ...Object.fromEntries(objects), ...waiting };
}

process.on('message', () => process.send(alive()));
process.send({ port: server.port });
await once(process, 'disconnect');
process.exit(0);
