import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';

/** The possible columns of a file of users, in any order; e-mail or user name identify the user of a line. */
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

/** Why a line cannot be imported; screens have a text for each. */
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

/** How many lines of a dry run are returned, and how many problems. */
export const PEOPLE_IMPORT_SHOWN = 200;

export const peopleImport = z.object({
  /** Lines with content, without the head. */
  rows: z.number().int(),
  created: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  /** False for a dry run, and if there was any problem: a file is imported as a whole or not at all. */
  is_applied: z.boolean(),
  /** What the first lines would do. */
  lines: z.array(
    z.object({
      line: z.number().int(),
      outcome: z.enum(['new', 'update', 'nothing']),
      name: z.string(),
      columns: z.array(z.enum(PEOPLE_COLUMNS)),
    }),
  ),
  /** The first problems. */
  problems: z.array(
    z.object({
      line: z.number().int(),
      column: z.string().nullable(),
      problem: z.enum(PEOPLE_IMPORT_PROBLEMS),
      /** The content of the cell, shortened; or the user who has it already; or the earlier line with the same. */
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
    'Import users from a CSV file: users with the e-mail address or user name of a line are updated, others are added. Empty cells change nothing. Nothing is stored unless `apply` is `yes` and every line is valid; `invite` sends invitations to new users.',
  query: z.strictObject({
    apply: z.enum(['no', 'yes']).default('no'),
    invite: z.enum(['no', 'yes']).default('no'),
  }),
  response: z.object({ data: peopleImport }),
  upload: true,
  perMinute: 20,
});
