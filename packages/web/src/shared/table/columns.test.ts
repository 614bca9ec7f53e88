import { expect, it } from 'vitest';
import { columnsShown, tableGridOf } from './columns.ts';

it('gives each column its track, and says how wide the table is at least', () => {
  const widths = [{ px: 20 }, { px: 180, share: 2 }, { px: 96, most: 130 }];
  expect(tableGridOf(widths.map((width) => ({ width })))).toEqual({
    '--table-columns': '20px minmax(180px, 2fr) minmax(96px, 130px)',
    '--table-least': '360px',
  });
});

it.each([
  ['none were kept', undefined, ['name', 'open']],
  ['in their own order', ['open', 'name', 'note'], ['open', 'name', 'note']],
  ['one of them is no more', ['gone', 'note'], ['note']],
  ['all of them are no more', ['gone'], ['name', 'open']],
])('shows the columns that somebody has: %s', (_, kept, shown) => {
  expect(columnsShown(kept, ['name', 'open'], ['name', 'open', 'note'])).toEqual(shown);
});
