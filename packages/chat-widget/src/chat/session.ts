import type { Language } from '@trunkline/contract';
import type { Socket } from 'socket.io-client';
import type { ToLoader } from '../bridge.ts';
import { LIMITS } from '../limits.ts';
import { createApi, type Api } from './api.ts';
import { initialState, type State } from './state.ts';
import { createStore, type Store } from './store.ts';
import { createWidgetStorage, type WidgetStorage } from './storage.ts';

/** What all parts of a visitor's chat share: the state, the ways out, and what must not be in the state. */
export type Session = {
  store: Store<State>;
  api: Api;
  storage: WidgetStorage;
  /** Tells the loader on the customer's page. */
  post: (message: ToLoader) => void;
  /** Origin of the page that shows us; set before anything is asked of the server. */
  site: string;
  /** `data-language` of the script tag. */
  wishedLanguage: Language | null;
  token: string | null;
  socket: Socket | null;
  /** Counts news about the chat, so that an answer that was under way meanwhile is known to be older. */
  chatNews: number;
  /** Up to which message we have said "read" since the last connect. */
  readTold: number;
  timers: Partial<Record<'flush' | 'agentTyping' | 'ownTyping' | 'pause' | 'load' | 'socket', number>>;
};

type Options = {
  key: string;
  language: Language;
  wishedLanguage: Language | null;
  post: Session['post'];
};

export function createSession({ key, language, wishedLanguage, post }: Options): Session {
  const storage = createWidgetStorage(key);
  const session: Session = {
    store: createStore<State>({
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
    readTold: 0,
    timers: {},
  };
  return session;
}

/** One timer per purpose: setting it again puts it off. */
export function later({ timers }: Session, name: keyof Session['timers'], ms: number, act: () => void): void {
  window.clearTimeout(timers[name]);
  timers[name] = window.setTimeout(act, ms);
}

/** The visitor's token, asked for when it is first needed: who only looks leaves no trace. */
export async function ensureVisitor(session: Session): Promise<void> {
  if (session.token) return;
  const { language, page } = session.store.get();
  const { token } = await session.api.createVisitor({ language, page: page.slice(0, LIMITS.url) });
  session.token = token;
  session.storage.write('token', token);
}
