import { afterEach, expect, it } from 'vitest';
import { duration, durationWords, fileSize, relativeTime } from './format.ts';
import { languageStore } from './language.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const ago = (seconds: number) => NOW - seconds * 1000;

afterEach(() => languageStore.set('en'));

it.each([
  [5, 'just now'],
  [300, '5 min ago'],
  [2 * 3600, '2 hr ago'],
  [86_400, 'yesterday'],
  [20 * 86_400, '31 Oct'],
  [400 * 86_400, '16 Oct 2025'],
])('%i seconds ago reads "%s"', (seconds, words) => {
  languageStore.set('en');
  expect(relativeTime(ago(seconds), NOW)).toBe(words);
});

it('speaks Indonesian when the user does', () => {
  languageStore.set('id');
  expect(relativeTime(ago(300), NOW)).toBe('5 mnt lalu');
  expect(durationWords(7500)).toBe('2 j 5 mnt');
  expect(fileSize(2_140_000)).toBe('2,1 MB');
});

it.each([
  [0, '0:00'],
  [65, '1:05'],
  [3723, '1:02:03'],
  [-4, '0:00'],
])('%i seconds run as %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});
