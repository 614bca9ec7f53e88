import type { Language, Template } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import { findTemplates, slashQuery } from './template-variables.ts';

const template = (id: number, shortcut: string, language: 'en' | 'id'): Template => ({
  id,
  name: shortcut,
  shortcut,
  body: '',
  language,
  media_id: null,
  department_id: null,
});

it('puts templates in the customer’s language first, those of other channels and departments nowhere', () => {
  const found = findTemplates(
    [
      template(1, 'hello', 'en'),
      template(2, 'halo', 'id'),
      { ...template(3, 'hmail', 'id'), media_id: 2 },
      { ...template(4, 'hcare', 'id'), department_id: 1 },
      { ...template(5, 'hbill', 'id'), department_id: 2 },
    ],
    { query: 'h', languages: ['id', 'en'], mediaId: 6, departmentId: 1 },
  );
  expect(found.map(({ id }) => id)).toEqual([2, 4, 1]);
});

it('keeps the order of the settings among equals', () => {
  const all = [template(1, 'hz', 'en'), template(2, 'ha', 'en')];
  const wanted = { query: 'h', languages: ['en'], mediaId: 6, departmentId: 1 } as const;
  expect(findTemplates(all, wanted).map(({ id }) => id)).toEqual([1, 2]);
});

describe('the texts of one template', () => {
  const hello = [template(1, 'hello', 'en'), template(2, 'Hello', 'id')];
  const only = [template(3, 'hours', 'en'), template(4, 'harga', 'id')];
  const found = (templates: Template[], languages: Language[]) =>
    findTemplates(templates, { query: 'h', languages, mediaId: 6, departmentId: 1 }).map(
      ({ id, insteadOf }) => [id, insteadOf],
    );

  it('are chosen by the reader’s language, and the others stay within reach at the end', () => {
    expect(found([...hello, ...only], ['id', 'id'])).toEqual([
      [2, null],
      [4, null],
      [3, 'id'],
      [1, null],
    ]);
  });

  it('are taken in another language where that is all there is, and that is said', () => {
    expect(found(only, ['en', 'en'])).toEqual([
      [3, null],
      [4, 'en'],
    ]);
  });

  it('count only where they are for this channel and department', () => {
    const elsewhere = { ...template(2, 'hello', 'id'), media_id: 2 as const };
    expect(found([template(1, 'hello', 'en'), elsewhere], ['id', 'en'])).toEqual([[1, 'id']]);
  });
});

it('sees a slash at the beginning or after a space, not inside a word or an address', () => {
  expect(slashQuery('/he', 3)).toEqual({ query: 'he', start: 0 });
  expect(slashQuery('Hi\n/', 4)).toEqual({ query: '', start: 3 });
  expect(slashQuery('and/or', 6)).toBeNull();
  expect(slashQuery('https://x', 9)).toBeNull();
  expect(slashQuery('/he llo', 7)).toBeNull();
});
