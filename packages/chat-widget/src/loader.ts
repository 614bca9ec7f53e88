import { chooseLanguage } from './language.ts';
import { startChat } from './loader/chat.ts';

/** The script that a customer's site includes. It finds its own tag, and does nothing when it is included twice. */
declare global {
  interface Window {
    Trunkline?: { open: () => void; close: () => void };
  }
}

const script =
  document.currentScript ?? document.querySelector('script[data-widget][src*="/widget/loader.js"]');

if (script instanceof HTMLScriptElement && script.dataset['widget'] && !window.Trunkline) {
  const { widget: key, language, position } = script.dataset;
  const { origin } = new URL(script.src);
  const start = () =>
    startChat({
      origin,
      key: encodeURIComponent(key ?? ''),
      language: language ? chooseLanguage([language]) : null,
      position: position === 'left' || position === 'right' ? position : null,
    });
  // The tag may be in the head of a page whose body does not exist yet.
  if (document.body) start();
  else document.addEventListener('DOMContentLoaded', start, { once: true });
}
