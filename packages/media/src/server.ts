import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { DisconnectReason, LeaveRequest, LeaveRequest_Action, SignalResponse } from '@livekit/protocol';
import { AccessToken } from 'livekit-server-sdk';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Config } from './config.ts';
import { createAccess } from './rooms/access.ts';
import { createLoadMeter } from './load.ts';
import type { Log } from './log.ts';
import type { ParticipantIdentity } from './rooms/participant.ts';
import { grantOf } from './rooms/permissions.ts';
import { egressService } from './recording/egress-service.ts';
import { finishInOwnProcess } from './recording/finish-process.ts';
import { mediaWorkerIndex } from '@trunkline/contract';
import { createRecorder } from './recording/recorder.ts';
import { roomService } from './api/room-service.ts';
import { createRooms } from './rooms/rooms.ts';
import { iceServersFor } from './turn/turn.ts';
import { checkTurnServer } from './turn/turn-check.ts';
import { answer, ApiError, readJson, type TwirpMethod } from './api/twirp.ts';
import { createWebhooks } from './api/webhooks.ts';

const MESSAGE_MAX = 1024 * 1024;
const TOKEN_TTL = '10m';

type Reply = { status: number; body: unknown };

/** The media server: LiveKit's client signalling at /rtc, its room service at /twirp. Resolves when it listens. */
export async function startMediaServer(
  config: Config,
  log: Log,
  { finish = finishInOwnProcess }: { finish?: (folder: string) => Promise<unknown> } = {},
) {
  const { MEDIA_KEY: key, MEDIA_SECRET: secret } = config;
  const load = createLoadMeter();
  const webhooks = createWebhooks({ url: config.MEDIA_WEBHOOK, key, secret, log });
  const recorder = createRecorder({
    folder: config.MEDIA_RECORDINGS,
    isOurs: (room) => mediaWorkerIndex(room, config.MEDIA_WORKER.count) === config.MEDIA_WORKER.index,
    report: (event) => webhooks.send(event),
    finish,
    log,
  });
  const rooms = createRooms({
    network: {
      hostAddresses: config.MEDIA_HOST_ADDRESSES,
      udpPorts: config.MEDIA_UDP_PORTS,
      useTcp: config.MEDIA_TCP,
    },
    iceServersFor: ({ sid }) => iceServersFor(config.MEDIA_ICE_SERVERS, sid, Date.now()),
    publicAddress: config.MEDIA_PUBLIC_ADDRESS,
    newToken: async (identity, room) => newToken(config, identity, room),
    report: (event) => webhooks.send(event),
    onTrack: recorder.onTrack,
    onFinished: recorder.onFinished,
    log,
  });
  // A busy machine still takes its first call: with no participants nobody is disturbed.
  const isEmpty = () => rooms.all().every(({ participants }) => participants.size === 0);
  const hasRoom = () => isEmpty() || load.hasRoom(config.MEDIA_LOAD_MAX);
  const access = createAccess({ key, secret, find: (name) => rooms.get(name), hasRoom });
  const methods = routesOf({ RoomService: roomService(rooms), Egress: egressService(rooms, recorder) });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MAX });

  async function respond(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? '/', 'http://media');
    if (url.pathname === '/health') return { status: 200, body: health() };
    if (url.pathname === '/rtc/validate') return validate(request, url);
    const call = request.method === 'POST' ? methods.get(url.pathname) : undefined;
    if (!call) throw new ApiError('bad_route', 'There is nothing here.');
    const { video = {} } = await access.claimsOf(request, url);
    return { status: 200, body: (await call(await readJson(request), video)).toJson() };
  }

  /** Tells a client why its web socket was refused, which a browser does not show. */
  async function validate(request: IncomingMessage, url: URL): Promise<Reply> {
    try {
      access.refuseWhenFull(access.guestOf(await access.claimsOf(request, url)));
      return { status: 200, body: 'success' };
    } catch (error) {
      if (error instanceof ApiError) return { status: error.status, body: error.message };
      throw error;
    }
  }

  function health() {
    const participants = rooms.all().reduce((sum, room) => sum + room.participants.size, 0);
    return { ...load.now(), rooms: rooms.all().length, participants };
  }

  async function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://media');
    // The client tries a newer signalling path first, and falls back to this one when it gets this error.
    if (url.pathname !== '/rtc') throw new ApiError('bad_route', 'There is nothing here.');
    const guest = access.guestOf(await access.claimsOf(request, url));
    const { room, identity } = guest;
    const isReturning = url.searchParams.get('reconnect') === '1';
    if (!isReturning) access.refuseWhenFull(guest);
    const ws = await new Promise<WebSocket>((resolve) =>
      sockets.handleUpgrade(request, socket, head, resolve),
    );
    ws.on('close', () => setImmediate(() => rooms.wentAway(room, identity.identity)));
    if (isReturning) {
      const session = rooms.returning(room, identity.identity, url.searchParams.get('sid') ?? '');
      return session ? session.resume(ws) : askToRejoin(ws);
    }
    const session = rooms.enter(room, identity, url.searchParams.get('auto_subscribe') !== '0');
    if (ws.readyState === ws.OPEN) session.start(ws);
    else rooms.wentAway(room, identity.identity);
  }

  const server = http.createServer((request, response) => {
    respond(request)
      .catch((error: unknown) => refusal(error, request, log))
      .then(({ status, body }) => answer(response, status, body))
      .catch((error: unknown) => log.warn({ err: error }, 'an answer could not be given'));
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    onUpgrade(request, socket, head).catch((error: unknown) => {
      const { status } = refusal(error, request, log);
      socket.resume();
      const head = `HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}\r\nConnection: close\r\n\r\n`;
      socket.end(head, () => socket.destroy());
    });
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.MEDIA_PORT, config.MEDIA_HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  recorder.recover().catch((error: unknown) => log.error({ err: error }, 'old recordings were not finished'));
  askTurnServers(config, log).catch((error: unknown) => log.error({ err: error }, 'TURN was not asked'));

  return {
    port,
    rooms,
    async close(): Promise<void> {
      rooms.close();
      await recorder.close();
      await webhooks.close();
      load.stop();
      for (const client of sockets.clients) client.terminate();
      const closed = new Promise((resolve) => server.close(resolve));
      // Connections that clients keep alive would delay this for seconds.
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Checks the TURN servers at the start and logs those that fail: otherwise only the few people whose network needs one would
 * notice.
 */
async function askTurnServers({ MEDIA_ICE_SERVERS: settings }: Config, log: Log): Promise<void> {
  for (const server of iceServersFor(settings, 'check', Date.now())) {
    for (const url of server.urls.filter((each) => each.startsWith('turn'))) {
      const answer = await checkTurnServer(url, server);
      if (answer === 'relays') log.info({ url }, 'the TURN server relays');
      else log.error({ url }, `the TURN server ${answer}: see MEDIA_ICE_SERVERS`);
    }
  }
}

function routesOf(services: Record<string, Record<string, TwirpMethod>>): Map<string, TwirpMethod> {
  return new Map(
    Object.entries(services).flatMap(([service, methods]) =>
      Object.entries(methods).map(([name, method]) => [`/twirp/livekit.${service}/${name}`, method] as const),
    ),
  );
}

function refusal(error: unknown, { url }: IncomingMessage, log: Log): Reply {
  if (error instanceof ApiError) {
    return { status: error.status, body: { code: error.code, msg: error.message } };
  }
  log.warn({ err: error, url: url?.split('?')[0] }, 'a request failed');
  return { status: 500, body: { code: 'internal', msg: 'The media server could not answer.' } };
}

/** Tells a client to join again: it reconnected too late, or after a restart of this process. */
function askToRejoin(ws: WebSocket): void {
  const leave = new LeaveRequest({
    reason: DisconnectReason.STATE_MISMATCH,
    action: LeaveRequest_Action.RECONNECT,
    canReconnect: true,
  });
  ws.send(new SignalResponse({ message: { case: 'leave', value: leave } }).toBinary());
  ws.close();
}

async function newToken(config: Config, identity: ParticipantIdentity, room: string): Promise<string> {
  const token = new AccessToken(config.MEDIA_KEY, config.MEDIA_SECRET, {
    identity: identity.identity,
    name: identity.name,
    metadata: identity.metadata,
    attributes: identity.attributes,
    ttl: TOKEN_TTL,
  });
  token.addGrant(grantOf(identity.permission, room));
  return token.toJwt();
}
