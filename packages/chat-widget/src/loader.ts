import { chooseLanguage } from './language.ts';
import { startChat } from './loader/chat.ts';

/** The one script that a customer's site includes. Finds its own tag, and does nothing the second time. */
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
  // The tag may stand in the head of a page whose body has not begun.
  if (document.body) start();
  else document.addEventListener('DOMContentLoaded', start, { once: true });
}
