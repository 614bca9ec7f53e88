import type { PhoneView } from '../world/view.ts';
import { entryItem, make, unreadOf } from './show.ts';
import { CHANNELS, words } from './words.ts';

const MOST_PHOTO = 5_000_000;
/**
 * The list scrolls to a new message only if it is within this distance from its end, in pixels, so that reading older messages is
 * not interrupted.
 */
const NEAR_PX = 60;

export type PhoneCard = { element: HTMLElement; update: (phone: PhoneView) => void };
type PhoneCommands = {
  putAway: () => void;
  send: (path: string, body: object | Blob) => Promise<void>;
  say: (text: string) => void;
};
type Send = (what: string, body?: object | Blob) => void;

/** The card of one phone. Typed text stays when messages arrive. */
export function phoneCard(first: PhoneView, { putAway, send, say }: PhoneCommands): PhoneCard {
  const to: Send = (what, body = {}) => void send(`/phones/${first.id}/${what}`, body);
  const bar = lineBar(to);
  const talk = thread(first, to);
  const element = make(
    'article',
    { class: 'phone', 'aria-labelledby': `phone-${first.id}` },
    head(first, putAway),
    bar.element,
    talk.element,
    writing(first, { to, say }),
  );

  function update(now: PhoneView): void {
    element.classList.toggle('is-offline', !now.isOnline);
    bar.update(now);
    talk.update(now);
  }

  update(first);
  return { element, update };
}

function head({ id, name, channel, address }: PhoneView, putAway: () => void): HTMLElement {
  const label = words().close(name);
  return make(
    'header',
    {},
    make(
      'div',
      {},
      make('h3', { id: `phone-${id}` }, name),
      make('p', {}, `${CHANNELS[channel]} · ${address}`),
    ),
    make('button', { type: 'button', class: 'quiet close', 'aria-label': label, onclick: putAway }, '×'),
  );
}

/** The line above a phone: who writes, whether it is connected, and unread messages. */
function lineBar(to: Send): PhoneCard {
  const w = words();
  const state = { isOnline: true };
  const mode = make('p', { class: 'mode' });
  const reading = make('button', { type: 'button', class: 'quiet', onclick: () => to('read') });
  const change = () => to('line', { isOnline: !state.isOnline });
  const line = make('button', { type: 'button', class: 'quiet', onclick: change });
  return {
    element: make('div', { class: 'bar' }, mode, reading, line),
    update(phone) {
      const unread = unreadOf(phone);
      state.isOnline = phone.isOnline;
      const who = phone.isHeld ? w.yours : w.byItself;
      mode.textContent = phone.isOnline ? who : `${w.offline} · ${who}`;
      reading.hidden = unread === 0 || !phone.isOnline;
      reading.textContent = `${w.read} (${unread})`;
      line.textContent = phone.isOnline ? w.goOffline : w.goOnline;
    },
  };
}

function thread({ name }: PhoneView, to: Send): PhoneCard {
  const press = (entry: number, title: string) => to('choices', { entry, title });
  const entries = make('ol');
  const given = { class: 'thread', tabindex: 0, role: 'log', 'aria-label': words().thread(name) };
  const element = make('div', given, entries);
  return {
    element,
    update(phone) {
      const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
      entries.replaceChildren(...phone.entries.map((entry) => entryItem(entry, phone, press)));
      if (isAtEnd) element.scrollTop = element.scrollHeight;
    },
  };
}

function writing(
  { name, sends }: PhoneView,
  { to, say }: { to: Send; say: PhoneCommands['say'] },
): HTMLElement {
  const w = words();
  const label = w.write(name);
  const box = make('textarea', { rows: 2, 'aria-label': label, placeholder: label, maxlength: 4000 });
  const write = () => {
    const text = box.value.trim();
    if (!text) return;
    box.value = '';
    to('messages', { kind: 'text', text });
  };
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    write();
  });
  const submit = (event: Event) => {
    event.preventDefault();
    write();
  };
  const others = (['place', 'contact', 'sticker', 'voice', 'story_mention', 'odd'] as const)
    .filter((kind) => sends.includes(kind))
    .map((kind) => quiet(w[kind], () => to('messages', { kind, text: '' })));
  const buttons = make('div', { class: 'bar' }, ...photoButton(to, say), ...others);
  buttons.append(make('button', { type: 'submit', class: 'main' }, w.send));
  return make('form', { onsubmit: submit }, box, buttons);
}

function photoButton(to: Send, say: PhoneCommands['say']): HTMLElement[] {
  const w = words();
  const accept = 'image/jpeg,image/png,image/webp';
  // Hidden, because the button opens it, and a second tab stop for the same thing would be confusing.
  const picker = make('input', { type: 'file', accept, hidden: true, 'aria-label': w.photo });
  picker.addEventListener('change', () => {
    const [file] = picker.files ?? [];
    if (file && file.size > MOST_PHOTO) say(w.tooLarge);
    else if (file) to('photos', file);
    picker.value = '';
  });
  return [quiet(w.photo, () => picker.click()), picker];
}

const quiet = (label: string, onclick: () => void): HTMLElement =>
  make('button', { type: 'button', class: 'quiet', onclick }, label);
