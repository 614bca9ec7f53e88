import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  SOCKET,
  type SignalName,
  type SignalPayload,
  type SocketRequestName,
  socketRequests,
  type Topic,
} from '@trunkline/contract';
import { Server } from 'socket.io';
import type { z } from 'zod';
import { demand, type Access, type Viewer } from './access.ts';
import { createTokenBucket } from './http/token-bucket.ts';
import { AppError } from './errors.ts';
import type { Events, StoredEvent } from './events.ts';
import type { Http } from './http.ts';
import { storable } from './foreign-text.ts';
import { bodyOf, toAppError } from './http/http-errors.ts';
import type { Log } from './log.ts';
import type { Notices } from './notices.ts';
import { isOwnSite } from './http/own-site.ts';
import type { AgentSocket, AnyEvents, SocketData } from './realtime/agent-socket.ts';
import type { Clock } from './clock.ts';
import { createTabs } from './realtime/realtime-tabs.ts';
import { followRights } from './realtime/realtime-rights.ts';

type Handler<N extends SocketRequestName> = (input: {
  viewer: Viewer;
  socket: AgentSocket;
  payload: z.output<(typeof socketRequests)[N]['payload']>;
}) => Promise<z.input<(typeof socketRequests)[N]['answer']>>;

/** How to tell an event to viewers who may not know all of it. */
type PerViewer<P> = {
  /** Whether this viewer gets the event as it was emitted. */
  isWhole: (viewer: Viewer) => boolean;
  /** Reads once, for any number of the others and several events, what they may know. */
  read: (payloads: readonly P[]) => Promise<(viewer: Viewer, payload: P) => P>;
};

/** The rooms of a topic, for this viewer. Throws where the viewer may not subscribe to it. */
type TopicRooms = (viewer: Viewer, id: number) => Promise<readonly string[]>;

/** Socket.IO for agents: sends every numbered event to the sockets that may see it, and answers their requests. */
export type Realtime = {
  io: Server<AnyEvents, AnyEvents, AnyEvents, SocketData>;
  /** Registers the handler of a request; payload and response are checked by the contract. */
  onRequest<N extends SocketRequestName>(name: N, handler: Handler<N>): void;
  /** Sends an event without a number: sockets that miss it do not get it later. */
  signal<N extends SignalName>(rooms: readonly string[], name: N, payload: SignalPayload<N>): void;
  /** Subscribes a socket to a topic. Refused where the viewer may not see it, or has too many (`too_many_requests`). */
  watch(socket: AgentSocket, name: Topic): Promise<void>;
  unwatch(socket: AgentSocket, topic: Topic): void;
  /** Registers which rooms the topics of a kind stand for. */
  watchTopic(kind: string, rooms: TopicRooms): void;
  /** Registers an event that does not say the same to everybody. */
  emitPerViewer<P>(name: string, how: PerViewer<P>): void;
  /** Called whenever a socket subscribes to a topic or ends that. */
  onTopicChange(listener: (topic: Topic, socket: AgentSocket) => void): void;
  onConnect(listener: (socket: AgentSocket) => void): void;
  onDisconnect(listener: (viewer: Viewer) => void): void;
  /** Called when a socket's permissions have changed, after its viewer and topics were updated. */
  onRenew(listener: (socket: AgentSocket) => void): void;
  /** All sockets of this process. */
  sockets(): AgentSocket[];
  socketsIn(room: string): AgentSocket[];
  /** The rooms of a topic may have changed: sockets that may no longer see it are unsubscribed. */
  recheck(topic: Topic): Promise<void>;
  /**
   * Closes the HTTP server too, which waits for every connection: keep-alive connections would hold it for over a minute. So
   * idle ones are closed repeatedly, and after a moment all.
   */
  close(): Promise<void>;
};

const IDLE_EVERY_MS = 50;
const CLOSE_WITHIN_MS = 3000;

type Deps = {
  http: Pick<Http, 'app' | 'upgrades'>;
  events: Events;
  notices: Notices;
  access: () => Access;
  clock: Clock;
  log: Log;
};

/** Requests per second that one socket may make on average, and at once. */
const REQUESTS_PER_SECOND = 20;
const REQUESTS_BURST = 100;

export function createRealtime({ http, events, notices, access, clock, log }: Deps): Realtime {
  const { server } = http.app;
  http.upgrades.leave((path) => path.startsWith(`${SOCKET.path}/`));
  const io = new Server<AnyEvents, AnyEvents, AnyEvents, SocketData>(server, {
    path: SOCKET.path,
    serveClient: false,
    // Checked before the token, since pages of other sites never have one.
    allowRequest: (request, answer) => answer(null, isOwnSite(request)),
    connectTimeout: SOCKET.connectTimeoutMs,
    // Upgrades to other paths are handled by `upgrades`.
    destroyUpgrade: false,
    maxHttpBufferSize: 256 * 1024,
    transports: ['polling', 'websocket'],
    // WebSocket frames are not compressed: doing so for every socket took seven eighths of the time of a fan-out
    // (docs/decisions/0004-socket-compression.md).
    perMessageDeflate: false,
    httpCompression: { threshold: SOCKET.compressionThreshold },
  });
  const topics = new Map<string, TopicRooms>();
  const handlers = new Map<string, Handler<SocketRequestName>>();
  const perViewer = new Map<string, PerViewer<unknown>>();
  const eachTold = new WeakMap<StoredEvent, (viewer: Viewer, payload: unknown) => unknown>();
  const topicListeners: ((topic: Topic, socket: AgentSocket) => void)[] = [];
  const connectListeners: ((socket: AgentSocket) => void)[] = [];
  const disconnectListeners: ((viewer: Viewer) => void)[] = [];
  const tabs = createTabs(io, clock);
  const rights = followRights({ events, access, log, socketsIn, rewatch });

  // Section 9 limits the length of addresses. This is below HTTP's own limit, which includes headers.
  io.engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    if ((request.url ?? '').length <= SOCKET.maxUriLength) return next();
    response.writeHead(414);
    response.end();
  });
  io.use((socket, next) => {
    rights.begin(socket);
    authenticate(socket, access()).then(
      () => next(),
      (error: unknown) => next(asConnectError(error, log)),
    );
  });

  io.on('connection', (socket: AgentSocket) => {
    const { viewer } = socket.data;
    void socket.join(['everyone', `user:${viewer.id}`, `session:${viewer.sessionId}`]);
    void rights.join(socket);
    socket.onAny((name: string, ...args: unknown[]) => void answer(socket, name, args));
    socket.on('disconnecting', () => {
      for (const topic of socket.data.topics.keys()) unwatch(socket, topic);
    });
    socket.on('disconnect', () => {
      tabs.update(viewer.id);
      for (const listener of disconnectListeners) listener(viewer);
    });
    tabs.connected(socket);
    for (const listener of connectListeners) listener(socket);
  });

  events.onEvent((event) => {
    const { name, payload, rooms, seq } = event;
    const partly = partlyTold(event);
    io.to([...rooms])
      .except(partly.map(({ id }) => id))
      .emit(name, payload, { seq });
    const told = eachTold.get(event);
    // A socket that has subscribed since it was read is as one that subscribes now.
    for (const socket of partly) if (told) socket.emit(name, told(socket.data.viewer, payload), { seq });
  });

  /** The sockets that get this event otherwise than it was emitted. */
  function partlyTold({ name, rooms }: StoredEvent): AgentSocket[] {
    const how = perViewer.get(name);
    if (!how) return [];
    return [...new Set(rooms.flatMap(socketsIn))].filter((socket) => !how.isWhole(socket.data.viewer));
  }

  function emitPerViewer<P>(name: string, { isWhole, read }: PerViewer<P>): void {
    const how = { isWhole, read: read as PerViewer<unknown>['read'] };
    perViewer.set(name, how);
    events.before(name, async (event) => {
      if (partlyTold(event).length > 0) eachTold.set(event, await how.read([event.payload]));
    });
  }

  /** These events as this viewer may know them. */
  async function asTold(viewer: Viewer, missed: readonly StoredEvent[]): Promise<StoredEvent[]> {
    const told = new Map<string, (viewer: Viewer, payload: unknown) => unknown>();
    for (const [name, { isWhole, read }] of perViewer) {
      const payloads = missed.filter((event) => event.name === name).map(({ payload }) => payload);
      if (payloads.length > 0 && !isWhole(viewer)) told.set(name, await read(payloads));
    }
    return missed.map((event) => {
      const change = told.get(event.name);
      return change ? { ...event, payload: change(viewer, event.payload) } : event;
    });
  }

  notices.on(
    'session-ended',
    ({ ids, reason }: { ids: number[]; reason: SignalPayload<'session-ended'>['reason'] }) => {
      for (const id of ids) {
        emitSignal([`session:${id}`], 'session-ended', { reason });
        io.in(`session:${id}`).disconnectSockets(true);
      }
    },
  );

  function socketsIn(room: string): AgentSocket[] {
    return [...(io.sockets.adapter.rooms.get(room) ?? [])].flatMap((id) => io.sockets.sockets.get(id) ?? []);
  }

  async function answer(socket: AgentSocket, name: string, args: unknown[]): Promise<void> {
    const acknowledge =
      typeof args.at(-1) === 'function' ? (args.at(-1) as (value: unknown) => void) : undefined;
    try {
      if (!socket.data.allow()) throw new AppError('too_many_requests', { retry_after_seconds: 1 });
      const payload = typeof args[0] === 'function' ? undefined : args[0];
      const done = await perform(socket, name, payload);
      acknowledge?.(done);
    } catch (error) {
      const refusal = toAppError(error);
      if (refusal.code === 'internal') log.error({ err: error, name }, 'socket request failed');
      acknowledge?.({ error: bodyOf(refusal) });
    }
  }

  async function perform(socket: AgentSocket, name: string, payload: unknown): Promise<unknown> {
    const handler = handlers.get(name);
    const request = Object.hasOwn(socketRequests, name)
      ? socketRequests[name as SocketRequestName]
      : undefined;
    if (!handler || !request)
      throw new AppError('bad_request', { reason: 'unknown_request', name: name.slice(0, 60) });
    const { viewer } = socket.data;
    demand(viewer, request.permission);
    const parsed = request.payload.safeParse(storable(payload));
    if (!parsed.success) {
      throw new AppError(
        'invalid',
        parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
      );
    }
    return handler({ viewer, socket, payload: parsed.data });
  }

  function emitSignal<N extends SignalName>(
    rooms: readonly string[],
    name: N,
    payload: SignalPayload<N>,
  ): void {
    io.to([...rooms]).emit(name, payload);
  }

  async function watch(socket: AgentSocket, topic: Topic): Promise<void> {
    const [kind = '', id = '0'] = topic.split(':');
    const resolve = topics.get(kind);
    if (!resolve) throw new AppError('not_found');
    const rooms = await resolve(socket.data.viewer, Number(id));
    socket.data.topics.set(topic, rooms);
    await socket.join([...rooms]);
    // A change during the lookup was only rechecked for sockets that were subscribed already, so look again.
    await resolve(socket.data.viewer, Number(id)).catch((error: unknown) => {
      unwatch(socket, topic);
      throw error;
    });
    for (const listener of topicListeners) listener(topic, socket);
  }

  function unwatch(socket: AgentSocket, topic: Topic): void {
    const rooms = socket.data.topics.get(topic);
    if (!rooms) return;
    socket.data.topics.delete(topic);
    leaveUnused(socket, rooms);
    for (const listener of topicListeners) listener(topic, socket);
  }

  function leaveUnused(socket: AgentSocket, rooms: readonly string[]): void {
    const stillUsed = new Set([...socket.data.topics.values()].flat());
    for (const room of rooms) if (!stillUsed.has(room)) void socket.leave(room);
  }

  /** Sets the socket's subscriptions to those of the wanted topics that its user may see. */
  async function watchOnly(socket: AgentSocket, wanted: readonly Topic[]): Promise<void> {
    for (const topic of [...socket.data.topics.keys()]) if (!wanted.includes(topic)) unwatch(socket, topic);
    await Promise.all(wanted.map((topic) => watch(socket, topic).catch(ignoreRefusal)));
  }

  function missedBy(
    socket: AgentSocket,
    after: number | null,
  ): { seq: number; reset: boolean; events: StoredEvent[] } {
    const seq = events.position();
    if (after === null) return { seq, reset: false, events: [] };
    const missed = events.since(after);
    if (!missed) return { seq, reset: true, events: [] };
    return {
      seq,
      reset: false,
      events: missed.filter((event) => event.rooms.some((room) => socket.rooms.has(room))),
    };
  }

  /** Subscribes again under changed permissions: leaves the rooms that it may not see any more. */
  async function rewatch(socket: AgentSocket, topic: Topic): Promise<void> {
    const before = socket.data.topics.get(topic) ?? [];
    try {
      await watch(socket, topic);
    } catch (error) {
      ignoreRefusal(error);
      return unwatch(socket, topic);
    }
    leaveUnused(socket, before);
  }

  function onRequest<N extends SocketRequestName>(name: N, handler: Handler<N>): void {
    handlers.set(name, handler);
  }

  onRequest('resume', async ({ socket, payload }) => {
    await watchOnly(socket, payload.topics);
    const missed = missedBy(socket, payload.after);
    return {
      ...missed,
      events: (await asTold(socket.data.viewer, missed.events)).map(({ seq, name, payload: data }) => ({
        seq,
        name,
        payload: data,
      })),
    };
  });
  /** Handles a socket's `watch` request; refused where it has too many topics. */
  async function watchToo(socket: AgentSocket, name: Topic): Promise<void> {
    if (socket.data.topics.size >= 50) throw new AppError('too_many_requests');
    await watch(socket, name);
  }
  onRequest('watch', async ({ socket, payload }) => {
    await watchToo(socket, payload.topic);
    return { ok: true };
  });
  onRequest('unwatch', async ({ socket, payload }) => {
    unwatch(socket, payload.topic);
    return Promise.resolve({ ok: true });
  });
  onRequest('tab-claim', async ({ socket }) => {
    tabs.claim(socket);
    return Promise.resolve({ ok: true });
  });

  return {
    io,
    onRequest,
    signal: emitSignal,
    watch: watchToo,
    unwatch,
    watchTopic: (kind, rooms) => void topics.set(kind, rooms),
    emitPerViewer,
    onTopicChange: (listener) => void topicListeners.push(listener),
    onConnect: (listener) => void connectListeners.push(listener),
    onDisconnect: (listener) => void disconnectListeners.push(listener),
    onRenew: rights.onRenew,
    sockets: () => [...io.sockets.sockets.values()],
    socketsIn,

    async recheck(topic) {
      for (const socket of io.sockets.sockets.values()) {
        if (!socket.data.topics.has(topic)) continue;
        await watch(socket, topic).catch(() => unwatch(socket, topic));
      }
    },

    async close() {
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_EVERY_MS);
      const all = setTimeout(() => server.closeAllConnections(), CLOSE_WITHIN_MS);
      try {
        await io.close();
      } finally {
        clearInterval(idle);
        clearTimeout(all);
      }
    },
  };
}

async function authenticate(socket: AgentSocket, access: Access): Promise<void> {
  const { token, user_id: userId } = socket.handshake.query;
  if (typeof token !== 'string' || typeof userId !== 'string' || !token) throw new AppError('not_signed_in');
  const viewer = await access.socketViewer(token, Number(userId));
  demand(viewer, 'signed-in');
  socket.data.viewer = viewer;
  socket.data.connectedAt = performance.now();
  socket.data.topics = new Map();
  socket.data.allow = createTokenBucket(REQUESTS_PER_SECOND, REQUESTS_BURST);
}

function asConnectError(error: unknown, log: Log): Error {
  const refusal = toAppError(error);
  if (refusal.code === 'internal') log.error({ err: error }, 'socket connection failed');
  return Object.assign(new Error(refusal.message), { data: bodyOf(refusal) });
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}
