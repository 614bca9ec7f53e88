import type { Language } from '@trunkline/contract';
import type { Socket } from 'socket.io-client';
import type { ToLoader } from '../bridge.ts';
import { LIMITS } from '../limits.ts';
import { createApi, type ChatApi } from './api.ts';
import { initialState, type ChatState } from './state.ts';
import { createStore, type Store } from './store.ts';
import { createWidgetStorage, type WidgetStorage } from './storage.ts';

/** Shared by all parts of a visitor's chat: the store, the server's API, the socket, and data that must not be in the store. */
export type ChatSession = {
  store: Store<ChatState>;
  api: ChatApi;
  storage: WidgetStorage;
  /** Sends a message to the loader on the customer's page. */
  post: (message: ToLoader) => void;
  /** Origin of the page that embeds the frame; set before the first request. */
  site: string;
  /** The language from `data-language` of the script tag. */
  wishedLanguage: Language | null;
  token: string | null;
  socket: Socket | null;
  /** Counts updates of the chat, so that an answer that was requested before one is recognised as older. */
  chatNews: number;
  /** The last message reported as read since the last connect. */
  lastReportedId: number;
  timers: Partial<Record<'flush' | 'agentTyping' | 'ownTyping' | 'pause' | 'load' | 'socket', number>>;
};

type Options = {
  key: string;
  language: Language;
  wishedLanguage: Language | null;
  post: ChatSession['post'];
};

export function createSession({ key, language, wishedLanguage, post }: Options): ChatSession {
  const storage = createWidgetStorage(key);
  const session: ChatSession = {
    store: createStore<ChatState>({
      ...initialState(language),
      outbox: storage.listOutgoing(),
      lastReadId: Number(storage.read('read') ?? 0) || 0,
      isSoundOn: storage.read('sound') === 'on',
      calling: storage.read('call') === 'on' ? 'again' : null,
      hasCallBack: storage.read('call-back') === 'on',
    }),
    api: createApi({
      key: encodeURIComponent(key),
      site: () => session.site,
      token: () => session.token,
    }),
    storage,
    post,
    site: '',
    wishedLanguage,
    token: storage.read('token'),
    socket: null,
    chatNews: 0,
    lastReportedId: 0,
    timers: {},
  };
  return session;
}

/** Sets a timer for a purpose; setting it again replaces it. */
export function setTimer(
  { timers }: ChatSession,
  name: keyof ChatSession['timers'],
  ms: number,
  act: () => void,
): void {
  window.clearTimeout(timers[name]);
  timers[name] = window.setTimeout(act, ms);
}

/** Fetches a visitor's token when it is first needed, so that visitors who only look are not stored. */
export async function ensureVisitor(session: ChatSession): Promise<void> {
  if (session.token) return;
  const { language, page } = session.store.get();
  const { token } = await session.api.createVisitor({ language, page: page.slice(0, LIMITS.url) });
  session.token = token;
  session.storage.write('token', token);
}
