import { render } from 'preact';
import { readMessage, type ToFrame, type ToLoader } from './bridge.ts';
import { refreshAvailability, load } from './chat/load.ts';
import { followReading } from './chat/reading.ts';
import { handleRefusal } from './chat/problems.ts';
import { createSession, type ChatSession } from './chat/session.ts';
import { refresh } from './chat/sync.ts';
import { chooseLanguage } from './language.ts';
import { App } from './ui/app.tsx';
import { SessionProvider } from './ui/context.ts';
import { focusStart } from './ui/focus.ts';
import './style/index.css';

const READY_EVERY_MS = 500;

/** The frame: a page on our server, which the loader shows on the customer's site. */
const key = decodeURIComponent(/^\/widget\/([^/]+)\/frame/.exec(location.pathname)?.[1] ?? '');
const wish = new URLSearchParams(location.search).get('language');
const isAlone = window.parent === window;
/** The origin of the embedding page, taken from the first message's event; later messages are sent to it only. */
let parentOrigin: string | null = null;

const session = createSession({
  key,
  language: chooseLanguage([wish, ...navigator.languages]),
  wishedLanguage: wish ? chooseLanguage([wish]) : null,
  post(message: ToLoader) {
    if (!isAlone && parentOrigin) window.parent.postMessage(message, parentOrigin);
  },
});

render(
  <SessionProvider value={session}>
    <App />
  </SessionProvider>,
  document.getElementById('app')!,
);
followReading(session);
window.addEventListener('online', () => {
  if (session.store.get().load.status === 'failed') void load(session);
});

// The chat may have gone on in another tab meanwhile.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'visible' || session.store.get().connection !== 'on') return;
  refresh(session).catch((error: unknown) => handleRefusal(session, error));
});

if (isAlone) begin(location.origin, { isOpen: true });
else listen();

/** Repeats `ready` until there is an answer, because the page's script may be loaded later. */
function listen(): void {
  const sayReady = () => window.parent.postMessage({ trunkline: 'ready' } satisfies ToLoader, '*');
  const timer = setInterval(sayReady, READY_EVERY_MS);
  window.addEventListener('message', (event) => {
    const message = readMessage<ToFrame>(event, { source: window.parent, origin: parentOrigin });
    if (!message) return;
    clearInterval(timer);
    if (parentOrigin === null) begin(event.origin, { isOpen: false });
    handleMessage(session, message);
  });
  sayReady();
}

function begin(site: string, { isOpen }: { isOpen: boolean }): void {
  parentOrigin = site;
  session.site = site;
  session.store.set({ isOpen });
  void load(session);
}

function handleMessage(session: ChatSession, message: ToFrame): void {
  const { store, site } = session;
  const { settings } = store.get();
  if (message.trunkline === 'page') store.set({ page: message.url });
  if (message.trunkline === 'preview' && settings && site === location.origin)
    store.set({ settings: { ...settings, ...message.settings } });
  if (message.trunkline !== 'open') return;
  store.set({ isOpen: message.is_open });
  if (message.is_open) void refreshAvailability(session);
  if (message.takes_focus) focusStart();
}
