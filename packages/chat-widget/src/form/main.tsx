import { render } from 'preact';
import { readMessage } from '../bridge.ts';
import { chooseLanguage, firstSupported } from '../language.ts';
import { createApi } from './api.ts';
import type { FromForm, ToForm } from './bridge.ts';
import { FormPage } from './form-page.tsx';
import './form.css';

const READY_EVERY_MS = 500;
/** Without our script around the frame no answer comes; whether a site may show it is decided by the browser in any case. */
const ALONE_AFTER_MS = 3000;

/** The page of a form: on its own, or in the frame that its script puts on the customer's site. */
const key = /^\/widget\/([^/]+)\/form/.exec(location.pathname)?.[1] ?? '';
const wish = new URLSearchParams(location.search).get('language');
let parentOrigin: string | null = null;
let page = document.referrer;

function post(message: FromForm): void {
  if (parentOrigin !== null) window.parent.postMessage(message, parentOrigin);
}

function begin(site: string): void {
  render(
    <FormPage
      api={createApi(key, site)}
      wished={firstSupported([wish])}
      first={chooseLanguage([wish, ...navigator.languages])}
      page={() => page}
      onSent={() => post({ trunkline: 'sent' })}
    />,
    document.getElementById('app')!,
  );
}

/** Reports changes of the content's height, which the script gives to the frame. */
function followHeight(): void {
  const postHeight = () =>
    post({ trunkline: 'height', height: document.body.getBoundingClientRect().height });
  new ResizeObserver(postHeight).observe(document.body);
}

/** Repeats `ready` until there is an answer, because the page's script may be loaded later. */
function listen(): void {
  const sayReady = () =>
    window.parent.postMessage({ trunkline: 'ready' } satisfies FromForm, parentOrigin ?? '*');
  const timer = setInterval(sayReady, READY_EVERY_MS);
  const alone = setTimeout(() => {
    clearInterval(timer);
    begin(originOf(document.referrer));
  }, ALONE_AFTER_MS);
  window.addEventListener('message', (event) => {
    const message = readMessage<ToForm>(event, { source: window.parent, origin: parentOrigin });
    if (message?.trunkline !== 'page') return;
    page = message.url;
    if (parentOrigin !== null) return;
    clearInterval(timer);
    clearTimeout(alone);
    parentOrigin = event.origin;
    begin(event.origin);
    followHeight();
  });
  sayReady();
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : location.origin);

if (window.parent === window) begin(location.origin);
else listen();
