import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';

/** The columns that a file of people may have, in any order; which person a line is about, its e-mail or user name says. */
export const PEOPLE_COLUMNS = [
  'username',
  'fullname',
  'email',
  'level',
  'departments',
  'extension',
  'language',
  'is_monitoring',
  'chat_capacity',
  'skills',
] as const;
export type PeopleColumn = (typeof PEOPLE_COLUMNS)[number];

/** Why a line can't be taken; the screen has words for each. */
export const PEOPLE_IMPORT_PROBLEMS = [
  'unreadable',
  'too_many',
  'too_many_cells',
  'unknown_column',
  'missing_column',
  'missing',
  'invalid',
  'unknown_reference',
  'twice',
  'taken',
  'two_people',
  'not_grantable',
] as const;
export type PeopleImportProblem = (typeof PEOPLE_IMPORT_PROBLEMS)[number];

/** So many lines are told of in a dry run, and so many problems. */
export const PEOPLE_IMPORT_SHOWN = 200;

export const peopleImport = z.object({
  /** Lines with content, the head not counted. */
  rows: z.number().int(),
  created: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  /** False for a dry run, and when anything was wrong: a file is taken as a whole or not at all. */
  is_applied: z.boolean(),
  /** What would become of the first lines. */
  lines: z.array(
    z.object({
      line: z.number().int(),
      outcome: z.enum(['new', 'update', 'nothing']),
      name: z.string(),
      columns: z.array(z.enum(PEOPLE_COLUMNS)),
    }),
  ),
  /** The first of them. */
  problems: z.array(
    z.object({
      line: z.number().int(),
      column: z.string().nullable(),
      problem: z.enum(PEOPLE_IMPORT_PROBLEMS),
      /** What stands there, cut short; whose it is already; or the line that has it before. */
      value: z.string().nullable(),
    }),
  ),
  problem_count: z.number().int(),
});
export type PeopleImport = z.infer<typeof peopleImport>;

export const importPeople = endpoint({
  method: 'POST',
  path: '/api/users/import',
  permission: 'USERS:EDIT',
  keys: false,
  summary:
    'Take people in from a CSV file: whoever has the e-mail or user name of a line is changed, others are added. An empty cell leaves what is there. Nothing is stored unless `apply` is `yes` and every line is right; `invite` sends the new ones their links.',
  query: z.strictObject({
    apply: z.enum(['no', 'yes']).default('no'),
    invite: z.enum(['no', 'yes']).default('no'),
  }),
  response: z.object({ data: peopleImport }),
  upload: true,
  perMinute: 20,
});
