import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { okResponse, id, idText, line, timestamp } from '../kit/shapes.ts';

/** How users of a role may sign in: in any way, or only by a provider. */
export const SIGN_IN_RULES = ['any', 'provider'] as const;
export const signInRule = z.enum(SIGN_IN_RULES);
export type SignInRule = z.infer<typeof signInRule>;

export const MAPPINGS_MAX = 200;
export const EMAIL_DOMAINS_MAX = 50;

/** The part of an e-mail address after the @, in lower case. */
export const emailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u);

const claimName = z
  .string()
  .trim()
  .max(200)
  .regex(/^[\w:/.-]*$/);
const claimValue = line(200);

const fields = {
  /** The label of its button on the sign-in page. */
  name: line(LIMITS.name),
  issuer: z.url({ protocol: /^https?$/ }).max(LIMITS.url),
  client_id: line(300),
  scopes: z
    .string()
    .trim()
    .max(500)
    .regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/),
  /** Addresses count as verified even without the provider's `email_verified`. */
  trusts_addresses: z.boolean(),
  /** The provider asks for a second factor itself, so ours is not required. */
  is_two_factor: z.boolean(),
  is_active: z.boolean(),
  /** The claim that determines the role; empty: none. The first value in this list that the user has decides. */
  level_claim: claimName,
  levels: z.array(z.strictObject({ value: claimValue, level_id: id })).max(MAPPINGS_MAX),
  /** The role of users with none of these values; null: they keep theirs. */
  other_level_id: id.nullable(),
  /** The claim that determines departments; empty: none. */
  department_claim: claimName,
  departments: z.array(z.strictObject({ value: claimValue, department_id: id })).max(MAPPINGS_MAX),
  /** Whether a first sign-in with a verified address of these domains creates an account. */
  creates_accounts: z.boolean(),
  email_domains: z.array(emailDomain).max(EMAIL_DOMAINS_MAX),
  /** The role of a new account, unless a claim sets another. */
  new_level_id: id.nullable(),
};

export const signInProvider = z.object({
  ...fields,
  id,
  version: z.number().int(),
  has_secret: z.boolean(),
  /** How many users sign in by it. */
  people: z.number().int(),
  /** The addresses to configure at the provider. */
  callback_url: z.string(),
  logout_url: z.string(),
  /** Claims that were missing at the last sign-in: what depends on them was not changed. */
  missing: z.object({ claims: z.array(z.string()), at: timestamp }).nullable(),
});
export type SignInProvider = z.infer<typeof signInProvider>;

const byId = z.object({ id: idText });
const one = z.object({ data: signInProvider });
const secret = z.string().max(LIMITS.mailSecret);

export const listSignInProviders = endpoint({
  method: 'GET',
  path: '/api/sign_in_providers',
  permission: 'USERS:VIEW',
  summary: 'The OpenID Connect providers for signing in.',
  /**
   * How many active users have passkeys for this address, only for others, and no other way to sign in than one for this
   * address.
   */
  response: z.object({
    data: z.array(signInProvider),
    passkeys: z.object({
      rp_id: z.string().nullable(),
      people: z.number().int(),
      elsewhere: z.number().int(),
      only_way: z.number().int(),
    }),
  }),
});

export const createSignInProvider = endpoint({
  method: 'POST',
  path: '/api/sign_in_providers',
  permission: 'USERS:EDIT',
  keys: false,
  summary:
    'Add a provider. Requires all permissions, because a provider says who people are. One that creates accounts needs domains and a role (`invalid`).',
  body: z.strictObject({
    ...fields,
    client_secret: secret.default(''),
    scopes: fields.scopes.default('openid profile email'),
    trusts_addresses: z.boolean().default(false),
    is_two_factor: z.boolean().default(false),
    is_active: z.boolean().default(true),
    level_claim: claimName.default(''),
    levels: fields.levels.default([]),
    other_level_id: id.nullable().default(null),
    department_claim: claimName.default(''),
    departments: fields.departments.default([]),
    creates_accounts: z.boolean().default(false),
    email_domains: fields.email_domains.default([]),
    new_level_id: id.nullable().default(null),
  }),
  response: one,
});

export const updateSignInProvider = endpoint({
  method: 'PATCH',
  path: '/api/sign_in_providers/:id',
  permission: 'USERS:EDIT',
  keys: false,
  summary:
    'Change a provider. With another issuer or client, the secret must be entered again. If it is deactivated, its sessions end.',
  params: byId,
  body: z.strictObject({
    version: z.number().int(),
    ...z.object(fields).partial().shape,
    client_secret: secret.optional(),
  }),
  response: one,
});

export const removeSignInProvider = endpoint({
  method: 'DELETE',
  path: '/api/sign_in_providers/:id',
  permission: 'USERS:EDIT',
  keys: false,
  summary: 'Delete a provider. Its sessions end, and its users are unlinked.',
  params: byId,
  response: okResponse,
});

/** Why a provider could not be used. */
export const PROVIDER_FAULTS = [
  'unreachable',
  'private',
  'not_found',
  'not_a_provider',
  'other_issuer',
] as const;

export const testSignInProvider = endpoint({
  method: 'POST',
  path: '/api/sign_in_providers/test',
  permission: 'USERS:EDIT',
  keys: false,
  summary: 'Look a provider up by its issuer and say what it can do. Nothing is stored.',
  perMinute: 30,
  body: z.strictObject({ issuer: fields.issuer }),
  response: z.object({
    data: z.object({
      fault: z.enum(PROVIDER_FAULTS).nullable(),
      /** The issuer by its own metadata. */
      issuer: z.string().nullable(),
      sends_logouts: z.boolean(),
      ends_sessions: z.boolean(),
      scopes: z.array(z.string()),
      claims: z.array(z.string()),
    }),
  }),
});

export const listLoginProviders = endpoint({
  method: 'GET',
  path: '/api/auth/providers',
  permission: 'public',
  summary: 'The providers that the sign-in page offers.',
  perMinute: 120,
  response: z.object({ data: z.array(z.object({ id, name: z.string() })) }),
});

/** Where the browser is sent next. */
const goTo = z.object({ url: z.string() });

export const startProviderLogin = endpoint({
  method: 'POST',
  path: '/api/auth/providers/:id/start',
  permission: 'public',
  summary: 'Start signing in with a provider: returns the address to open.',
  perMinute: 60,
  params: byId,
  body: z.strictObject({ next: z.string().max(LIMITS.url).optional() }),
  response: goTo,
});

/** Why a sign-in by a provider failed; the sign-in page has a sentence for each. */
export const PROVIDER_REFUSALS = [
  'expired',
  'denied',
  'unreachable',
  'nonce',
  'old_token',
  'audience',
  'issuer',
  'invalid',
  'unverified',
  'unknown',
  'domain',
  'inactive',
  'taken',
] as const;
export type ProviderRefusal = (typeof PROVIDER_REFUSALS)[number];

export const finishProviderLogin = endpoint({
  method: 'GET',
  path: '/api/auth/providers/:id/callback',
  permission: 'public',
  summary: 'The redirect URI of providers. Redirects into the product, or back to the sign-in page.',
  perMinute: 120,
  params: byId,
  download: true,
  says: { type: 'text/plain', description: 'Empty: the browser is redirected.' },
  response: z.unknown(),
});

/** A token of a person with very many claims has some kilobytes. */
const LOGOUT_TOKEN_BYTES = 32 * 1024;

export const providerLogout = endpoint({
  method: 'POST',
  path: '/api/auth/providers/:id/backchannel_logout',
  permission: 'public',
  summary:
    'Back-channel logout: ends the session that the provider’s token names, or all sessions of the person if it names none.',
  anySite: true,
  raw: true,
  bodyBytes: LOGOUT_TOKEN_BYTES,
  perMinute: 600,
  params: byId,
  response: okResponse,
});

export const listIdentities = endpoint({
  method: 'GET',
  path: '/api/user/identities',
  permission: 'signed-in',
  summary: 'The providers that you can sign in with, and those that you are linked to.',
  response: z.object({
    data: z.array(z.object({ provider_id: id, name: z.string(), linked_at: timestamp.nullable() })),
  }),
});

export const linkIdentity = endpoint({
  method: 'POST',
  path: '/api/user/identities/:id',
  permission: 'signed-in',
  summary: 'Start linking your account at a provider: returns the address to open.',
  perMinute: 10,
  params: byId,
  body: z.strictObject({}),
  response: goTo,
});

export const unlinkIdentity = endpoint({
  method: 'DELETE',
  path: '/api/user/identities/:id',
  permission: 'signed-in',
  summary: 'Unlink your account at a provider. Refused if you have no other way to sign in.',
  params: byId,
  response: okResponse,
});

export const useSignInLink = endpoint({
  method: 'POST',
  path: '/api/auth/sign_in_link',
  permission: 'public',
  summary:
    'Sign in with a link that was created on the server’s machine (`npm run sign-in-link`). It works once, within ten minutes.',
  perMinute: 10,
  body: z.strictObject({ token: z.string().max(100) }),
  response: z.object({ ok: z.literal(true) }),
});
