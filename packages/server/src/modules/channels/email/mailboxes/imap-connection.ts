import { ImapFlow } from 'imapflow';
import type { StoredServer } from './secrets.ts';
import type { MailServerCredentials } from './sign-in.ts';

const CONNECT_MS = 20_000;
/** IDLE begins after this time without another command, so that new mail is announced at once. */
const IDLE_AFTER_MS = 100;
/** IDLE is renewed after this time: servers end it after 30 minutes, and some routers drop a silent connection after five. */
const IDLE_MS = 4 * 60_000;

/** An IMAP connection that is not open yet. Its errors reach the caller and never end the process. */
export function imapConnection(
  { host, port, security }: Omit<StoredServer, 'auth'>,
  signIn: MailServerCredentials,
): ImapFlow {
  const client = new ImapFlow({
    host,
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'starttls',
    ...(signIn.kind === 'password' && { auth: { user: signIn.user, pass: signIn.password } }),
    ...(signIn.kind === 'token' && { auth: { user: signIn.user, accessToken: signIn.accessToken } }),
    logger: false,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    autoIdleDelay: IDLE_AFTER_MS,
    maxIdleTime: IDLE_MS,
    clientInfo: { name: 'Trunkline' },
  });
  client.on('error', () => undefined);
  return client;
}
