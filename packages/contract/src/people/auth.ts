import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { emailAddress } from '../mail/mail-address.ts';
import { okResponse, id, idText, line, timestamp } from '../kit/shapes.ts';
import { ACTIVITY_CAUSES, language } from '../kit/codes.ts';

const username = z.string().trim().min(1).max(LIMITS.name);
const password = z.string().min(1).max(LIMITS.passwordMax);

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  permission: 'public',
  summary: 'Sign in. The token is also set as an httpOnly cookie.',
  perMinute: 30,
  body: z.strictObject({ username, password }),
  response: z.object({
    token: z.string(),
    data: z.object({
      id,
      fullname: z.string(),
      is_monitoring: z.literal([0, 1]),
      user_level_id: id,
    }),
  }),
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  permission: 'signed-in',
  whileSeeing: true,
  summary: 'End the session that made this call.',
  whileRestricted: true,
  /** `url`: where to end the provider's own session, if one began this session. */
  response: okResponse.extend({ url: z.string().optional() }),
});

export const socketToken = endpoint({
  method: 'GET',
  path: '/api/auth/socket_token',
  permission: 'signed-in',
  summary: 'A short-lived token for the socket’s query, so that no address contains the session token.',
  response: z.object({ token: z.string(), user_id: id, expires_at: timestamp }),
});

export const session = z.object({
  id,
  created_at: timestamp,
  last_seen_at: timestamp,
  address: z.string(),
  user_agent: z.string(),
  current: z.boolean(),
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  permission: 'signed-in',
  summary: 'Your active sessions.',
  response: z.object({ data: z.array(session) }),
});

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  permission: 'signed-in',
  summary: 'End one of your own sessions.',
  params: z.object({ id: idText }),
  response: okResponse,
});

export const revokeOwnSessions = endpoint({
  method: 'POST',
  path: '/api/auth/sessions/revoke',
  permission: 'signed-in',
  summary: 'End all your other sessions and, if requested, your API keys.',
  body: z.strictObject({ api_keys: z.boolean() }),
  response: okResponse,
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/password',
  permission: 'signed-in',
  summary:
    'Change your own password. Ends all your other sessions, and this one too unless it is to be kept.',
  whileRestricted: true,
  perMinute: 10,
  body: z.strictObject({
    current_password: password,
    new_password: password,
    keep_session: z.boolean().default(true),
  }),
  response: okResponse,
});

export const getPasswordReset = endpoint({
  method: 'GET',
  path: '/api/auth/password/forgot',
  permission: 'public',
  summary: 'Whether password links can be sent: not if outgoing mail is not set up.',
  perMinute: 60,
  response: z.object({ data: z.object({ is_possible: z.boolean() }) }),
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/password/forgot',
  permission: 'public',
  summary:
    'Send a password link by e-mail. The response does not tell whether the user exists; `mail_not_configured` if outgoing mail is not set up.',
  perMinute: 5,
  body: z.strictObject({ username }),
  response: okResponse,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/password/reset',
  permission: 'public',
  summary: 'Set a new password with the token of a reset link. The token works once.',
  perMinute: 10,
  body: z.strictObject({ token: z.string().max(100), new_password: password }),
  response: okResponse,
});

export const resetUserPassword = endpoint({
  method: 'POST',
  path: '/api/users/:id/password_reset',
  permission: 'USERS:RESET_PASSWORD',
  keys: false,
  summary:
    'Give a user a temporary password, which must be changed at the next sign-in. Ends their sessions.',
  params: z.object({ id: idText }),
  response: z.object({ temporary_password: z.string() }),
});

export const revokeUserSessions = endpoint({
  method: 'POST',
  path: '/api/users/:id/sessions/revoke',
  permission: 'USERS:SESSIONS',
  keys: false,
  summary: 'End all sessions of a user and, if requested, their API keys.',
  params: z.object({ id: idText }),
  body: z.strictObject({ api_keys: z.boolean() }),
  response: okResponse,
});

export const SOUND_NAMES = ['call', 'room-call', 'message', 'waiting'] as const;
const soundName = z.enum(SOUND_NAMES);
export type SoundName = z.infer<typeof soundName>;

export const themeChoice = z.enum(['light', 'dark', 'system']);

/** The first fields are those of section 3; the others are needed by the app. */
export const currentUser = z.object({
  id,
  username: z.string(),
  fullname: z.string(),
  email: z.string().nullable(),
  is_monitoring: z.literal([0, 1]),
  isLoggedIn: z.boolean(),
  user_level_id: id,
  password_exp_date: timestamp.nullable(),
  /** True when `password_exp_date` has passed: nothing else works until the password is changed. */
  password_expired: z.boolean(),
  /** True when the level requires a second factor and there is none: nothing else works until it is set up. */
  second_factor_missing: z.boolean(),
  /** The administrator who looks at the workspace as this user, and until when. */
  seen_by: z.object({ fullname: z.string(), until: timestamp }).nullable(),
  user_activity_id: id,
  break_reason_id: id.nullable(),
  activity_since: timestamp,
  activity_cause: z.enum(ACTIVITY_CAUSES).nullable(),
  activity_ends_at: timestamp.nullable(),
  department_ids: z.array(id),
  language,
  theme: themeChoice,
  /** Sound volumes 0 to 1, by sound name. */
  sounds: z.partialRecord(soundName, z.number().min(0).max(1)),
});
export type CurrentUser = z.infer<typeof currentUser>;

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user',
  permission: 'signed-in',
  keys: true,
  summary: 'The signed-in user.',
  whileRestricted: true,
  response: z.object({ data: currentUser, extension: z.string() }),
});

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/api/user',
  permission: 'signed-in',
  summary: 'Change your own name and preferences.',
  body: z.strictObject({
    fullname: line(LIMITS.name).optional(),
    language: language.optional(),
    theme: themeChoice.optional(),
    sounds: currentUser.shape.sounds.optional(),
  }),
  response: z.object({ data: currentUser, extension: z.string() }),
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/user/email',
  permission: 'signed-in',
  summary:
    'Change your own e-mail address, to which password links are sent, or remove it (null). The old address is notified.',
  perMinute: 10,
  body: z.strictObject({ email: emailAddress.nullable(), current_password: password }),
  response: getUser.response,
});

export const userLevel = z.object({
  id,
  name: z.string(),
  modules: z.array(
    z.object({
      module_code: z.string(),
      /** Comma-separated activity codes. */
      module_activity_code: z.string(),
      is_active: z.literal([0, 1]),
    }),
  ),
});
export type UserLevel = z.infer<typeof userLevel>;

export const getUserLevel = endpoint({
  method: 'GET',
  path: '/api/user_levels',
  permission: 'signed-in',
  summary: 'One role (user level) with its modules. Roles other than your own require USERS:VIEW.',
  whileRestricted: true,
  query: z.object({ id: idText }),
  response: z.object({ data: userLevel }),
});
