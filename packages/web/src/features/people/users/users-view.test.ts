import type { Person } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import { freeExtension } from './free-extension.ts';
import { changesIn, formOf, onlyDepartment, problemsOf } from './user-form.ts';
import { shownPeople, viewOf } from './users-view.ts';

const person = (id: number, more: Partial<Person> = {}): Person => ({
  id,
  version: 1,
  username: `user${id}`,
  fullname: `Person ${id}`,
  email: `user${id}@centre.example`,
  user_level_id: 4,
  level: 'Agent',
  is_active: true,
  is_monitoring: false,
  language: 'en',
  department_ids: [1],
  chat_capacity: 4,
  extension: '',
  skills: [],
  sign_in: 'ready',
  has_second_factor: false,
  invitation_expires_at: null,
  last_seen_at: null,
  ...more,
});

const PEOPLE = [
  person(1, { fullname: 'Dewi Lestari', extension: '2010', last_seen_at: '2026-11-26T01:00:00.000Z' }),
  person(2, { fullname: 'budi Santoso', extension: '205', department_ids: [2], user_level_id: 2 }),
  person(3, { fullname: 'Andi', sign_in: 'invited' }),
  person(4, { fullname: 'Tom Baker', is_active: false }),
];
const ids = (search: Parameters<typeof viewOf>[0]) => shownPeople(PEOPLE, viewOf(search)).map(({ id }) => id);

describe('the list of users', () => {
  it.each<[string, Parameters<typeof viewOf>[0], number[]]>([
    ['everybody by name, whatever its letters', {}, [3, 2, 1, 4]],
    ['the other way round', { direction: 'desc' }, [4, 1, 2, 3]],
    ['by extension as a number', { sort: 'extension', direction: 'desc', status: 'active' }, [1, 2]],
    ['those who are still to sign in', { status: 'invited' }, [3]],
    ['those who have left', { status: 'inactive' }, [4]],
    ['of a department', { department: 2 }, [2]],
    ['of a level', { level: 4 }, [3, 1, 4]],
    ['by parts of name and address', { q: 'santoso centre.example' }, [2]],
    ['nothing it does not understand', { sort: 'shoe size', status: 'blue', direction: 'up' }, [3, 2, 1, 4]],
  ])('shows %s', (_what, search, expected) => expect(ids(search)).toEqual(expected));
});

it('suggests the next number after the team’s that nobody has', () => {
  expect(freeExtension([])).toBe('2001');
  expect(freeExtension(['2001', '2002', '2004', 'front-desk'])).toBe('2003');
});

describe('the form of an account', () => {
  const DEFAULTS = { language: 'id' as const, department_ids: [] };

  it('puts a new user into the department that is the only active one', () => {
    const support = { id: 1, name: 'Support', is_active: true };
    const old = { id: 2, name: 'Old', is_active: false };
    expect(onlyDepartment([support, old])).toEqual([1]);
    expect(onlyDepartment([support, { ...old, is_active: true }])).toEqual([]);
    expect(onlyDepartment([])).toEqual([]);
  });

  it('says what is missing, and that an invitation needs an address', () => {
    const empty = formOf(null, DEFAULTS);
    expect(problemsOf(empty, true)).toEqual({
      fullname: 'required',
      username: 'required',
      email: 'address-needed',
      user_level_id: 'required',
    });
    const bad = { ...formOf(person(1), DEFAULTS), email: 'nobody', extension: '20 01', chat_capacity: 51 };
    expect(problemsOf(bad, false)).toEqual({
      email: 'email',
      extension: 'extension',
      chat_capacity: 'capacity',
    });
  });

  it('sends only what was changed', () => {
    const saved = formOf(person(1), DEFAULTS);
    expect(changesIn({ ...saved, email: ' ', extension: ' 2001 ' }, saved)).toEqual({
      email: null,
      extension: '2001',
    });
  });
});
