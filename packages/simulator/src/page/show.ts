import type { EntryView, PhoneView } from '../world/view.ts';
import { languageNow, stateOf, words } from './words.ts';

type ElementProps = Record<string, string | number | boolean | ((event: Event) => void) | undefined>;
type Child = Node | string | null;

/** Creates an element: properties that begin with "on" become listeners, false ones are skipped. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  given: ElementProps = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

export const unreadOf = ({ entries }: PhoneView): number =>
  entries.filter(({ from, state }) => from === 'company' && state !== 'read').length;

const GLYPHS: Record<EntryView['state'], string> = {
  sending: '…',
  sent: '✓',
  delivered: '✓✓',
  read: '✓✓',
  failed: '!',
};

type OnChoice = (entry: number, title: string) => void;

export function entryItem(entry: EntryView, { isOnline }: PhoneView, press: OnChoice): HTMLElement {
  const state = stateOf(entry, isOnline);
  const at = new Date(entry.at);
  const time = at.toLocaleTimeString(languageNow(), { hour: '2-digit', minute: '2-digit' });
  return make(
    'li',
    { class: `entry ${entry.from}`, 'data-state': entry.state },
    make('div', { class: 'bubble' }, ...contentOf(entry)),
    entry.choices.length > 0 ? choicesOf(entry, press) : null,
    entry.reaction ? make('span', { class: 'reaction' }, entry.reaction) : null,
    make(
      'p',
      { class: 'fate' },
      make('time', { datetime: at.toISOString() }, time),
      ' · ',
      make('span', { class: 'glyph', 'aria-hidden': 'true' }, GLYPHS[entry.state]),
      ' ',
      make('span', { class: 'state' }, state),
    ),
  );
}

function choicesOf({ id, choices }: EntryView, press: OnChoice): HTMLElement {
  const buttons = choices.map((title) =>
    make('button', { type: 'button', class: 'quiet', onclick: () => press(id, title) }, title),
  );
  return make('div', { class: 'choices', role: 'group', 'aria-label': words().choices }, ...buttons);
}

function contentOf({ kind, text, photo, change }: EntryView): Node[] {
  const w = words();
  if (change === 'taken back') return [make('em', {}, w.takenBack)];
  const content: Node[] = [];
  if (photo) content.push(make('img', { src: `/pictures/${photo}`, alt: w.picture, height: 120 }));
  else if (kind !== 'text') content.push(make('em', {}, w[kind]));
  if (text) content.push(make('p', {}, text));
  if (change === 'edited') content.push(make('em', {}, w.edited));
  return content;
}

/** Returns the last message of a phone, for the list. */
export function lastOf({ entries }: PhoneView): string {
  const last = entries.at(-1);
  if (!last) return '';
  return last.text || (last.kind === 'text' ? '' : words()[last.kind]);
}
