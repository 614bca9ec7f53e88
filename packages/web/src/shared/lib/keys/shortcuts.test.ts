import { expect, it } from 'vitest';
import { shortcutForKey, type Shortcut } from './shortcuts.ts';

const shortcut = (description: string, isFallback = false): Shortcut => ({
  key: 'u',
  description,
  group: 'Test',
  run: () => undefined,
  isFallback,
});

it.each([
  ['the one registered last', [shortcut('page'), shortcut('part')], 'part'],
  ['a page before the latest message', [shortcut('page'), shortcut('message', true)], 'page'],
  ['the latest message where nothing else has the key', [shortcut('message', true)], 'message'],
])('runs %s', (_what, all, description) => {
  expect(shortcutForKey(all, 'u')?.description).toBe(description);
});
