import { expect, it } from 'vitest';
import { findColleagues, mentionQuery, partsOf, toNames, toTokens, type Colleague } from './mention-text.ts';

const people: Colleague[] = [
  { id: 1, fullname: 'Budi Santoso', username: 'agent2', can_see: true },
  { id: 2, fullname: 'Budi', username: 'budi', can_see: true },
  { id: 3, fullname: 'سارة القحطاني', username: 'sarah', can_see: false },
  { id: 4, fullname: 'Dewi Lestari', username: 'agent1' },
];

it.each([
  ['@', 1, { query: '', start: 0 }],
  ['Hi @bu', 6, { query: 'bu', start: 3 }],
  ['Hi @budi san', 12, { query: 'budi san', start: 3 }],
  ['me@mail', 7, null],
  ['@bu\nx', 5, null],
  ['no', 2, null],
])('after %j at %i it asks for %j', (text, cursor, query) => {
  expect(mentionQuery(text, cursor)).toEqual(query);
});

it('finds by any part of the name or the user name, and whoever cannot see the ticket comes last', () => {
  expect(findColleagues(people, 'san').map(({ id }) => id)).toEqual([1]);
  expect(findColleagues(people, 'agent').map(({ id }) => id)).toEqual([1, 4]);
  expect(findColleagues(people, '').at(-1)?.id).toBe(3);
  expect(findColleagues(people, 'Dewi Lestari ')).toEqual([]);
});

it('puts ids in the place of names, the longest name first, and leaves the rest alone', () => {
  expect(toTokens('@Budi Santoso and @budi, (@Dewi Lestari)', people)).toBe('@{1} and @{2}, (@{4})');
  expect(toTokens('@Budiman me@Budi @سارة القحطاني @ @', people)).toBe('@Budiman me@Budi @سارة القحطاني @ @');
});

it('gives back what was written', () => {
  const names = (id: number) => people.find((one) => one.id === id)?.fullname ?? '';
  expect(toNames(toTokens('Hello @Budi Santoso!', people), names)).toBe('Hello @Budi Santoso!');
  expect(toNames('@{99}', names)).toBe('@{99}');
  expect(partsOf('Hi @{1}!')).toEqual(['Hi ', { id: 1, at: 3 }, '!']);
});
