import {
  errorBody,
  numberedEvents,
  signals,
  socketRequests,
  type NumberedEventName,
  type SignalName,
  type SocketRequestName,
  type Topic,
} from '@trunkline/contract';
import { recordBackgroundError } from '../lib/record-background-error.ts';
import { createStore, useStore } from '../lib/store.ts';
import { ApiError } from './api-error.ts';
import { createConnection } from './feed/connection.ts';
import { createEventFeed, type RawEvent, type ResumeOutcome } from './feed/event-feed.ts';
import { createEventLog } from './feed/event-log.ts';
import type {
  ConnectionStatus,
  EventMeta,
  EventName,
  Listener,
  NumberedEvent,
  RequestAnswer,
  RequestPayload,
} from './realtime-types.ts';
import { createWatchList } from './feed/watch-list.ts';

export type { ConnectionStatus, NumberedEvent } from './realtime-types.ts';

const ANSWER_TIMEOUT_MS = 10_000;
const WATCH_PATIENCE_MS = 1500;
const LOGGED_EVENTS = 5000;

type AnyListener = (payload: unknown, meta: EventMeta) => void;
type ResetHandler = (outcome: Exclude<ResumeOutcome, 'caught-up'>) => void;

const listeners = new Map<string, Set<AnyListener>>();
const numberedListeners = new Set<(event: NumberedEvent) => void>();
const resetHandlers = new Set<ResetHandler>();
const status = createStore<ConnectionStatus>('connecting');
const log = createEventLog<NumberedEvent>(LOGGED_EVENTS);
const watched = createWatchList();
const feed = createEventFeed(deliver);
const connection = createConnection({
  onUp() {
    resuming = resume();
  },
  onDown: handleDown,
  onMessage: handleMessage,
});

// Watch and unwatch requests go out one after the other, so that the server ends with the latest state.
let watchChain: Promise<unknown> = Promise.resolve();
let extension = '';
let resuming: Promise<void> = Promise.resolve();

/** The connection to the server: numbered events in order and once each, signals, and requests with answers. */
export const realtime = {
  /** Connects, and stays connected until `stop`. */
  start(ownExtension = ''): void {
    extension = ownExtension;
    status.set('connecting');
    connection.start();
  },
  stop(): void {
    connection.stop();
    status.set('offline');
  },
  /** Connects now instead of at the next scheduled attempt. */
  retry: (): void => connection.retry(),
  /** Resumes again with all watched topics, because permissions have changed. */
  renew(): Promise<void> {
    resuming = resuming.then(() => (status.get() === 'online' ? resume() : undefined));
    return resuming;
  },
  status,
  /** Listens to one event or signal; returns the function that stops listening. */
  on<N extends EventName>(name: N, listener: Listener<N>): () => void {
    const own = listeners.get(name) ?? new Set();
    listeners.set(name, own);
    own.add(listener as AnyListener);
    return () => own.delete(listener as AnyListener);
  },
  /** Listens to every numbered event, for live queries. */
  onNumbered(listener: (event: NumberedEvent) => void): () => void {
    numberedListeners.add(listener);
    return () => numberedListeners.delete(listener);
  },
  /** Calls the handler when data on the screen may be outdated: on the first connection and after too long an absence. */
  onReset(handler: ResetHandler): () => void {
    resetHandlers.add(handler);
    return () => resetHandlers.delete(handler);
  },
  /** Sends a request of the contract; rejects with ApiError when it is refused or nobody answers. */
  request,
  /** Returns a position in the stream of events, for `eventsSince`. */
  mark: (): number => log.mark(),
  /** Returns numbered events delivered since the mark; null when the log no longer reaches that far. */
  eventsSince: (mark: number): NumberedEvent[] | null => log.since(mark),
  watch(topic: Topic): void {
    if (watched.add(topic)) sendWatch('watch', topic);
  },
  unwatch(topic: Topic): void {
    if (watched.remove(topic)) sendWatch('unwatch', topic);
  },
  /** Resolves once the server has received all watch requests, or after a short time on a slow connection. */
  watchesSettled: (): Promise<unknown> => Promise.race([watchChain, wait(WATCH_PATIENCE_MS)]),
};

/** The state of the connection to the server. */
export function useConnection(): ConnectionStatus {
  return useStore(status);
}

async function request<N extends SocketRequestName>(
  name: N,
  payload: RequestPayload<N>,
): Promise<RequestAnswer<N>> {
  const socket = connection.socket();
  if (!socket.connected) throw new ApiError({ code: 'offline', message: 'There is no connection.' });
  const answer: unknown = await socket
    .timeout(ANSWER_TIMEOUT_MS)
    .emitWithAck(name, payload)
    .catch(() => {
      throw new ApiError({ code: 'offline', message: 'The server did not answer.' });
    });
  const refused = refusalIn(answer);
  if (refused) throw refused;
  return socketRequests[name].answer.parse(answer) as RequestAnswer<N>;
}

function refusalIn(answer: unknown): ApiError | null {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return null;
  const body = errorBody.safeParse(answer.error);
  return new ApiError(body.success ? body.data : { code: 'internal', message: 'The request was refused.' });
}

async function resume(): Promise<void> {
  const socket = connection.socket();
  const topics = watched.topics();
  const { id } = socket;
  feed.hold();
  try {
    await greet();
    if (socket.id !== id) return;
    const answer = await request('resume', { after: feed.lastSeq(), topics });
    if (socket.id !== id) return;
    feed.resumed(answer, (outcome) => {
      if (outcome !== 'caught-up') for (const handler of resetHandlers) handler(outcome);
    });
    status.set('online');
    catchUpWatches(topics);
  } catch (error) {
    if (socket.id !== id) return;
    recordBackgroundError('resume failed', error);
    // Without a resume no data can be trusted: disconnect and connect anew.
    socket.disconnect();
  }
}

/**
 * Sends what section 7 of the specification wants of a client that connects. A resume brings calls that rang or stopped
 * ringing during an interruption only once the extension is joined.
 */
async function greet(): Promise<void> {
  const joined = extension ? request('extension-join-room', extension) : undefined;
  for (const name of ['mon-call-count', 'mon-call-duration', 'mon-call-type', 'mon-user-count'] as const) {
    request(name, {}).then(
      (answer) => emit(`total-${name}`, answer, { seq: null }),
      () => undefined,
    );
  }
  await joined;
}

/** Sends the topics that were watched or left while the resume was on its way. */
function catchUpWatches(sent: readonly Topic[]): void {
  const wanted = watched.topics();
  for (const topic of wanted) if (!sent.includes(topic)) sendWatch('watch', topic);
  for (const topic of sent) if (!wanted.includes(topic)) sendWatch('unwatch', topic);
}

function sendWatch(name: 'watch' | 'unwatch', topic: Topic): void {
  if (status.get() !== 'online') return;
  // A failure needs no handling: the next resume carries all topics.
  watchChain = watchChain.then(() => request(name, { topic })).catch(() => undefined);
}

function handleDown(): void {
  status.set('offline');
}

function handleMessage(name: string, payload: unknown, meta: unknown): void {
  if (name in numberedEvents) {
    const seq = (meta as { seq?: unknown } | undefined)?.seq;
    if (typeof seq === 'number') feed.receive({ name, payload, seq });
    else recordBackgroundError(`${name} came without its number`, payload);
    return;
  }
  if (!(name in signals)) return;
  const parsed = signals[name as SignalName].safeParse(payload);
  if (parsed.success) emit(name, parsed.data, { seq: null });
  else recordBackgroundError(`${name} could not be read`, parsed.error);
}

function deliver(raw: RawEvent): void {
  if (!(raw.name in numberedEvents)) return;
  const parsed = numberedEvents[raw.name as NumberedEventName].safeParse(raw.payload);
  if (!parsed.success) {
    recordBackgroundError(`${raw.name} could not be read`, parsed.error);
    return;
  }
  const event = { name: raw.name, payload: parsed.data, seq: raw.seq } as NumberedEvent;
  log.add(event);
  for (const listener of [...numberedListeners]) listener(event);
  emit(event.name, event.payload, { seq: event.seq });
}

function emit(name: string, payload: unknown, meta: EventMeta): void {
  for (const listener of [...(listeners.get(name) ?? [])]) {
    try {
      listener(payload, meta);
    } catch (error) {
      recordBackgroundError(`a listener of ${name} failed`, error);
    }
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
