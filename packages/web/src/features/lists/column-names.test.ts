import { LISTS, sortableFields } from '@trunkline/contract';
import { expect, it } from 'vitest';
import en from './texts.en.ts';
import id from './texts.id.ts';

/** The heads of the table of a list, its own state at the end. */
function headsOf(fields: readonly string[], texts: { field: object; status: string }): string[] {
  const names = texts.field as Readonly<Record<string, string>>;
  return [...fields.map((field) => names[field] ?? field), texts.status];
}

it.each(Object.values(LISTS).map((list) => [list.kind, sortableFields(list.fields)] as const))(
  'the columns of %s have names that tell them apart, in both languages',
  (_kind, fields) => {
    for (const texts of [en, id]) {
      const heads = headsOf(fields, texts);
      expect(new Set(heads).size, heads.join(', ')).toBe(heads.length);
    }
  },
);
