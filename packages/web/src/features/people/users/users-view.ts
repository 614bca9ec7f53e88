import type { Person } from '@trunkline/contract';
import type { PeopleSearch } from '#shared/lib/search/people-search.ts';

export const USER_SORTS = ['name', 'level', 'extension', 'seen'] as const;
export type UserSort = (typeof USER_SORTS)[number];
export type Direction = 'asc' | 'desc';

export const USER_STATUSES = ['all', 'active', 'invited', 'inactive'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export type UsersView = {
  q: string;
  sort: UserSort;
  direction: Direction;
  status: UserStatus;
  level: number | undefined;
  department: number | undefined;
};

/** Returns search, filters and sorting of the list from the address. */
export function viewOf({ q = '', sort, direction, status, level, department }: PeopleSearch): UsersView {
  return {
    q,
    sort: USER_SORTS.find((one) => one === sort) ?? 'name',
    direction: direction === 'desc' ? 'desc' : 'asc',
    status: USER_STATUSES.find((one) => one === status) ?? 'all',
    level,
    department,
  };
}

const KEYS: Record<UserSort, (person: Person) => string> = {
  name: ({ fullname }) => fullname,
  level: ({ level }) => level,
  extension: ({ extension }) => extension,
  seen: ({ last_seen_at: seen }) => seen ?? '',
};

function hasStatus({ is_active: isActive, sign_in: state }: Person, status: UserStatus): boolean {
  if (status === 'all') return true;
  if (status === 'inactive') return !isActive;
  const isReady = state === 'ready';
  return isActive && (status === 'active' ? isReady : !isReady);
}

/** Returns the matching users in order. Names are compared case-insensitively, with numbers in them by value. Pure. */
export function shownPeople(people: readonly Person[], view: UsersView): Person[] {
  const words = view.q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = people.filter((person) => {
    const { fullname, username, email, extension } = person;
    const text = `${fullname} ${username} ${email ?? ''} ${extension}`.toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      hasStatus(person, view.status) &&
      (view.level === undefined || person.user_level_id === view.level) &&
      (view.department === undefined || person.department_ids.includes(view.department))
    );
  });
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  const key = KEYS[view.sort];
  const sign = view.direction === 'asc' ? 1 : -1;
  return found.toSorted(
    (a, b) => sign * compare(key(a), key(b)) || compare(a.fullname, b.fullname) || a.id - b.id,
  );
}

/** Returns the sort order after a click on a column head. */
export const nextSort = (view: UsersView, sort: UserSort): { sort: UserSort; direction: Direction } => ({
  sort,
  direction: view.sort === sort && view.direction === 'asc' ? 'desc' : 'asc',
});
