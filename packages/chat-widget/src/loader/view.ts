import type { Language } from '@trunkline/contract';
import { shadesFor } from '../colour.ts';
import type { WidgetAppearance } from '../bridge.ts';
import { STYLE } from './style.ts';
import { WORDS } from './words.ts';

const ICONS = [
  ['bubble', 'M4 12a8 8 0 1 1 3.6 6.7L4 20l1.2-3.7A8 8 0 0 1 4 12ZM8.5 10.6h7M8.5 13.8h4.6'],
  ['down', 'M6 9.5l6 6 6-6'],
] as const;

type Handlers = { toggle: () => void; close: () => void; retry: () => void };
type LoaderState = { look: WidgetAppearance; unread: number; isOpen: boolean };

/** Everything that the loader puts on the customer's page. Built of nodes, because a page's policy may forbid HTML strings. */
export function createView(handlers: Handlers) {
  const host = document.createElement('trunkline-chat');
  const shadow = host.attachShadow({ mode: 'open' });
  addStyle(shadow);
  const launcher = element('button', 'launcher');
  launcher.type = 'button';
  launcher.append(...ICONS.map(([name, path]) => icon(name, path)));
  const badge = element('span', 'badge');
  badge.setAttribute('aria-hidden', 'true'); // the button's name says it
  launcher.append(badge);
  const news = element('span', 'news');
  news.setAttribute('role', 'status'); // a changed name of a button is not announced
  const panel = element('div', 'panel');
  const wait = element('div', 'wait');
  panel.append(wait);
  launcher.addEventListener('click', handlers.toggle);
  shadow.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key === 'Escape') handlers.close();
  });
  shadow.append(launcher, news, panel);

  return {
    host,
    launcher,
    panel,

    show({ look, unread, isOpen }: LoaderState): void {
      const { fill, onFill, text } = shadesFor(look.color, '#ffffff');
      host.style.setProperty('--fill', fill);
      host.style.setProperty('--on-fill', onFill);
      host.style.setProperty('--ring', text);
      host.dataset['side'] = look.position;
      host.lang = look.language;
      const words = WORDS[look.language];
      launcher.classList.toggle('open', isOpen);
      panel.classList.toggle('open', isOpen);
      launcher.setAttribute('aria-expanded', String(isOpen));
      launcher.setAttribute('aria-label', isOpen ? words.close : words.open(look.title, unread));
      badge.hidden = isOpen || unread === 0;
      badge.textContent = unread > 9 ? '9+' : String(unread);
      const said = badge.hidden ? '' : words.open(look.title, unread);
      if (news.textContent !== said) news.textContent = said;
      if (!host.isConnected) document.documentElement.append(host);
    },

    /** Covers the frame until it has answered, because browsers would show their own error page. */
    showWait(state: 'loading' | 'failed' | 'gone', language: Language): void {
      wait.hidden = state === 'gone';
      wait.replaceChildren(...(state === 'failed' ? failure(language, handlers) : [element('div', 'spin')]));
    },
  };
}

function failure(language: Language, { retry, close }: Handlers): HTMLElement[] {
  const words = WORDS[language];
  const sentence = element('p', '');
  sentence.setAttribute('role', 'alert');
  sentence.textContent = words.failed;
  const again = element('button', '');
  again.textContent = words.retry;
  again.addEventListener('click', retry);
  const away = element('button', 'away');
  away.textContent = words.close;
  away.addEventListener('click', close);
  return [sentence, again, away];
}

function addStyle(shadow: ShadowRoot): void {
  if ('adoptedStyleSheets' in shadow && 'replaceSync' in CSSStyleSheet.prototype) {
    // Unlike a style element it is not subject to the page's style-src policy.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    shadow.adoptedStyleSheets = [sheet];
    return;
  }
  const style = document.createElement('style');
  style.textContent = STYLE;
  shadow.append(style);
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className) made.className = className;
  return made;
}

function icon(name: string, path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', name);
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}
