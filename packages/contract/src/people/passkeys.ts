import { z } from 'zod';
import { login } from './auth.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { okResponse, id, idText, line, timestamp } from '../kit/shapes.ts';

export const PASSKEYS_MAX = 20;

/** Why passkeys are not possible at an address: it is an IP address, or is not reached by HTTPS. */
export const NO_PASSKEYS = ['numeric', 'insecure'] as const;

/** The browser's credential (WebAuthn, JSON form); its content is verified by signatures. */
const credential = z.strictObject({
  id: z.string().max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.record(z.string().max(60), z.unknown()),
  clientExtensionResults: z.record(z.string().max(60), z.unknown()),
  authenticatorAttachment: z.string().max(60).optional(),
});

/** WebAuthn's options for the browser, and the token of the attempt. */
const begun = z.object({ data: z.object({ token: z.string(), options: z.unknown() }) });

export const passkey = z.object({
  id,
  name: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
  /** The host for which it was created: browsers offer it on no other. */
  rp_id: z.string(),
  is_usable: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/user/passkeys',
  permission: 'signed-in',
  summary: 'Your passkeys, and whether the address of this workspace allows any.',
  response: z.object({
    data: z.array(passkey),
    rp_id: z.string().nullable(),
    unavailable: z.enum(NO_PASSKEYS).nullable(),
    has_password: z.boolean(),
  }),
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/user/passkeys/options',
  permission: 'signed-in',
  summary: 'Start adding a passkey. Requires your password if you have one.',
  perMinute: 10,
  body: z.strictObject({ current_password: z.string().max(LIMITS.passwordMax).default('') }),
  response: begun,
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/user/passkeys',
  permission: 'signed-in',
  summary: 'Add the passkey that the browser has created.',
  perMinute: 10,
  body: z.strictObject({ token: z.string().max(100), name: line(LIMITS.name), credential }),
  response: z.object({ data: passkey }),
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/user/passkeys/:id',
  permission: 'signed-in',
  summary: 'Delete a passkey.',
  params: z.object({ id: idText }),
  response: okResponse,
});

export const beginPasskeyLogin = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/options',
  permission: 'public',
  summary: 'Start signing in with a passkey. `unavailable` if this address does not allow any.',
  perMinute: 60,
  body: z.strictObject({}),
  response: begun,
});

export const finishPasskeyLogin = endpoint({
  method: 'POST',
  path: '/api/auth/passkey',
  permission: 'public',
  summary:
    'Sign in with a passkey that has verified its user, which counts as both factors. Responds like signing in.',
  perMinute: 30,
  body: z.strictObject({ token: z.string().max(100), credential }),
  response: login.response,
});
