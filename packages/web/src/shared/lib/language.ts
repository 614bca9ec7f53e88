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
  // Older systems still call Indonesian "in".
  return browser === 'id' || browser === 'in' ? 'id' : 'en';
}

/** The language of the screen: the user's once signed in, before that the one used here last. */
export const languageStore = createStore<Language>(firstLanguage());

languageStore.subscribe(() => writeStored(KEY, languageStore.get()));

/** The language of the screen, followed. */
export function useLanguage(): Language {
  return useStore(languageStore);
}
