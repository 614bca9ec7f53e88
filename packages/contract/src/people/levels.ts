import { z } from 'zod';
import { userLevel } from './auth.ts';
import { signInRule } from './providers.ts';
import { secondFactorRule } from './second-factor.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { MODULES, type ActivityCode, type ModuleCode } from '../kit/modules.ts';
import { okResponse, idText, line } from '../kit/shapes.ts';

/** Which tickets a role sees: its own ones, those of its departments, or all. From narrow to wide. */
export const VISIBILITIES = ['own', 'department', 'all'] as const;
export const visibility = z.enum(VISIBILITIES);
export type Visibility = z.infer<typeof visibility>;

const MODULE_CODES = MODULES.map(({ code }) => code) as [ModuleCode, ...ModuleCode[]];
const activitiesOf = new Map<string, ReadonlySet<string>>(
  MODULES.map(({ code, activities }) => [code, new Set(activities)]),
);

/** Splits a comma-separated list of activity codes, as it is in requests and responses. */
export const splitActivities = (codes: string): ActivityCode[] =>
  codes
    .split(',')
    .map((code) => code.trim())
    .filter((code): code is ActivityCode => code !== '');

/** Without VIEW nothing of a module is accessible, so every other activity includes it. */
const levelModule = z
  .strictObject({
    module_code: z.enum(MODULE_CODES),
    module_activity_code: z.string().max(400),
    is_active: z.literal([0, 1]),
  })
  .superRefine(({ module_code: module, module_activity_code: codes }, context) => {
    const refuse = (message: string) =>
      context.addIssue({ code: 'custom', path: ['module_activity_code'], message });
    const given = splitActivities(codes);
    const unknown = given.find((code) => !activitiesOf.get(module)?.has(code));
    if (unknown !== undefined) refuse(`${module} has no activity ${unknown.slice(0, 40)}`);
    if (new Set(given).size !== given.length) refuse('An activity is named twice');
    if (!given.includes('VIEW')) refuse('VIEW is needed with every other activity');
  });

const levelModules = z
  .array(levelModule)
  .max(MODULES.length)
  .refine((all) => new Set(all.map((each) => each.module_code)).size === all.length, {
    message: 'A module is named twice',
  });

/** A role for editing. */
export const level = userLevel.extend({
  version: z.number().int(),
  visibility,
  /** Whether its users may sign in with a password alone. */
  second_factor: secondFactorRule,
  /** Whether its users may sign in with a password at all. */
  sign_in_rule: signInRule,
  /** How many users have it: active ones, and all (with inactive ones and invitations). */
  people: z.object({ active: z.number().int(), all: z.number().int() }),
});
export type Level = z.infer<typeof level>;

const content = { name: line(LIMITS.name), visibility, modules: levelModules };
/** The content of a role, without its users. */
export const levelContent = z.object({
  ...content,
  second_factor: secondFactorRule.default('allowed'),
  sign_in_rule: signInRule.default('any'),
});

export const listLevels = endpoint({
  method: 'GET',
  path: '/api/levels',
  permission: 'USERS:VIEW',
  summary:
    'All roles (user levels) with their modules, visibility and number of users, and the permissions that the caller can give.',
  /**
   * `codes`: every `MODULE:ACTIVITY` that has an effect. `grantable`: those that the caller may grant, and the widest
   * visibility.
   */
  response: z.object({
    data: z.array(level),
    codes: z.array(z.string()),
    grantable: z.object({ codes: z.array(z.string()), visibility }),
  }),
});

export const getLevel = endpoint({
  method: 'GET',
  path: '/api/levels/:id',
  permission: 'USERS:VIEW',
  summary: 'One role.',
  params: z.object({ id: idText }),
  response: z.object({ data: level }),
});

export const createLevel = endpoint({
  method: 'POST',
  path: '/api/levels',
  permission: 'USERS:EDIT',
  summary: 'Create a role. You cannot give it permissions that you do not have yourself.',
  body: z.strictObject({
    ...content,
    second_factor: secondFactorRule.default('allowed'),
    sign_in_rule: signInRule.default('any'),
  }),
  response: z.object({ data: level }),
});

export const updateLevel = endpoint({
  method: 'PATCH',
  path: '/api/levels/:id',
  permission: 'USERS:EDIT',
  summary:
    'Change a role; `modules` replaces all its permissions. It applies from the next request of its users. A stale version is refused with the current role.',
  params: z.object({ id: idText }),
  body: z.strictObject({
    version: z.number().int(),
    name: content.name.optional(),
    visibility: visibility.optional(),
    modules: levelModules.optional(),
    second_factor: secondFactorRule.optional(),
    sign_in_rule: signInRule.optional(),
  }),
  response: z.object({ data: level }),
});

export const copyLevel = endpoint({
  method: 'POST',
  path: '/api/levels/:id/copy',
  permission: 'USERS:EDIT',
  summary: 'Duplicate a role.',
  params: z.object({ id: idText }),
  body: z.strictObject({ name: content.name }),
  response: z.object({ data: level }),
});

export const removeLevel = endpoint({
  method: 'DELETE',
  path: '/api/levels/:id',
  permission: 'USERS:EDIT',
  summary:
    'Delete a role that no one has. Otherwise refused with the number of its users, inactive ones and invitations included.',
  params: z.object({ id: idText }),
  response: okResponse,
});

/** `details` of `stale`: the current state of the role. */
export const staleLevelDetails = z.object({ current: level });
/** `details` of `in_use`: how many users have the role. */
export const levelInUseDetails = level.shape.people;
/** `details` of `not_grantable`: the permissions that the caller lacks, and the visibility if it is too wide. */
export const notGrantableDetails = z.object({
  codes: z.array(z.string()),
  visibility: visibility.nullable(),
});
