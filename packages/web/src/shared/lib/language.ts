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

/** The language of the screen; the component renders again when it changes. */
export function useLanguage(): Language {
  return useStore(languageStore);
}
