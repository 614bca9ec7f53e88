import { expect, it } from 'vitest';
import { tabTitle } from './tab-title.ts';

it.each([
  ['Tickets', 3, '(3) Tickets · Trunkline'],
  ['Tickets', 0, 'Tickets · Trunkline'],
  ['', 0, 'Trunkline'],
])('page "%s" with %i waiting', (page, waiting, title) => {
  expect(tabTitle(page, waiting)).toBe(title);
});
