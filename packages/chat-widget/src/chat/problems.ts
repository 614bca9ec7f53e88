import { ApiError } from './api.ts';
import { withoutFiles } from '../sending/outbox.ts';
import { setTimer, type ChatSession } from './session.ts';
import { NO_CHAT, type ChatProblem } from './state.ts';

/** Handles refusals that any request may get. Returns the problem to show. */
export function handleRefusal(session: ChatSession, error: unknown): ChatProblem {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 401) forgetVisitor(session);
  if (error.status === 429) pause(session, error);
  return problemOf(error);
}

function problemOf(error: ApiError): ChatProblem {
  if (error.status === 0) return 'offline';
  if (error.status === 429) return 'busy';
  if (error.code === 'site_not_allowed') return 'refused';
  return error.status === 404 ? 'gone' : 'server';
}

/** Forgets a visitor whom the server no longer knows, and starts a new one with the unsent texts. */
export function forgetVisitor(session: ChatSession): void {
  const { store, storage } = session;
  disconnect(session);
  session.token = null;
  for (const name of ['token', 'read']) storage.remove(name);
  const { outbox } = store.get();
  const kept = withoutFiles(outbox);
  for (const { client_key: key } of outbox) storage.dropOutgoing(key);
  for (const entry of kept) storage.keepOutgoing(entry);
  session.post({ trunkline: 'known', is_known: false });
  store.set({ chat: NO_CHAT, messages: [], hasMore: false, outbox: kept, uploads: [], lastReadId: 0 });
}

function disconnect(session: ChatSession): void {
  const { socket } = session;
  session.socket = null;
  socket?.disconnect();
  session.store.set({ connection: 'none', isAgentTyping: false });
}

/** Stops sending for as long as the server asks for, and shows until when. */
function pause(session: ChatSession, { retryAfterMs }: ApiError): void {
  session.store.set({ pausedUntil: Date.now() + retryAfterMs });
  setTimer(session, 'pause', retryAfterMs, () => session.store.set({ pausedUntil: null }));
}
