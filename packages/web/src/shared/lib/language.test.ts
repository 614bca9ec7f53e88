import { afterEach, expect, it, vi } from 'vitest';
import { chooseLanguage, languageStore, takeChosenLanguage } from './language.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  languageStore.set('en');
});

it('a language that was chosen before signing in is taken along, once', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    setItem: (key: string, value: string) => void kept.set(key, value),
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
  });
  expect(takeChosenLanguage()).toBeNull();
  chooseLanguage('id');
  expect(languageStore.get()).toBe('id');
  expect(takeChosenLanguage()).toBe('id');
  expect(takeChosenLanguage()).toBeNull();
});

it('is chosen all the same where nothing can be kept', () => {
  vi.stubGlobal('sessionStorage', {
    setItem: () => {
      throw new Error('refused');
    },
  });
  chooseLanguage('id');
  expect(languageStore.get()).toBe('id');
  expect(takeChosenLanguage()).toBeNull();
});
