import { z } from 'zod';
import { session } from './auth.ts';
import { language, proficiency } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { emailAddress } from '../mail/mail-address.ts';
import { okResponse, id, idText, line, timestamp } from '../kit/shapes.ts';

export const CAPACITY_MAX = 50;
/** For how many days the link of an invitation is valid. */
export const INVITATION_DAYS = 7;

const skills = z
  .array(z.strictObject({ skill_id: id, proficiency }))
  .max(LIMITS.listPage)
  .refine((all) => new Set(all.map((each) => each.skill_id)).size === all.length);

/** The extension as it appears in names of the gateway's channels. */
export const EXTENSION = /^[\w.-]{0,40}$/;
const extension = z.string().trim().regex(EXTENSION);

/** Whether a user can sign in: with a password, or first by the link of an invitation. */
export const SIGN_IN_STATES = ['ready', 'invited', 'invitation_expired', 'none'] as const;

/** A user as those see them who manage users. */
export const person = z.object({
  id,
  version: z.number().int(),
  username: z.string(),
  fullname: z.string(),
  email: z.string().nullable(),
  user_level_id: id,
  level: z.string(),
  is_active: z.boolean(),
  /** Whether they are alerted about waiting calls (section 6 of the specification). */
  is_monitoring: z.boolean(),
  language,
  department_ids: z.array(id),
  /** The max. weight of what is offered to them at once. */
  chat_capacity: z.number().int(),
  /** Their number at the telephone gateway; empty: none. */
  extension: z.string(),
  skills: z.array(z.object({ skill_id: id, proficiency })),
  sign_in: z.enum(SIGN_IN_STATES),
  /** Whether they have an authenticator app or a passkey. */
  has_second_factor: z.boolean(),
  invitation_expires_at: timestamp.nullable(),
  last_seen_at: timestamp.nullable(),
});
export type Person = z.infer<typeof person>;

const given = {
  fullname: line(LIMITS.name),
  username: line(LIMITS.name),
  email: emailAddress.nullable(),
  user_level_id: id,
  department_ids: z.array(id).max(LIMITS.listPage),
  extension,
  language,
  is_monitoring: z.boolean(),
  chat_capacity: z.number().int().min(0).max(CAPACITY_MAX),
  skills,
};

const byId = z.object({ id: idText });
const one = z.object({ data: person });

export const listPeople = endpoint({
  method: 'GET',
  path: '/api/users',
  permission: 'USERS:VIEW',
  summary: 'All users with their role, departments, skills, and how they sign in.',
  response: z.object({ data: z.array(person) }),
});

export const createPerson = endpoint({
  method: 'POST',
  path: '/api/users',
  permission: 'USERS:EDIT',
  keys: false,
  summary:
    'Add a user, who is invited by e-mail or gets a temporary password that must be changed at the first sign-in. You cannot give a role that allows more than your own.',
  body: z.strictObject({
    ...given,
    department_ids: given.department_ids.default([]),
    extension: extension.default(''),
    language: language.default('en'),
    is_monitoring: z.boolean().default(false),
    chat_capacity: given.chat_capacity.default(4),
    skills: skills.default([]),
    sign_in: z.enum(['invitation', 'temporary_password']),
  }),
  response: z.object({ data: person, temporary_password: z.string().nullable() }),
});

export const updatePerson = endpoint({
  method: 'PATCH',
  path: '/api/users/:id',
  permission: 'USERS:EDIT',
  summary:
    'Change a user: name, role, departments, phone extension and capacity. A stale version is refused with the current one.',
  params: byId,
  body: z.strictObject({ version: z.number().int(), ...z.object(given).partial().shape }),
  response: one,
});

export const sendInvitation = endpoint({
  method: 'POST',
  path: '/api/users/:id/invitation',
  permission: 'USERS:EDIT',
  keys: false,
  summary: 'Send a new invitation to a user who has no password yet. Earlier links stop working.',
  params: byId,
  perMinute: 60,
  response: one,
});

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/invitation',
  permission: 'USERS:EDIT',
  keys: false,
  summary: 'Withdraw an invitation: its link stops working.',
  params: byId,
  response: one,
});

export const sendPasswordLink = endpoint({
  method: 'POST',
  path: '/api/users/:id/password_link',
  permission: 'USERS:RESET_PASSWORD',
  keys: false,
  summary: 'Send a user a link to choose a new password. Until then the old one works.',
  params: byId,
  perMinute: 60,
  response: okResponse,
});

export const listUserSessions = endpoint({
  method: 'GET',
  path: '/api/users/:id/sessions',
  permission: 'USERS:SESSIONS',
  keys: false,
  summary: 'The active sessions of a user.',
  params: byId,
  response: z.object({ data: z.array(session) }),
});

export const revokeUserSession = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/sessions/:session_id',
  permission: 'USERS:SESSIONS',
  keys: false,
  summary: 'End one session of a user.',
  params: z.object({ id: idText, session_id: idText }),
  response: okResponse,
});

/** What a deactivated user leaves behind; screens have a text for each. */
export const LEFT_BEHIND = [
  'open_tickets',
  'chats',
  'offers',
  'calls',
  'call_backs',
  'sessions',
  'api_keys',
  'views',
  'macros',
  'rules',
] as const;
export type LeftBehind = (typeof LEFT_BEHIND)[number];

export const getOpenWork = endpoint({
  method: 'GET',
  path: '/api/users/:id/leaving',
  permission: 'USERS:EDIT',
  summary: 'What a user would leave open if deactivated now.',
  params: byId,
  response: z.object({ data: z.record(z.enum(LEFT_BEHIND), z.number().int()) }),
});

/** What happens to the open tickets of a deactivated user. */
export const LEAVING_TICKET_CHOICES = ['route', 'person', 'leave'] as const;

export const deactivatePerson = endpoint({
  method: 'POST',
  path: '/api/users/:id/deactivate',
  permission: 'USERS:EDIT',
  keys: false,
  summary:
    'Deactivate a user: their sessions and API keys end immediately. Their open tickets are routed again, assigned to someone, or stay until something happens on them. A call in progress continues.',
  params: byId,
  body: z.strictObject({
    version: z.number().int(),
    hand_over: z.enum(LEAVING_TICKET_CHOICES),
    /** With `person`: the new assignee. */
    to_id: id.nullable().default(null),
  }),
  response: one,
});

export const erasePerson = endpoint({
  method: 'POST',
  path: '/api/users/:id/erasure',
  permission: 'USERS:EDIT',
  keys: false,
  summary:
    'Erase a deactivated user for good: name, addresses, passkeys, linked sign-ins, recovery codes, sessions, drafts. What they did is kept under “Former agent”. Refused with `conflict` while they are active.',
  params: byId,
  body: z.strictObject({ version: z.number().int() }),
  response: okResponse,
});

export const activatePerson = endpoint({
  method: 'POST',
  path: '/api/users/:id/activate',
  permission: 'USERS:EDIT',
  keys: false,
  summary: 'Activate a user again. Earlier sessions and API keys stay ended.',
  params: byId,
  body: z.strictObject({ version: z.number().int() }),
  response: one,
});

/** `details` of `stale`: the current state of the user. */
export const stalePersonDetails = z.object({ current: person });

export const personEvents = {
  /** Your own account has changed: role, departments, extension or alerts. Screens fetch it again. */
  'user-changed': z.object({ id }),
};
