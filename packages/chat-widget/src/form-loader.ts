import { readMessage } from './bridge.ts';
import type { FromForm, ToForm } from './form/bridge.ts';

/** The script that a customer's site includes where a form is to be shown; it inserts the form's frame after its own tag. */
const FIRST_HEIGHT = 520;
const script = document.currentScript;

if (script instanceof HTMLScriptElement && script.dataset['form']) place(script);

function place(tag: HTMLScriptElement): void {
  const { form: key = '', language } = tag.dataset;
  const { origin } = new URL(tag.src);
  const frame = document.createElement('iframe');
  const wish = language ? `?language=${encodeURIComponent(language)}` : '';
  frame.src = `${origin}/widget/${encodeURIComponent(key)}/form${wish}`;
  frame.title = tag.dataset['title'] ?? (language === 'id' ? 'Formulir' : 'Form');
  // The width is left to the site; the height follows the frame's content.
  frame.style.cssText = `display:block;width:100%;height:${FIRST_HEIGHT}px;border:0;color-scheme:light dark`;
  window.addEventListener('message', (event) => {
    const message = readMessage<FromForm>(event, { source: frame.contentWindow, origin });
    if (message?.trunkline === 'ready') {
      const page: ToForm = { trunkline: 'page', url: location.href };
      frame.contentWindow?.postMessage(page, origin);
    } else if (message?.trunkline === 'height' && Number.isFinite(message.height))
      frame.style.height = `${Math.ceil(message.height)}px`;
    else if (message?.trunkline === 'sent' && frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
  });
  tag.after(frame);
}
