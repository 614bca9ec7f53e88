import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { mailFault } from './mail.ts';
import { emailAddress } from './mail-address.ts';
import { done, id, idText, line, text, timestamp } from '../kit/shapes.ts';

export const MAIL_SECURITY = ['tls', 'starttls', 'none'] as const;

const port = z.number().int().min(1).max(65535);
const security = z.enum(MAIL_SECURITY);
const host = line(LIMITS.identity);
const user = line(LIMITS.identity);
const secret = text(LIMITS.mailSecret);
const tokenUrl = z.url({ protocol: /^https?$/ }).max(LIMITS.url);

/** How we sign in. What is secret is write-only: left out, it stays as it was. */
const typedAuth = z.union([
  z.strictObject({ kind: z.literal('password'), user, password: secret.optional() }),
  z.strictObject({
    kind: z.literal('oauth2'),
    user,
    client_id: line(LIMITS.url),
    client_secret: secret.optional(),
    refresh_token: secret.optional(),
    token_url: tokenUrl,
  }),
  /** A relay that asks for nothing. */
  z.strictObject({ kind: z.literal('none') }),
]);
export type TypedMailAuth = z.output<typeof typedAuth>;

const shownAuth = z.union([
  z.object({ kind: z.literal('password'), user: z.string(), has_secret: z.boolean() }),
  z.object({
    kind: z.literal('oauth2'),
    user: z.string(),
    client_id: z.string(),
    token_url: z.string(),
    has_secret: z.boolean(),
  }),
  z.object({ kind: z.literal('none') }),
]);

const typedServer = z.strictObject({ host, port, security, auth: typedAuth });
export type TypedMailServer = z.output<typeof typedServer>;
const shownServer = z.object({ host: z.string(), port: z.number(), security, auth: shownAuth });

/** How a mailbox is doing. A change of `state` or `fault` is told as `mailbox-health`. */
export const mailboxHealth = z.object({
  /** `off`: not active. `starting`: nothing is known yet. */
  state: z.enum(['off', 'starting', 'ok', 'failing']),
  /** When mail was last looked for with success. */
  last_ok_at: timestamp.nullable(),
  fault: mailFault.nullable(),
  /** What the server said, and which folder it is about, where there is something to tell. */
  said: z.string(),
  since: timestamp.nullable(),
});
export type MailboxHealth = z.infer<typeof mailboxHealth>;

const folders = z.array(line(LIMITS.name)).min(1).max(LIMITS.mailFolders);
/** An address, or a domain with everything below it. */
const blocked = line(LIMITS.identity)
  .toLowerCase()
  .regex(/^[^\s@]*@?[^\s@]+$/);

const own = {
  name: line(LIMITS.name),
  address: emailAddress.toLowerCase(),
  /** The name beside the address on our mails; empty: the organisation's. */
  display_name: z.union([z.literal(''), line(LIMITS.name)]),
  department_id: id,
  is_active: z.boolean(),
  folders,
  signature_html: text(LIMITS.mailSignature),
  blocked_senders: z.array(blocked).max(LIMITS.mailBlocked),
  /**
   * Addresses of groups and other addresses of the company through which customers write: where one stands in `From` and the mail
   * was authenticated for its domain, it says who wrote (`X-Original-From`, `X-Original-Sender`, `Reply-To`).
   */
  group_addresses: z.array(emailAddress.toLowerCase()).max(LIMITS.mailGroups),
  /**
   * So many mails of one sender an hour open or wake tickets. What is more is kept quietly on the latest one and
   * nothing answers it by itself: two machines that answer each other end there.
   */
  loop_limit: z.number().int().min(1).max(1000),
  /**
   * The name under which the company's mail server notes whether a sender is genuine (`Authentication-Results`, RFC 8601).
   * What others note counts for nothing; empty: nobody judges.
   */
  authserv_id: z.union([z.literal(''), line(LIMITS.identity).regex(/^[^\s;="()]+$/)]),
  /** Whether answers carry the mail that they answer below them. */
  quotes_last: z.boolean(),
  /** Also take in what lies in the folders already. Counts when a folder is first looked at. */
  takes_existing: z.boolean(),
};

/** A mailbox as its settings page shows it. */
export const mailbox = z.object({
  id,
  ...own,
  address: z.string(),
  display_name: z.string(),
  imap: shownServer,
  smtp: shownServer,
  health: mailboxHealth,
  updated_at: timestamp,
});
export type Mailbox = z.infer<typeof mailbox>;

const typed = z.strictObject({ ...own, imap: typedServer, smtp: typedServer });

export const listMailboxes = endpoint({
  method: 'GET',
  path: '/api/mailboxes',
  permission: 'CONFIG_EMAILS:VIEW',
  summary: 'Mailboxes with their settings and how they are doing. No secret is among them.',
  response: z.object({ data: z.array(mailbox) }),
});

export const createMailbox = endpoint({
  method: 'POST',
  path: '/api/mailboxes',
  permission: 'CONFIG_EMAILS:EDIT',
  summary: 'Add a mailbox. Its mail is taken in from then on.',
  body: typed.extend({
    display_name: own.display_name.default(''),
    is_active: z.boolean().default(true),
    folders: folders.default(['INBOX']),
    signature_html: own.signature_html.default(''),
    blocked_senders: own.blocked_senders.default([]),
    group_addresses: own.group_addresses.default([]),
    loop_limit: own.loop_limit.default(20),
    authserv_id: own.authserv_id.default(''),
    quotes_last: z.boolean().default(true),
    takes_existing: z.boolean().default(false),
  }),
  response: z.object({ data: mailbox }),
});

export const updateMailbox = endpoint({
  method: 'PATCH',
  path: '/api/mailboxes/:id',
  permission: 'CONFIG_EMAILS:EDIT',
  summary: 'Change a mailbox. It connects anew with what is different.',
  params: z.object({ id: idText }),
  body: typed.partial(),
  response: z.object({ data: mailbox }),
});

export const removeMailbox = endpoint({
  method: 'DELETE',
  path: '/api/mailboxes/:id',
  permission: 'CONFIG_EMAILS:EDIT',
  summary: 'Remove a mailbox; one that has mail on tickets is switched off instead.',
  params: z.object({ id: idText }),
  response: done.extend({ removed: z.boolean() }),
});

const tried = z.object({
  /** How far it came: the step that failed, or `done`. */
  step: z.enum(['connect', 'sign_in', 'folders', 'sender', 'done']),
  fault: mailFault.nullable(),
  /** What the server said. */
  said: z.string(),
});

export const testMailbox = endpoint({
  method: 'POST',
  path: '/api/mailboxes/test',
  permission: 'CONFIG_EMAILS:EDIT',
  summary:
    'Really connect with these settings, in and out, and say which step failed and why. Secrets that are left out are those of mailbox `id`. Nothing is sent.',
  perMinute: 20,
  body: z.strictObject({
    id: id.optional(),
    address: own.address,
    imap: typedServer,
    folders: folders.default(['INBOX']),
    smtp: typedServer,
  }),
  response: z.object({
    data: z.object({
      /** `available`: the folders that the mailbox has, to choose from. */
      imap: tried.extend({ available: z.array(z.string()) }),
      smtp: tried,
    }),
  }),
});
export type MailboxTest = z.input<typeof testMailbox.response>['data'];

export const mailboxEvents = {
  /** Everybody hears how a mailbox is doing; why, and what its server said, whoever may see its settings asks for. */
  'mailbox-health': z.object({ id, state: mailboxHealth.shape.state }),
  /** A mail was not taken in, or was after all. Told to who watches `mailboxes`. */
  'ignored-mails-changed': z.object({ mailbox_id: id }),
};
