import nodemailer from 'nodemailer';
import type { StoredServer } from './secrets.ts';
import type { SignIn } from './sign-in.ts';

const CONNECT_MS = 20_000;
const SILENCE_MS = 60_000;

/** A way out through one mailbox's server; several mails go through one connection. */
export function smtpConnection(
  { host, port, security }: Omit<StoredServer, 'auth'>,
  signIn: SignIn,
  maxConnections = 1,
) {
  return nodemailer.createTransport({
    pool: true,
    maxConnections,
    maxMessages: 100,
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(signIn.kind === 'password' && { auth: { user: signIn.user, pass: signIn.password } }),
    ...(signIn.kind === 'token' && {
      auth: { type: 'OAuth2' as const, user: signIn.user, accessToken: signIn.accessToken },
    }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
