import { z } from 'zod';
import { login } from './auth.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { okResponse, id, idText, timestamp } from '../kit/shapes.ts';

/** Whether users of a role may sign in with a password alone. */
export const SECOND_FACTOR_RULES = ['allowed', 'required'] as const;
export const secondFactorRule = z.enum(SECOND_FACTOR_RULES);
export type SecondFactorRule = z.infer<typeof secondFactorRule>;

/** How many recovery codes are made at once. */
export const RECOVERY_CODES = 10;
/** For how many minutes a sign-in waits for its code. */
export const SECOND_FACTOR_MINUTES = 5;

/**
 * `details` of `second_factor_needed`: the challenge for `finishLogin`, and until when it is valid. It gives no access by
 * itself.
 */
export const secondFactorNeededDetails = z.object({ challenge: z.string(), expires_at: timestamp });

const code = z.string().trim().min(1).max(40);
/** Required for users with a password, so that nobody can change their sign-in at an unattended screen. */
const present = { current_password: z.string().max(LIMITS.passwordMax).default('') };

export const finishLogin = endpoint({
  method: 'POST',
  path: '/api/auth/second_factor',
  permission: 'public',
  summary:
    'The second step of signing in: the code of the authenticator app, or a recovery code, with the `challenge` of `second_factor_needed`. Responds like signing in.',
  perMinute: 30,
  body: z.strictObject({ challenge: z.string().max(100), code }),
  response: login.response,
});

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/user/second_factor',
  permission: 'signed-in',
  summary: 'Whether you have two-factor authentication, and how many recovery codes are left.',
  whileRestricted: true,
  response: z.object({
    data: z.object({
      enabled_at: timestamp.nullable(),
      recovery_codes: z.number().int(),
      rule: secondFactorRule,
      has_password: z.boolean(),
    }),
  }),
});

export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/api/user/second_factor/setup',
  permission: 'signed-in',
  summary:
    'Start setting up an authenticator app, or another one. The previous one stays valid until the new one is confirmed.',
  whileRestricted: true,
  perMinute: 10,
  body: z.strictObject(present),
  /** `qr` is an SVG of `uri`. */
  response: z.object({ data: z.object({ secret: z.string(), uri: z.string(), qr: z.string() }) }),
});

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/user/second_factor/confirm',
  permission: 'signed-in',
  summary:
    'Confirm the authenticator app with a code of it. Returns new recovery codes, which are shown only here; your other sessions end.',
  whileRestricted: true,
  perMinute: 10,
  body: z.strictObject({ code }),
  response: z.object({ data: z.object({ recovery_codes: z.array(z.string()) }) }),
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/user/second_factor/recovery_codes',
  permission: 'signed-in',
  summary: 'Create new recovery codes. The previous ones stop working.',
  perMinute: 10,
  body: z.strictObject(present),
  response: confirmSecondFactor.response,
});

export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/api/user/second_factor/remove',
  permission: 'signed-in',
  summary: 'Turn off two-factor authentication for yourself. Refused if your role requires it.',
  perMinute: 10,
  body: z.strictObject(present),
  response: okResponse,
});

export const resetUserSecondFactor = endpoint({
  method: 'POST',
  path: '/api/users/:id/second_factor/reset',
  permission: 'USERS:RESET_PASSWORD',
  keys: false,
  summary:
    'Reset two-factor authentication and passkeys of a user who lost them. Their sessions end; if their role requires it, they set it up again at the next sign-in.',
  params: z.object({ id: idText }),
  response: z.object({ data: z.object({ id }) }),
});
