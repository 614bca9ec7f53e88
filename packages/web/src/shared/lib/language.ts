import { LANGUAGES, type Language } from '@trunkline/contract';
import { createStore, useStore } from './store.ts';
import { readStored, writeStored } from './stored.ts';

const KEY = 'language';

function known(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}

function firstLanguage(): Language {
  const stored = readStored(KEY);
  if (known(stored)) return stored;
  const browser = (globalThis.navigator?.language ?? 'en').slice(0, 2);
  // Older systems still use the code "in" for Indonesian.
  return browser === 'id' || browser === 'in' ? 'id' : 'en';
}

/** The language of the screen: the user's own once signed in, before that the last one used on this device. */
export const languageStore = createStore<Language>(firstLanguage());

languageStore.subscribe(() => writeStored(KEY, languageStore.get()));

const CHOSEN = 'trunkline.language.chosen';

/** Chooses a language before one is signed in. It is kept for whoever signs in here next, also at a provider's page and back. */
export function chooseLanguage(language: Language): void {
  languageStore.set(language);
  try {
    globalThis.sessionStorage?.setItem(CHOSEN, language);
  } catch {
    // Without storage it holds for this page.
  }
}

/** What was chosen before signing in, once; null where nothing was. */
export function takeChosenLanguage(): Language | null {
  try {
    const chosen = globalThis.sessionStorage?.getItem(CHOSEN);
    globalThis.sessionStorage?.removeItem(CHOSEN);
    return known(chosen) ? chosen : null;
  } catch {
    return null;
  }
}

/** The language of the screen, followed. */
export function useLanguage(): Language {
  return useStore(languageStore);
}
