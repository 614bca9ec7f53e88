import type { WorldPageEvent, PhoneView } from '../world/view.ts';
import { phoneCard, type PhoneCard } from './phone-card.ts';
import { lastOf, make, unreadOf } from './show.ts';
import { CHANNELS, keepLanguage, languageNow, words } from './words.ts';

/** How many phones are opened automatically. */
const OPENED = 3;

const phones = new Map<string, PhoneView>();
const cards = new Map<string, PhoneCard>();
const state = { desk: '', channels: [] as PhoneView['channel'][], openedByItself: 0, wanted: '' };
const list = make('ul', { class: 'customers' });
const grid = make('div', { class: 'phones' });
const notice = make('p', { class: 'notice', role: 'alert', hidden: true });

function say(text: string): void {
  notice.textContent = text;
  notice.hidden = text === '';
}

async function send(path: string, body: object | Blob): Promise<{ id?: string }> {
  const isFile = body instanceof Blob;
  const headers = { 'content-type': isFile ? body.type : 'application/json' };
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers,
      body: isFile ? body : JSON.stringify(body),
    });
    const answer = (await response.json()) as { id?: string; message?: string };
    say(response.ok ? '' : words().failed(answer.message ?? String(response.status)));
    return response.ok ? answer : {};
  } catch {
    say(words().gone);
    return {};
  }
}

function open(phone: PhoneView): void {
  if (cards.has(phone.id)) return;
  const card = phoneCard(phone, {
    putAway: () => putAway(phone.id),
    send: (path, body) => send(path, body).then(() => {}),
    say,
  });
  cards.set(phone.id, card);
  grid.querySelector('.empty')?.remove();
  grid.append(card.element);
  // The height is known only now that the card is in the page.
  card.update(phone);
  const thread = card.element.querySelector('.thread');
  if (thread) thread.scrollTop = thread.scrollHeight;
}

function putAway(id: string): void {
  cards.get(id)?.element.remove();
  cards.delete(id);
  drawList();
  if (cards.size === 0) grid.replaceChildren(make('p', { class: 'empty' }, words().choose));
  list.querySelector<HTMLElement>(`[data-phone="${CSS.escape(id)}"]`)?.focus();
}

function drawList(): void {
  const held =
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset['phone'] : undefined;
  // The phone with the latest message comes first.
  const order = [...phones.values()].sort((a, b) => lastAt(b) - lastAt(a));
  list.replaceChildren(...order.map(rowOf));
  if (held) list.querySelector<HTMLElement>(`[data-phone="${CSS.escape(held)}"]`)?.focus();
  if (order.length === 0)
    list.replaceChildren(
      make('li', { class: 'empty' }, make('strong', {}, words().nobody), make('p', {}, words().nobodyMore)),
    );
}

const lastAt = ({ entries, id }: PhoneView): number => entries.at(-1)?.at ?? Number(id);

function rowOf(phone: PhoneView): HTMLElement {
  const isOpen = cards.has(phone.id);
  const unread = unreadOf(phone);
  const toggle = () => {
    if (isOpen) return putAway(phone.id);
    openToWrite(phone);
  };
  return make(
    'li',
    {},
    make(
      'button',
      {
        type: 'button',
        class: 'row',
        'aria-pressed': String(isOpen),
        'data-phone': phone.id,
        onclick: toggle,
      },
      make('span', { class: 'who' }, phone.name),
      make('span', { class: 'where' }, CHANNELS[phone.channel]),
      make('span', { class: 'last' }, lastOf(phone)),
      unread > 0 ? make('span', { class: 'unread' }, words().unread(unread)) : null,
    ),
  );
}

function applyEvent(event: WorldPageEvent): void {
  if (event.is === 'all') return applyWorld(event);
  if (event.is === 'gone') {
    phones.delete(event.id);
    if (cards.has(event.id)) putAway(event.id);
  } else {
    phones.set(event.phone.id, event.phone);
    cards.get(event.phone.id)?.update(event.phone);
    openByItself();
  }
  drawList();
  openWanted();
}

function applyWorld({ desk, channels, phones: all }: Extract<WorldPageEvent, { is: 'all' }>): void {
  Object.assign(state, { desk, channels });
  phones.clear();
  for (const phone of all) phones.set(phone.id, phone);
  draw();
}

/** Opens the phone that was just added, once both the answer and its event have arrived, in whatever order. */
function openWanted(): void {
  const phone = phones.get(state.wanted);
  if (!phone) return;
  state.wanted = '';
  openToWrite(phone);
}

function openToWrite(phone: PhoneView): void {
  open(phone);
  drawList();
  cards.get(phone.id)?.element.querySelector('textarea')?.focus();
}

function openByItself(): void {
  for (const phone of phones.values()) {
    if (state.openedByItself >= OPENED) return;
    if (cards.has(phone.id)) continue;
    state.openedByItself += 1;
    open(phone);
  }
}

function newPhoneForm(): HTMLElement {
  const w = words();
  const channel = make('select', { id: 'new-channel' });
  channel.append(...state.channels.map((one) => make('option', { value: one }, CHANNELS[one])));
  const name = make('input', { id: 'new-name', required: true, maxlength: 60, autocomplete: 'off' });
  const add = async () => {
    const { id } = await send('/phones', {
      channel: channel.value,
      name: name.value,
      language: languageNow(),
    });
    if (id === undefined) return;
    name.value = '';
    state.wanted = id;
    openWanted();
  };
  return make(
    'form',
    { class: 'new', 'aria-label': w.newPhone, onsubmit: (event) => (event.preventDefault(), void add()) },
    make('h2', {}, w.newPhone),
    make('label', { for: 'new-channel' }, w.channel),
    channel,
    make('label', { for: 'new-name' }, w.name),
    name,
    make('button', { type: 'submit', class: 'main' }, w.add),
  );
}

/** Draws the whole page: at the start, after a change of language, and when the simulator is back. */
function draw(): void {
  const w = words();
  const language = languageNow();
  document.documentElement.lang = language;
  document.title = w.title;
  const opened = [...cards.keys()];
  cards.clear();
  grid.replaceChildren(make('p', { class: 'empty' }, w.choose));
  const other = language === 'en' ? 'id' : 'en';
  const change = () => {
    keepLanguage(other);
    draw();
  };
  document.body.replaceChildren(
    make(
      'header',
      { class: 'top' },
      make('div', {}, make('h1', {}, w.title), make('p', {}, w.about)),
      make('button', { type: 'button', class: 'quiet', lang: other, onclick: change }, w.language),
      make('a', { class: 'button', href: '/providers' }, w.providers),
      make('a', { class: 'button', href: state.desk, target: '_blank', rel: 'noopener' }, w.desk),
    ),
    notice,
    make(
      'main',
      {},
      make(
        'section',
        { class: 'side', 'aria-label': w.customers },
        newPhoneForm(),
        make('h2', {}, w.customers),
        list,
      ),
      make(
        'section',
        { class: 'work', 'aria-label': w.phones },
        make('h2', { class: 'away' }, w.phones),
        grid,
      ),
    ),
  );
  for (const id of opened) {
    const phone = phones.get(id);
    if (phone) open(phone);
  }
  openByItself();
  drawList();
}

const dark = matchMedia('(prefers-color-scheme: dark)');
function setColours(): void {
  document.documentElement.dataset['mantineColorScheme'] = dark.matches ? 'dark' : 'light';
}
dark.addEventListener('change', setColours);
setColours();

const events = new EventSource('/events');
events.addEventListener('message', ({ data }: MessageEvent<string>) =>
  applyEvent(JSON.parse(data) as WorldPageEvent),
);
events.addEventListener('open', () => say(''));
events.addEventListener('error', () => say(words().gone));
