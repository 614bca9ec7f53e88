import { readMessage, type WidgetAppearance, type ToFrame, type ToLoader } from '../bridge.ts';
import { chooseLanguage } from '../language.ts';
import { createMemory } from './memory.ts';
import { fetchAppearance, type LoaderSettings } from './settings.ts';
import { createView } from './view.ts';

const READY_WITHIN_MS = 15_000;

type Chat = {
  place: LoaderSettings;
  memory: ReturnType<typeof createMemory>;
  view: ReturnType<typeof createView>;
  /** `null` until it is known whether and how the launcher may be shown. */
  look: WidgetAppearance | null;
  frame: { element: HTMLIFrameElement; isReady: boolean; timer: number } | null;
  isOpen: boolean;
  takesFocus: boolean;
  unread: number;
  /** The page's own overflow setting, kept while the chat covers a phone's screen. */
  overflow: string | null;
};

export function startChat(place: LoaderSettings): void {
  const chat: Chat = {
    place,
    memory: createMemory(place.key),
    view: createView({
      toggle: () => setOpen(chat, !chat.isOpen, true),
      close: () => setOpen(chat, false, true),
      retry: () => replaceFrame(chat),
    }),
    look: null,
    frame: null,
    isOpen: false,
    takesFocus: false,
    unread: 0,
    overflow: null,
  };
  window.Trunkline = { open: () => setOpen(chat, true, true), close: () => setOpen(chat, false, true) };
  window.addEventListener('message', (event) => handleMessage(chat, event));
  for (const moved of ['popstate', 'hashchange']) window.addEventListener(moved, () => postPage(chat));
  void begin(chat);
}

async function begin(chat: Chat): Promise<void> {
  const look = await fetchAppearance(chat.place);
  if (look === 'refused') return;
  if (look !== 'unknown') setLook(chat, look);
  // A visitor with a chat must see replies; and where the appearance could not be fetched, only the frame can tell it.
  if (look === 'unknown' || chat.memory.has('known')) makeFrame(chat);
  if (chat.memory.has('open') && !isPhone()) setOpen(chat, true, false);
}

function setLook(chat: Chat, look: WidgetAppearance): void {
  chat.look = { ...look, position: chat.place.position ?? look.position };
  show(chat);
}

function show(chat: Chat): void {
  if (chat.look) chat.view.show({ ...chat, look: chat.look });
}

function setOpen(chat: Chat, isOpen: boolean, byVisitor: boolean): void {
  if (isOpen === chat.isOpen) return;
  const hadFocus = document.activeElement === chat.view.host;
  chat.isOpen = isOpen;
  chat.takesFocus = isOpen && byVisitor;
  chat.memory.set('open', isOpen);
  if (isOpen && !chat.frame) makeFrame(chat);
  show(chat);
  holdPage(chat);
  if (chat.takesFocus) chat.frame?.element.focus();
  postPage(chat);
  postOpen(chat);
  if (!isOpen && hadFocus) chat.view.launcher.focus();
}

function makeFrame(chat: Chat): void {
  const { origin, key, language } = chat.place;
  const element = document.createElement('iframe');
  element.title = chat.look?.title ?? 'Chat';
  element.allow = 'camera; microphone; autoplay';
  element.src = `${origin}/widget/${key}/frame${language ? `?language=${language}` : ''}`;
  const timer = window.setTimeout(() => giveUp(chat), READY_WITHIN_MS);
  chat.frame = { element, isReady: false, timer };
  chat.view.showWait('loading', languageOf(chat));
  chat.view.panel.prepend(element);
  // The frame needs the launcher's element in the page, which stays hidden until it may be shown.
  if (!chat.view.host.isConnected) {
    chat.view.launcher.hidden = true;
    document.documentElement.append(chat.view.host);
  }
}

function giveUp(chat: Chat): void {
  if (chat.look) chat.view.showWait('failed', languageOf(chat));
  else chat.view.host.remove();
}

function replaceFrame(chat: Chat): void {
  chat.frame?.element.remove();
  makeFrame(chat);
  chat.frame?.element.focus();
}

function handleMessage(chat: Chat, event: MessageEvent): void {
  const { frame, place } = chat;
  const message = readMessage<ToLoader>(event, {
    source: frame?.element.contentWindow,
    origin: place.origin,
  });
  if (!frame || !message) return;
  if (message.trunkline === 'ready') {
    clearTimeout(frame.timer);
    frame.isReady = true;
    chat.view.showWait('gone', languageOf(chat));
    postPage(chat);
    postOpen(chat);
  } else if (message.trunkline === 'look') {
    chat.view.launcher.hidden = false;
    frame.element.title = message.look.title;
    setLook(chat, message.look);
  } else if (message.trunkline === 'unread') {
    chat.unread = message.count;
    show(chat);
  } else if (message.trunkline === 'known') chat.memory.set('known', message.is_known);
  else if (message.trunkline === 'ring') setOpen(chat, true, false);
  else if (message.trunkline === 'close') setOpen(chat, false, true);
}

function postPage(chat: Chat): void {
  postToFrame(chat, { trunkline: 'page', url: location.href, title: document.title });
}

function postOpen(chat: Chat): void {
  postToFrame(chat, { trunkline: 'open', is_open: chat.isOpen, takes_focus: chat.takesFocus });
}

function postToFrame({ frame, place }: Chat, message: ToFrame): void {
  if (frame?.isReady) frame.element.contentWindow?.postMessage(message, place.origin);
}

/** Stops the page from scrolling while the chat covers a phone's screen. */
function holdPage(chat: Chat): void {
  const { style } = document.documentElement;
  if (chat.isOpen && isPhone()) {
    chat.overflow = style.overflow;
    style.overflow = 'hidden';
  } else if (chat.overflow !== null) {
    style.overflow = chat.overflow;
    chat.overflow = null;
  }
}

const isPhone = () => window.matchMedia('(max-width: 639.9px)').matches;
const languageOf = ({ look, place }: Chat) =>
  look?.language ?? place.language ?? chooseLanguage(navigator.languages);
