import { z } from 'zod';
import { mediaId } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { messagingProvider, smppLine } from './messaging-providers.ts';
import { okResponse, id, idText, line, timestamp } from '../kit/shapes.ts';

/** Why a message could not be sent, or an account does not work. Screens tell what to do. */
export const MESSAGING_FAULTS = [
  /** The access token is wrong or has expired. */
  'token_refused',
  /** The operator refuses the system id or password, or our address. */
  'login_refused',
  /** Its server is in a private network that our server's operator has not allowed. */
  'private_host',
  /** The token lacks a permission. */
  'not_permitted',
  /** The provider has locked or restricted the account. */
  'account_locked',
  /** The provider does not know the account or number. */
  'account_unknown',
  /** More than 24 hours since the customer wrote: only a template may be sent. */
  'window_closed',
  /** The number does not exist, or cannot receive messages. */
  'recipient_unknown',
  /** The customer has opted out, or has blocked us. */
  'recipient_refuses',
  'too_many',
  /** The provider does not accept this type or size of file. */
  'media_refused',
  /** A customer's file is larger than our limit. */
  'file_too_large',
  /** The address of a customer's file may not be requested, for example one in a private network. */
  'file_elsewhere',
  /** The provider does not return a customer's file. */
  'file_gone',
  'template_refused',
  'unreachable',
  /** The provider did not respond, so it is not known whether it accepted the message. Only for messages. */
  'unanswered',
  'provider_failed',
  'switched_off',
  'other',
] as const;
export const messagingFault = z.enum(MESSAGING_FAULTS);
export type MessagingFault = z.infer<typeof messagingFault>;

/** The `failure` of a message: a code, and the provider's message if there is one. */
export function writeMessagingFailure(code: MessagingFault, said: string): string {
  return said ? `${code}: ${said}` : code;
}

/** Splits a message's `failure` into its two parts. */
export function readMessagingFailure(failure: string): { code: MessagingFault; said: string } {
  const [, name = '', said = ''] = /^(\w+)(?:: ([\s\S]*))?$/.exec(failure) ?? [];
  const code = messagingFault.safeParse(name);
  return code.success ? { code: code.data, said } : { code: 'other', said: failure };
}

/** The health of an account. A change of `state` or `fault` emits `messaging-health`. */
export const messagingHealth = z.object({
  /** `off`: not active. `starting`: nothing was received or sent yet. */
  state: z.enum(['off', 'starting', 'ok', 'failing']),
  fault: messagingFault.nullable(),
  /** The provider's message. */
  said: z.string(),
  since: timestamp.nullable(),
  /** When the provider last sent a delivery with a valid signature. */
  last_in_at: timestamp.nullable(),
  /** How many deliveries were refused for an invalid signature. */
  refused: z.number().int(),
  /** How many messages wait to be sent. */
  waiting: z.number().int(),
  /** Deliveries that were accepted and could not be processed yet: their messages are on no ticket. Null: there are none. */
  unprocessed: z.object({ count: z.number().int(), last_at: timestamp, reason: z.string() }).nullable(),
});
export type MessagingHealth = z.infer<typeof messagingHealth>;

/** The provider's id of the account, such as WhatsApp's phone number id; it is part of request paths. */
const address = z.string().regex(/^\+?\w[\w.-]{0,62}$/);
/** Copied blanks around it are removed. Only one line, since it goes into a header. */
const secret = z
  .string()
  .trim()
  .max(LIMITS.mailSecret)
  .regex(/^[\x20-\x7e]*$/, 'One line of plain characters, as it was copied');

const own = {
  name: line(LIMITS.name),
  department_id: id,
  is_active: z.boolean(),
  address,
  /** The address as customers know it, such as the number that they write to. */
  shown_address: line(LIMITS.name),
  /** The provider's id of the business, such as WhatsApp's business account id; empty: templates are not fetched. */
  business_id: z.union([z.literal(''), address]),
  /** Max. number of messages sent per second. */
  per_second: z.number().int().min(1).max(1000),
  /** The connection to an SMPP operator; null for all other providers. */
  smpp: smppLine.nullable(),
};

/** An account as its settings page shows it. Secrets are write-only. */
export const messagingAccount = z.object({
  id,
  provider: messagingProvider,
  media_id: mediaId,
  ...own,
  address: z.string(),
  shown_address: z.string(),
  business_id: z.string(),
  has_access_token: z.boolean(),
  has_app_secret: z.boolean(),
  /** The address and token that the provider needs for deliveries. */
  webhook_url: z.string(),
  verify_token: z.string(),
  health: messagingHealth,
  updated_at: timestamp,
});
export type MessagingAccount = z.infer<typeof messagingAccount>;

export const listMessagingAccounts = endpoint({
  method: 'GET',
  path: '/api/messaging-accounts',
  permission: 'CONFIG_SOCIAL_MEDIA:VIEW',
  summary: 'Messaging accounts with their settings and state, without secrets.',
  response: z.object({ data: z.array(messagingAccount) }),
});

/** An account that its provider has blocked for now, as agents who reply on it see it. */
export const lostAccount = z.object({
  id,
  name: z.string(),
  media_id: mediaId,
  fault: messagingFault,
  since: timestamp.nullable(),
});

export type LostAccount = z.infer<typeof lostAccount>;

export const listLostAccounts = endpoint({
  method: 'GET',
  path: '/api/messaging-accounts/lost',
  permission: 'TICKETS:VIEW',
  orPermission: 'CONFIG_SOCIAL_MEDIA:VIEW',
  summary:
    'Accounts whose permission at their provider was lost, of those by which the caller answers or which they may set up, and the names of who may set them up.',
  response: z.object({ data: z.array(lostAccount), ask: z.array(z.string()) }),
});

export const createMessagingAccount = endpoint({
  method: 'POST',
  path: '/api/messaging-accounts',
  permission: 'CONFIG_SOCIAL_MEDIA:EDIT',
  summary:
    'Add an account. Its webhook accepts deliveries from then on. Required values depend on the provider.',
  body: z.strictObject({
    ...own,
    provider: messagingProvider,
    access_token: secret.default(''),
    app_secret: secret.default(''),
    is_active: own.is_active.default(true),
    per_second: own.per_second.default(20),
    business_id: own.business_id.default(''),
    smpp: own.smpp.default(null),
  }),
  response: z.object({ data: messagingAccount }),
});

export const updateMessagingAccount = endpoint({
  method: 'PATCH',
  path: '/api/messaging-accounts/:id',
  permission: 'CONFIG_SOCIAL_MEDIA:EDIT',
  summary: 'Change an account. A secret that is omitted stays as it is.',
  params: z.object({ id: idText }),
  body: z.strictObject({ ...own, access_token: secret, app_secret: secret }).partial(),
  response: z.object({ data: messagingAccount }),
});

export const removeMessagingAccount = endpoint({
  method: 'DELETE',
  path: '/api/messaging-accounts/:id',
  permission: 'CONFIG_SOCIAL_MEDIA:EDIT',
  summary: 'Delete an account; one whose messages are on tickets is deactivated instead.',
  params: z.object({ id: idText }),
  response: okResponse.extend({ removed: z.boolean() }),
});

export const testMessagingAccount = endpoint({
  method: 'POST',
  path: '/api/messaging-accounts/:id/test',
  permission: 'CONFIG_SOCIAL_MEDIA:EDIT',
  summary: 'Test the account’s credentials with the provider. Nothing is sent.',
  perMinute: 20,
  params: z.object({ id: idText }),
  body: z.strictObject({}),
  response: z.object({
    data: z.object({ fault: messagingFault.nullable(), said: z.string(), shown_address: z.string() }),
  }),
});

export const retryUnprocessedDeliveries = endpoint({
  method: 'POST',
  path: '/api/messaging-accounts/:id/unprocessed/retry',
  permission: 'CONFIG_SOCIAL_MEDIA:EDIT',
  summary: 'Process an account’s failed deliveries again. Parts that were processed before are not repeated.',
  perMinute: 20,
  params: z.object({ id: idText }),
  body: z.strictObject({}),
  response: z.object({ data: messagingAccount }),
});

const webhook = z.object({ provider: messagingProvider, key: z.string().regex(/^[\w-]{1,64}$/) });

export const verifyWebhook = endpoint({
  method: 'GET',
  path: '/api/webhooks/:provider/:key',
  permission: 'public',
  summary: 'The handshake by which a provider verifies the webhook address: returns its challenge.',
  anySite: true,
  perMinute: 60,
  params: webhook,
  query: z.object({
    'hub.mode': z.string().max(LIMITS.name).optional(),
    'hub.verify_token': z.string().max(LIMITS.url).optional(),
    'hub.challenge': z.string().max(LIMITS.name).optional(),
  }),
  download: true,
  says: {
    type: 'text/plain',
    description: 'The challenge, if `hub.verify_token` is correct.',
  },
  response: z.unknown(),
});

export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:provider/:key',
  permission: 'public',
  summary:
    'Receives deliveries of a provider, signed over the raw body. They are stored and acknowledged immediately, and processed later.',
  anySite: true,
  raw: true,
  perMinute: 100_000,
  params: webhook,
  download: true,
  says: {
    type: '*/*',
    description: 'Accepted. The body is what that provider expects: JSON, or XML for Twilio.',
  },
  response: z.unknown(),
});

export const messagingEvents = {
  /** Everybody gets the health of an account; the reason is only for those who may see its settings. */
  'messaging-health': z.object({ id, state: messagingHealth.shape.state }),
  /** The provider has blocked an account, or unblocked it. */
  'socmed-auth': z.object({
    account_id: id,
    media_id: mediaId,
    name: z.string(),
    is_authorised: z.boolean(),
  }),
};
