import { LISTS } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { columnHintFor } from './import-hints.ts';

it('says of every column of every list what it takes', () => {
  const said = Object.values(LISTS).flatMap((list) =>
    Object.entries(list.fields).flatMap(([column, { kind }]) => {
      // For references the message says that there is no row of that name.
      const isReference = ['reference', 'references', 'person', 'accounts'].includes(kind);
      return isReference ? [] : [`${list.kind} ${column} ${columnHintFor(list, column).key}`];
    }),
  );
  expect(said.filter((one) => one.endsWith(' other'))).toEqual([]);
  expect(said).toEqual(
    expect.arrayContaining([
      'types name line',
      'templates shortcut key',
      'templates body text',
      'templates language choice',
      'custom_fields options options',
      'office_hours hours week',
    ]),
  );
});

it('names the limits', () => {
  expect(columnHintFor(LISTS.templates, 'is_active')).toEqual({ key: 'check', with: {} });
  expect(columnHintFor(LISTS.templates, 'language').with).toEqual({ choices: 'en, id' });
  expect(columnHintFor(LISTS.types, 'name').with).toEqual({ max: '120' });
  expect(columnHintFor(LISTS.types, null).key).toBe('other');
});
