import { z } from 'zod';
import { proficiency } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { id, idText } from '../kit/shapes.ts';

export const CAPACITY_MAX = 50;

const skills = z
  .array(z.strictObject({ skill_id: id, proficiency }))
  .max(LIMITS.listPage)
  .refine((all) => new Set(all.map((each) => each.skill_id)).size === all.length);

/** As it stands in the names of channels. */
export const EXTENSION = /^[\w.-]{0,40}$/;
const extension = z.string().trim().regex(EXTENSION);

/** Somebody who works here, as whoever gives out the work sees them. */
export const person = z.object({
  id,
  version: z.number().int(),
  username: z.string(),
  fullname: z.string(),
  level: z.string(),
  is_active: z.boolean(),
  department_ids: z.array(id),
  /** The weight of what may be offered to them at once. */
  chat_capacity: z.number().int(),
  /** The number of their phone at the telephone gateway; empty: they have none. */
  extension: z.string(),
  skills: z.array(z.object({ skill_id: id, proficiency })),
});
export type Person = z.infer<typeof person>;

export const listPeople = endpoint({
  method: 'GET',
  path: '/api/users',
  permission: 'USERS:VIEW',
  summary: 'Everybody with an account: their departments, skills, and how much they can do at once.',
  response: z.object({ data: z.array(person) }),
});

export const updatePerson = endpoint({
  method: 'PATCH',
  path: '/api/users/:id',
  permission: 'USERS:EDIT',
  summary:
    'Change what somebody is offered, and which phone is theirs. A stale version is refused with how they are now.',
  params: z.object({ id: idText }),
  body: z.strictObject({
    version: z.number().int(),
    chat_capacity: z.number().int().min(0).max(CAPACITY_MAX).optional(),
    extension: extension.optional(),
    skills: skills.optional(),
  }),
  response: z.object({ data: person }),
});

/** `details` of `stale`: the person as they are now. */
export const stalePersonDetails = z.object({ current: person });
