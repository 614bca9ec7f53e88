import { z } from 'zod';
import { mediaId } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { messagingProvider, smppLine } from './messaging-providers.ts';
import { done, id, idText, line, timestamp } from '../kit/shapes.ts';

/** Why a message could not be sent, or an account does not work. The screen says in words what to do. */
export const MESSAGING_FAULTS = [
  /** The access token is wrong or has ended. */
  'token_refused',
  /** The operator does not take the system id or the password, or not from our address. */
  'login_refused',
  /** Its server is inside a private network that the operator of our server has not opened. */
  'private_host',
  /** The token may not do this. */
  'not_permitted',
  /** The provider has locked or restricted the account. */
  'account_locked',
  /** The account or number is not known to the provider. */
  'account_unknown',
  /** More than 24 hours since the customer wrote: only a template may be sent. */
  'window_closed',
  /** Nobody can be reached at this number. */
  'recipient_unknown',
  /** The customer wants no messages, or has blocked us. */
  'recipient_refuses',
  'too_many',
  /** The photo or document is of a kind or size that the provider does not take. */
  'media_refused',
  /** A file of a customer: larger than we take. */
  'file_too_large',
  /** A file of a customer: its address may not be opened, such as one inside a private network. */
  'file_elsewhere',
  /** A file of a customer: the provider does not give it out. */
  'file_gone',
  'template_refused',
  'unreachable',
  /** It was given the message and has not said whether it took it. Only of messages. */
  'unanswered',
  'provider_failed',
  'switched_off',
  'other',
] as const;
export const messagingFault = z.enum(MESSAGING_FAULTS);
export type MessagingFault = z.infer<typeof messagingFault>;

/** `failure` of a message: a code, and what the provider said where it said something. */
export function writeMessagingFailure(code: MessagingFault, said: string): string {
  return said ? `${code}: ${said}` : code;
}

/** The two parts of a message's `failure`. */
export function readMessagingFailure(failure: string): { code: MessagingFault; said: string } {
  const [, name = '', said = ''] = /^(\w+)(?:: ([\s\S]*))?$/.exec(failure) ?? [];
  const code = messagingFault.safeParse(name);
  return code.success ? { code: code.data, said } : { code: 'other', said: failure };
}

/** How an account is doing. A change of `state` or `fault` is told as `messaging-health`. */
export const messagingHealth = z.object({
  /** `off`: not active. `starting`: nothing has come or gone yet. */
  state: z.enum(['off', 'starting', 'ok', 'failing']),
  fault: messagingFault.nullable(),
  /** What the provider said. */
  said: z.string(),
  since: timestamp.nullable(),
  /** When the provider last brought something that was signed as it should be. */
  last_in_at: timestamp.nullable(),
  /** Deliveries that were not signed as they should be, and were refused. */
  refused: z.number().int(),
  /** Messages that wait to be sent. */
  waiting: z.number().int(),
});
export type MessagingHealth = z.infer<typeof messagingHealth>;

/** The provider's own id of the account, such as WhatsApp's phone number id: it is part of addresses. */
const address = z.string().regex(/^\+?\w[\w.-]{0,62}$/);
/** As it was copied: what comes along before and behind it is not part of it. Of one line: it goes into a head. */
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
  /** As customers know it: the number that they write to. */
  shown_address: line(LIMITS.name),
  /** The provider's id of the business, such as WhatsApp's business account id; empty: templates are not fetched. */
  business_id: z.union([z.literal(''), address]),
  /** At most so many messages a second go out. */
  per_second: z.number().int().min(1).max(1000),
  /** Of an operator's line: where it is; null for all others. */
  smpp: smppLine.nullable(),
};

/** An account as its settings page shows it. Secrets can be written and never read. */
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
  /** Where the provider is to deliver to, and what it shows there to be let in. */
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
  summary: 'Accounts of messaging channels with how they are doing. No secret is among them.',
  response: z.object({ data: z.array(messagingAccount) }),
});

/** An account that its provider does not let us use for now, as whoever answers by it is told. */
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
    'Add an account. Its webhook takes deliveries from then on. What it must have is as its provider says.',
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
  summary: 'Change an account. A secret that is left out stays as it was.',
  params: z.object({ id: idText }),
  body: z.strictObject({ ...own, access_token: secret, app_secret: secret }).partial(),
  response: z.object({ data: messagingAccount }),
});

export const removeMessagingAccount = endpoint({
  method: 'DELETE',
  path: '/api/messaging-accounts/:id',
  permission: 'CONFIG_SOCIAL_MEDIA:EDIT',
  summary: 'Remove an account; one whose messages stand on tickets is switched off instead.',
  params: z.object({ id: idText }),
  response: done.extend({ removed: z.boolean() }),
});

export const testMessagingAccount = endpoint({
  method: 'POST',
  path: '/api/messaging-accounts/:id/test',
  permission: 'CONFIG_SOCIAL_MEDIA:EDIT',
  summary: 'Really ask the provider whether it knows the account and takes its token. Nothing is sent.',
  perMinute: 20,
  params: z.object({ id: idText }),
  body: z.strictObject({}),
  response: z.object({
    data: z.object({ fault: messagingFault.nullable(), said: z.string(), shown_address: z.string() }),
  }),
});

const webhook = z.object({ provider: messagingProvider, key: z.string().regex(/^[\w-]{1,64}$/) });

export const verifyWebhook = endpoint({
  method: 'GET',
  path: '/api/webhooks/:provider/:key',
  permission: 'public',
  summary:
    'The handshake by which a provider makes sure that the address is ours: answers with its challenge.',
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
    description: 'The challenge as it was given, where `hub.verify_token` is ours.',
  },
  response: z.unknown(),
});

export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:provider/:key',
  permission: 'public',
  summary:
    'Deliveries of a provider, signed over the body as it came. Stored and answered at once; what becomes of it comes later.',
  anySite: true,
  raw: true,
  perMinute: 100_000,
  params: webhook,
  download: true,
  says: {
    type: '*/*',
    description: 'Taken. What is said is what that provider wants to hear: JSON, or XML for Twilio.',
  },
  response: z.unknown(),
});

export const messagingEvents = {
  /** Everybody hears how an account is doing; why, whoever may see its settings asks for. */
  'messaging-health': z.object({ id, state: messagingHealth.shape.state }),
  /** The provider does not let us use an account any more, or lets us again. */
  'socmed-auth': z.object({
    account_id: id,
    media_id: mediaId,
    name: z.string(),
    is_authorised: z.boolean(),
  }),
};
