import { firstSupported } from '../language.ts';
import { ApiError } from './api.ts';
import { startWithWaiting } from './chat-actions.ts';
import { connect } from './live.ts';
import { handleRefusal } from './problems.ts';
import { flush } from '../sending/sending.ts';
import { setTimer, type ChatSession } from './session.ts';
import { refresh } from './sync.ts';

const RETRY_MS = 15_000;
const FRESH_MS = 30_000;

/** Fetches everything that the first screen needs, and continues what an earlier page has left. */
export async function load(session: ChatSession): Promise<void> {
  const { store } = session;
  store.set({ load: { status: 'loading' } });
  try {
    await fetchSettings(session);
    await refresh(session);
  } catch (error) {
    const problem = handleRefusal(session, error);
    store.set({ load: { status: 'failed', problem } });
    const isFinal = problem === 'refused' || problem === 'gone';
    if (!isFinal) setTimer(session, 'load', RETRY_MS, () => void load(session));
    return;
  }
  window.clearTimeout(session.timers.load);
  store.set({ load: { status: 'ready' } });
  if (store.get().hasCallBack) {
    void import('../call/call-panel.tsx').then(({ watchCallBack }) => watchCallBack(session));
  }
  if (store.get().chat.status === 'none') return startWithWaiting(session);
  connect(session);
  await flush(session);
}

let askedAt = 0;

/** Fetches again whether agents are available, when the visitor comes back to the page after some time. */
export async function refreshAvailability(session: ChatSession): Promise<void> {
  if (session.store.get().load.status !== 'ready' || Date.now() - askedAt < FRESH_MS) return;
  await fetchSettings(session).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error; // without an answer the known state stays
  });
}

async function fetchSettings(session: ChatSession): Promise<void> {
  const { data: settings } = await session.api.getWidget();
  askedAt = Date.now();
  const language = session.wishedLanguage ?? firstSupported(navigator.languages) ?? settings.default_language;
  session.store.set({ settings, language });
  const { color, position, title } = settings;
  session.post({ trunkline: 'look', look: { color, position, title: title[language], language } });
}
