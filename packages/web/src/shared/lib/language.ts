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

/** Sets the language before sign-in. It is kept for whoever signs in next in this tab, also by way of a provider's page. */
export function chooseLanguage(language: Language): void {
  languageStore.set(language);
  try {
    globalThis.sessionStorage?.setItem(CHOSEN, language);
  } catch {
    // Without storage it holds for this page.
  }
}

/** Returns and forgets the language that was chosen before sign-in; null if none was. */
export function takeChosenLanguage(): Language | null {
  try {
    const chosen = globalThis.sessionStorage?.getItem(CHOSEN);
    globalThis.sessionStorage?.removeItem(CHOSEN);
    return known(chosen) ? chosen : null;
  } catch {
    return null;
  }
}

/** The language of the screen; the component renders again when it changes. */
export function useLanguage(): Language {
  return useStore(languageStore);
}
