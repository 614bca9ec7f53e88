import { sameValue } from '#shared/forms/same-value.ts';
import {
  onOneLine,
  CAPACITY_MAX,
  emailAddress,
  EXTENSION,
  type Person,
  type Reference,
} from '@trunkline/contract';

export type UserForm = Pick<
  Person,
  | 'fullname'
  | 'username'
  | 'language'
  | 'department_ids'
  | 'extension'
  | 'is_monitoring'
  | 'chat_capacity'
  | 'skills'
> & { email: string; user_level_id: number | null };
export type UserField = keyof UserForm;
type Department = Pick<Reference['departments'][number], 'id' | 'is_active'>;

/** What a new user gets unless somebody selects otherwise. */
export type NewUserDefaults = Pick<UserForm, 'language' | 'department_ids'>;

/** Returns the department that a new user belongs to where there is only one: without any they would get no chats and calls. */
export function onlyDepartment(departments: readonly Department[]): number[] {
  const active = departments.filter(({ is_active: isActive }) => isActive);
  return active.length === 1 ? active.map(({ id }) => id) : [];
}

/** Returns the form of a user, or of a new one. */
export function formOf(person: Person | null, defaults: NewUserDefaults): UserForm {
  if (!person)
    return {
      fullname: '',
      username: '',
      email: '',
      user_level_id: null,
      extension: '',
      ...defaults,
      is_monitoring: false,
      chat_capacity: 4,
      skills: [],
    };
  const {
    fullname,
    username,
    user_level_id,
    department_ids,
    extension,
    is_monitoring,
    chat_capacity,
    skills,
  } = person;
  return {
    fullname,
    username,
    email: person.email ?? '',
    user_level_id,
    department_ids,
    extension,
    language: person.language,
    is_monitoring,
    chat_capacity,
    skills,
  };
}

export type UserProblem = 'required' | 'email' | 'extension' | 'capacity' | 'address-needed';

/** Returns the problems of the form by field. Pure. */
export function problemsOf(form: UserForm, isInvited: boolean): Partial<Record<UserField, UserProblem>> {
  const { chat_capacity: capacity } = form;
  const email = form.email.trim();
  return {
    ...(onOneLine(form.fullname) === '' && { fullname: 'required' }),
    ...(onOneLine(form.username) === '' && { username: 'required' }),
    ...(email !== '' && !emailAddress.safeParse(email).success && { email: 'email' }),
    ...(email === '' && isInvited && { email: 'address-needed' }),
    ...(form.user_level_id === null && { user_level_id: 'required' }),
    ...(!EXTENSION.test(form.extension.trim()) && { extension: 'extension' }),
    ...(!(Number.isInteger(capacity) && capacity >= 0 && capacity <= CAPACITY_MAX) && {
      chat_capacity: 'capacity',
    }),
  };
}

/** Returns the form as the request takes it. */
export const accountOf = ({ email, user_level_id: level, ...form }: UserForm) => ({
  ...form,
  fullname: onOneLine(form.fullname),
  username: onOneLine(form.username),
  extension: form.extension.trim(),
  email: email.trim() || null,
  user_level_id: level ?? 0,
});

/** Returns only what was changed, so that changes by others are kept. Pure. */
export function changesIn(form: UserForm, saved: UserForm): Partial<ReturnType<typeof accountOf>> {
  const [now, before] = [accountOf(form), accountOf(saved)];
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => !sameValue(value, before[name as keyof typeof before])),
  );
}
