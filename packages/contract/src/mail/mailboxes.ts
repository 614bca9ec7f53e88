import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { mailFault } from './mail.ts';
import { emailAddress } from './mail-address.ts';
import { okResponse, id, idText, line, text, timestamp } from '../kit/shapes.ts';

export const MAIL_SECURITY = ['tls', 'starttls', 'none'] as const;

const port = z.number().int().min(1).max(65535);
const security = z.enum(MAIL_SECURITY);
const host = line(LIMITS.identity);
const user = line(LIMITS.identity);
const secret = text(LIMITS.mailSecret);
const tokenUrl = z.url({ protocol: /^https?$/ }).max(LIMITS.url);

/** How we sign in. Secrets are write-only: left out, they stay as they were. */
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
  /** A relay without sign-in. */
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

/** The health of a mailbox. A change of `state` or `fault` emits `mailbox-health`. */
export const mailboxHealth = z.object({
  /** `off`: not active. `starting`: not known yet. */
  state: z.enum(['off', 'starting', 'ok', 'failing']),
  /** The last successful check for mail. */
  last_ok_at: timestamp.nullable(),
  fault: mailFault.nullable(),
  /** The server's message, with the folder that it is about; may be empty. */
  said: z.string(),
  since: timestamp.nullable(),
});
export type MailboxHealth = z.infer<typeof mailboxHealth>;

const folders = z.array(line(LIMITS.name)).min(1).max(LIMITS.mailFolders);
/** An address, or a domain with its subdomains. */
const blocked = line(LIMITS.identity)
  .toLowerCase()
  .regex(/^[^\s@]*@?[^\s@]+$/);

const own = {
  name: line(LIMITS.name),
  address: emailAddress.toLowerCase(),
  /** The sender's name on our mails; empty: the organisation's. */
  display_name: z.union([z.literal(''), line(LIMITS.name)]),
  department_id: id,
  is_active: z.boolean(),
  folders,
  signature_html: text(LIMITS.mailSignature),
  blocked_senders: z.array(blocked).max(LIMITS.mailBlocked),
  /**
   * Addresses of groups and mailing lists of the company through which customers write: if one of them is in `From` and the
   * mail is authenticated for its domain, its headers (`X-Original-From`, `X-Original-Sender`, `Reply-To`) tell who wrote.
   */
  group_addresses: z.array(emailAddress.toLowerCase()).max(LIMITS.mailGroups),
  /**
   * How many mails an hour of one sender may open or reopen tickets. Further ones are added to the latest ticket without
   * notification or automatic reply, which ends loops between two machines.
   */
  loop_limit: z.number().int().min(1).max(1000),
  /**
   * The id under which the company's mail server notes whether a sender is authenticated (`Authentication-Results`, RFC 8601).
   * Results of other servers are ignored; empty: senders are not checked.
   */
  authserv_id: z.union([z.literal(''), line(LIMITS.identity).regex(/^[^\s;="()]+$/)]),
  /** Whether replies quote the original message. */
  quotes_last: z.boolean(),
  /** Whether mails that are in the folders already are imported too. Applies when a folder is read for the first time. */
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
  summary: 'Mailboxes with their settings and state, without secrets.',
  response: z.object({ data: z.array(mailbox) }),
});

export const createMailbox = endpoint({
  method: 'POST',
  path: '/api/mailboxes',
  permission: 'CONFIG_EMAILS:EDIT',
  summary: 'Add a mailbox. Its e-mails are received from then on.',
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
  summary: 'Change a mailbox. It reconnects with the new settings.',
  params: z.object({ id: idText }),
  body: typed.partial(),
  response: z.object({ data: mailbox }),
});

export const removeMailbox = endpoint({
  method: 'DELETE',
  path: '/api/mailboxes/:id',
  permission: 'CONFIG_EMAILS:EDIT',
  summary: 'Delete a mailbox; one that has e-mails on tickets is deactivated instead.',
  params: z.object({ id: idText }),
  response: okResponse.extend({ removed: z.boolean() }),
});

const tried = z.object({
  /** The step that failed, or `done`. */
  step: z.enum(['connect', 'sign_in', 'folders', 'sender', 'done']),
  fault: mailFault.nullable(),
  /** The server's message. */
  said: z.string(),
});

export const testMailbox = endpoint({
  method: 'POST',
  path: '/api/mailboxes/test',
  permission: 'CONFIG_EMAILS:EDIT',
  summary:
    'Test the connection to both servers with these settings, and return which step failed and why. Secrets that are omitted are those of mailbox `id`. Nothing is sent.',
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
      /** `available`: the folders of the mailbox, to choose from. */
      imap: tried.extend({ available: z.array(z.string()) }),
      smtp: tried,
    }),
  }),
});
export type MailboxTest = z.input<typeof testMailbox.response>['data'];

export const mailboxEvents = {
  /**
   * Everybody gets the health of a mailbox; the reason and the server's message are only for those who may see its settings.
   */
  'mailbox-health': z.object({ id, state: mailboxHealth.shape.state }),
  /** A mail was rejected, or accepted after all. Sent to subscribers of `mailboxes`. */
  'ignored-mails-changed': z.object({ mailbox_id: id }),
};
