import type { FileRef } from '@trunkline/contract';
import { ApiError } from '../chat/api.ts';
import { mergeMessages } from '../chat/messages.ts';
import {
  addOutgoing,
  nextToSend,
  refusalOf,
  removeOutgoing,
  type OutboxMessage,
  type OutboxRefusal,
} from './outbox.ts';
import { handleRefusal } from '../chat/problems.ts';
import { newClientKey } from '../client-key.ts';
import { setTimer, type ChatSession } from '../chat/session.ts';
import { isChatOpen, refresh } from '../chat/sync.ts';
import { sendTyping } from '../chat/typing.ts';

const RETRY_MS = [1000, 2000, 4000, 8000, 15_000] as const;

/** Puts a message into the outbox. It is shown at once, and kept there until the server has confirmed it. */
export function queueMessage(session: ChatSession, body: string, files: FileRef[]): OutboxMessage {
  sendTyping(session, false);
  const previous = Date.parse(session.store.get().outbox.at(-1)?.created_at ?? '') || 0;
  const entry: OutboxMessage = {
    client_key: newClientKey(),
    body,
    files,
    // Later than the one before, even if both are queued in the same millisecond.
    created_at: new Date(Math.max(Date.now(), previous + 1)).toISOString(),
    refusal: null,
  };
  storeEntry(session, entry);
  return entry;
}

export const requeueMessage = (session: ChatSession, entry: OutboxMessage) =>
  storeEntry(session, { ...entry, refusal: null });

export const refuseMessage = (session: ChatSession, entry: OutboxMessage, refusal: OutboxRefusal) =>
  storeEntry(session, { ...entry, refusal });

export function discardMessage({ storage, store }: ChatSession, clientKey: string): void {
  storage.dropOutgoing(clientKey);
  store.set({ outbox: removeOutgoing(store.get().outbox, clientKey) });
}

const rounds = new WeakMap<ChatSession, Promise<void>>();

/** Sends waiting messages one after the other, so that they keep their order. A second call joins the running one. */
export function flush(session: ChatSession): Promise<void> {
  const running = rounds.get(session);
  if (running) return running;
  const round = sendAll(session).finally(() => rounds.delete(session));
  rounds.set(session, round);
  return round;
}

async function sendAll(session: ChatSession): Promise<void> {
  const { store } = session;
  let failures = 0;
  for (;;) {
    const { outbox, pausedUntil, chat } = store.get();
    const entry = nextToSend(outbox);
    if (!entry || !session.token || chat.status === 'none' || pausedUntil !== null) return;
    const outcome = await send(session, entry);
    if (outcome === 'stop') return;
    failures = outcome === 'again' ? failures + 1 : 0;
    if (failures > 0) await waitForBetter(session, RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? 1000);
  }
}

async function send(session: ChatSession, entry: OutboxMessage): Promise<'next' | 'again' | 'stop'> {
  const { store, api } = session;
  const { client_key, body, files } = entry;
  const wasGoingOn = isChatOpen(store.get().chat);
  try {
    const { data } = await api.send({ client_key, body, file_ids: files.map((file) => file.id) });
    store.set({ messages: mergeMessages(store.get().messages, [data]) });
    discardMessage(session, client_key);
    // The message has reopened an ended chat. A connected socket reports that too.
    if (!wasGoingOn) await refresh(session);
    return 'next';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return handleFailure(session, entry, error);
  }
}

function handleFailure(
  session: ChatSession,
  entry: OutboxMessage,
  error: ApiError,
): 'next' | 'again' | 'stop' {
  if (error.isTransient) return 'again';
  handleRefusal(session, error);
  if (error.status === 401) return 'stop';
  if (error.status === 429) {
    setTimer(session, 'flush', error.retryAfterMs + 100, () => void flush(session));
    return 'stop';
  }
  // The server knows of no chat yet: the form comes first, and the waiting messages follow it.
  if (error.code === 'conflict') return 'stop';
  storeEntry(session, { ...entry, refusal: refusalOf(error.code) });
  return 'next';
}

function storeEntry({ storage, store }: ChatSession, entry: OutboxMessage): void {
  storage.keepOutgoing(entry);
  store.set({ outbox: addOutgoing(store.get().outbox, entry) });
}

/** Waits, but no longer than until the connection is back. */
function waitForBetter({ store }: ChatSession, ms: number): Promise<void> {
  return new Promise((resolve) => {
    let connection = store.get().connection;
    const stop = store.subscribe(() => {
      const isBack = store.get().connection === 'on' && connection !== 'on';
      connection = store.get().connection;
      if (isBack) done();
    });
    const timer = window.setTimeout(done, ms);
    window.addEventListener('online', done);
    function done() {
      window.clearTimeout(timer);
      window.removeEventListener('online', done);
      stop();
      resolve();
    }
  });
}
