import type { BodyOf, createMailbox, Mailbox, MAIL_SECURITY, updateMailbox } from '@trunkline/contract';
import { signatureTextOf, signatureOf } from './signature.ts';
import { onOneLine } from '@trunkline/contract';

export type Security = (typeof MAIL_SECURITY)[number];
export type MailSignIn = 'password' | 'oauth2' | 'none';
/** The form of a mail server. Secrets start empty, because the server never sends stored ones. */
export type ServerForm = {
  host: string;
  port: number;
  security: Security;
  kind: MailSignIn;
  user: string;
  password: string;
  client_id: string;
  client_secret: string;
  refresh_token: string;
  token_url: string;
};
export type ServerProtocol = 'imap' | 'smtp';
export type MailboxForm = Pick<
  Mailbox,
  | 'name'
  | 'address'
  | 'display_name'
  | 'department_id'
  | 'is_active'
  | 'loop_limit'
  | 'authserv_id'
  | 'quotes_last'
  | 'takes_existing'
> & {
  /** As typed, one per line. */
  folders: string;
  blocked: string;
  groups: string;
  signature: string;
  imap: ServerForm;
  smtp: ServerForm;
};
type ServerField = 'host' | 'port' | 'user' | 'secret' | 'client_id' | 'token_url';
type OwnField = 'name' | 'address' | 'folders' | 'blocked' | 'groups' | 'loop_limit' | 'authserv_id';
export type MailboxField = OwnField | `${ServerProtocol}.${ServerField}`;

const PORTS: Record<ServerProtocol, Record<Security, number>> = {
  imap: { tls: 993, starttls: 143, none: 143 },
  smtp: { tls: 465, starttls: 587, none: 25 },
};
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const AUTHSERV = /^[^\s;="()]*$/;
const BLOCKED = /^[^\s@]*@?[^\s@]+$/;

/** Returns the default values of a new mailbox. */
export function newMailbox(departmentId: number): MailboxForm {
  return {
    name: '',
    address: '',
    display_name: '',
    department_id: departmentId,
    is_active: true,
    loop_limit: 20,
    authserv_id: '',
    quotes_last: true,
    takes_existing: false,
    folders: 'INBOX',
    blocked: '',
    groups: '',
    signature: '',
    imap: serverForm({ host: '', port: PORTS.imap.tls, security: 'tls', auth: EMPTY_AUTH }),
    smtp: serverForm({ host: '', port: PORTS.smtp.starttls, security: 'starttls', auth: EMPTY_AUTH }),
  };
}

const EMPTY_AUTH: Mailbox['imap']['auth'] = { kind: 'password', user: '', has_secret: false };

export function mailboxFormOf(mailbox: Mailbox): MailboxForm {
  const { name, address, display_name, department_id, is_active } = mailbox;
  const { loop_limit, authserv_id, quotes_last, takes_existing } = mailbox;
  return {
    name,
    address,
    display_name,
    department_id,
    is_active,
    loop_limit,
    authserv_id,
    quotes_last,
    takes_existing,
    folders: mailbox.folders.join('\n'),
    blocked: mailbox.blocked_senders.join('\n'),
    groups: mailbox.group_addresses.join('\n'),
    signature: signatureTextOf(mailbox.signature_html),
    imap: serverForm(mailbox.imap),
    smtp: serverForm(mailbox.smtp),
  };
}

function serverForm({ host, port, security, auth }: Mailbox['imap']): ServerForm {
  return {
    host,
    port,
    security,
    kind: auth.kind,
    user: auth.kind === 'none' ? '' : auth.user,
    password: '',
    client_id: auth.kind === 'oauth2' ? auth.client_id : '',
    client_secret: '',
    refresh_token: '',
    token_url: auth.kind === 'oauth2' ? auth.token_url : '',
  };
}

/** Returns the server with another encryption; the port follows, unless it was changed from the default. */
export function withSecurity(server: ServerForm, side: ServerProtocol, security: Security): ServerForm {
  const isUsual = server.port === PORTS[side][server.security];
  return { ...server, security, port: isUsual ? PORTS[side][security] : server.port };
}

/** Returns the fields that are not valid. `mailbox` is the saved one. */
export function mailboxProblems(form: MailboxForm, mailbox?: Mailbox): ReadonlySet<MailboxField> {
  const wrong: Record<OwnField, boolean> = {
    name: onOneLine(form.name) === '',
    address: !ADDRESS.test(form.address.trim()),
    folders: linesOf(form.folders).length === 0,
    blocked: !linesOf(form.blocked).every((line) => BLOCKED.test(line)),
    groups: !linesOf(form.groups).every((line) => ADDRESS.test(line)),
    loop_limit: !(form.loop_limit >= 1 && form.loop_limit <= 1000),
    authserv_id: !AUTHSERV.test(form.authserv_id.trim()),
  };
  const problems = new Set<MailboxField>((Object.keys(wrong) as OwnField[]).filter((field) => wrong[field]));
  for (const side of ['imap', 'smtp'] as const)
    for (const field of serverProblems(form[side], mailbox?.[side])) problems.add(`${side}.${field}`);
  return problems;
}

function serverProblems(server: ServerForm, before: Mailbox['imap'] | undefined): ServerField[] {
  const { kind, host, port, user } = server;
  const isOauth = kind === 'oauth2';
  const wrong: Record<ServerField, boolean> = {
    host: host.trim() === '',
    port: !(port >= 1 && port <= 65_535),
    user: kind !== 'none' && user.trim() === '',
    client_id: isOauth && server.client_id.trim() === '',
    token_url: isOauth && !/^https?:\/\/\S+$/.test(server.token_url.trim()),
    secret: needsSecret(server, before),
  };
  return (Object.keys(wrong) as ServerField[]).filter((field) => wrong[field]);
}

/** Whether the stored secret is used where none was typed; it is never sent to another server or for another user. */
export function usesStoredSecret(server: ServerForm, before: Mailbox['imap'] | undefined): boolean {
  if (!before || before.auth.kind === 'none' || before.auth.kind !== server.kind) return false;
  const isSameServer = before.host === server.host.trim() && before.port === server.port;
  const isSame =
    isSameServer && before.security === server.security && before.auth.user === server.user.trim();
  const tokenUrl = before.auth.kind === 'oauth2' ? before.auth.token_url : '';
  return before.auth.has_secret && isSame && tokenUrl === server.token_url.trim();
}

function needsSecret(server: ServerForm, before: Mailbox['imap'] | undefined): boolean {
  if (server.kind === 'none' || usesStoredSecret(server, before)) return false;
  if (server.kind === 'password') return server.password === '';
  return server.client_secret === '' || server.refresh_token === '';
}

type Typed = BodyOf<typeof updateMailbox>;

export function serverBody(server: ServerForm): NonNullable<Typed['imap']> {
  const { port, security } = server;
  return { host: server.host.trim(), port, security, auth: authBody(server) };
}

function authBody({ kind, ...server }: ServerForm): NonNullable<Typed['imap']>['auth'] {
  const user = server.user.trim();
  if (kind === 'none') return { kind };
  if (kind === 'password') return { kind, user, ...(server.password && { password: server.password }) };
  return {
    kind,
    user,
    client_id: server.client_id.trim(),
    token_url: server.token_url.trim(),
    ...(server.client_secret && { client_secret: server.client_secret }),
    ...(server.refresh_token && { refresh_token: server.refresh_token }),
  };
}

/** Returns the request. An unchanged signature is left out, because it may contain more than plain text. */
export function mailboxBody(form: MailboxForm, mailbox?: Mailbox): BodyOf<typeof createMailbox> {
  const { folders, blocked, groups, signature, imap, smtp, ...plain } = form;
  const isTouched = !mailbox || signature !== signatureTextOf(mailbox.signature_html);
  return {
    ...plain,
    name: onOneLine(plain.name),
    address: plain.address.trim(),
    display_name: onOneLine(plain.display_name),
    authserv_id: plain.authserv_id.trim(),
    folders: linesOf(folders),
    blocked_senders: linesOf(blocked),
    group_addresses: linesOf(groups),
    signature_html: isTouched ? signatureOf(signature) : mailbox.signature_html,
    imap: serverBody(imap),
    smtp: serverBody(smtp),
  };
}

export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];
