import type { BodyOf, Person, updatePerson } from '@trunkline/contract';
import type { Viewer } from '#platform/access';

type Change = Omit<BodyOf<typeof updatePerson>, 'version'>;
type Fields = { [K in keyof Change]?: unknown };

/**
 * The fields that decide how a user signs in and what they may do then: changing them requires holding the same permissions.
 */
const SIGN_IN: readonly (keyof Change)[] = ['username', 'email', 'user_level_id'];
/** The fields that decide what their next request may do. */
const RIGHTS: readonly (keyof Change)[] = ['user_level_id', 'department_ids', 'is_monitoring'];
/** The fields that the user's own screens depend on. */
const OWN: readonly (keyof Change)[] = [
  'fullname',
  'username',
  'email',
  'user_level_id',
  'department_ids',
  'extension',
  'language',
  'is_monitoring',
];

const textOf = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? value.map((one) => JSON.stringify(one)).toSorted() : (value ?? null));

/** The fields that differ, with their present and wanted values; the order of departments and skills does not matter. Pure. */
export function accountDifferences<C extends Change>(
  before: Person,
  change: C,
): { before: Fields; after: Partial<C> } | null {
  const names = (Object.keys(change) as (keyof Change & keyof C)[]).filter(
    (name) => change[name] !== undefined && textOf(before[name]) !== textOf(change[name]),
  );
  if (names.length === 0) return null;
  const pick = <F extends Fields>(from: F) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { before: pick(before), after: pick(change) as Partial<C> };
}

export const touchesSignIn = (fields: Fields): boolean => SIGN_IN.some((name) => name in fields);
export const touchesRights = (fields: Fields): boolean => RIGHTS.some((name) => name in fields);
export const touchesScreens = (fields: Fields): boolean => OWN.some((name) => name in fields);

/** The departments that a user may add nobody to: those that are not theirs, where their role sees its own ones only. */
export const foreignDepartments = (
  { visibility, departmentIds }: Pick<Viewer, 'visibility' | 'departmentIds'>,
  wanted: readonly number[],
  before: readonly number[],
): number[] =>
  visibility === 'department'
    ? wanted.filter((id) => !before.includes(id) && !departmentIds.includes(id))
    : [];
