import { expect, it } from 'vitest';
import { accountOf, problemsOf, type UserForm } from './user-form.ts';

const form: UserForm = {
  fullname: 'Sam Lee',
  username: 'sam',
  email: '',
  user_level_id: 3,
  department_ids: [],
  extension: '',
  language: 'en',
  is_monitoring: false,
  chat_capacity: 2,
  skills: [],
};

it('wants names that can be seen, by the rule of the server', () => {
  expect(problemsOf(form, false)).toEqual({});
  expect(problemsOf({ ...form, fullname: '\u200B', username: '\u2060 \uFEFF' }, false)).toEqual({
    fullname: 'required',
    username: 'required',
  });
  expect(accountOf({ ...form, fullname: '\u200BSam Lee ' }).fullname).toBe('Sam Lee');
});
