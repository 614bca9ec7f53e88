import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search-text.ts';

it('keeps everything as text', () => {
  expect(parseSearch('?id=12&status=open,pending&q=a%20b')).toEqual({
    id: '12',
    status: 'open,pending',
    q: 'a b',
  });
});

it('leaves out what is empty and keeps commas readable', () => {
  expect(stringifySearch({ id: 12, status: 'open,pending', q: '', view: undefined, next: '/tickets' })).toBe(
    '?id=12&status=open,pending&next=/tickets',
  );
  expect(stringifySearch({})).toBe('');
});
