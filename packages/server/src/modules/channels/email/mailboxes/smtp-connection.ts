import nodemailer from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import XOAuth2 from 'nodemailer/lib/xoauth2';
import { Readable } from 'node:stream';
import type { StoredServer } from './secrets.ts';
import type { MailServerCredentials } from './sign-in.ts';

const CONNECT_MS = 20_000;
const SILENCE_MS = 60_000;

type Server = Omit<StoredServer, 'auth'>;

const optionsOf = ({ host, port, security }: Server) => ({
  host,
  port,
  secure: security === 'tls',
  requireTLS: security === 'starttls',
  ignoreTLS: security === 'none',
  connectionTimeout: CONNECT_MS,
  greetingTimeout: CONNECT_MS,
  socketTimeout: SILENCE_MS,
});

export type SmtpTransport = ReturnType<typeof smtpConnection>;

/** A transport through a mailbox's SMTP server; several mails share its connections. */
export function smtpConnection(server: Server, signIn: MailServerCredentials, maxConnections: number) {
  return nodemailer.createTransport({
    ...optionsOf(server),
    pool: true,
    maxConnections,
    maxMessages: 100,
    ...(signIn.kind === 'password' && { auth: { user: signIn.user, pass: signIn.password } }),
    ...(signIn.kind === 'token' && {
      auth: { type: 'OAuth2' as const, user: signIn.user, accessToken: signIn.accessToken },
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Tests sending: connects, signs in and begins a mail from the address to itself, but hangs up before its text, so that nothing
 * is sent. Rejects with the server's refusal.
 */
export async function trySending(
  server: Server,
  signIn: MailServerCredentials,
  address: string,
): Promise<void> {
  const connection = new SMTPConnection(optionsOf(server));
  try {
    await new Promise<void>((resolve, reject) => {
      const next = (step: () => void) => (error?: Error | null) => (error ? reject(error) : step());
      connection.once('error', reject);
      connection.once('end', () =>
        reject(Object.assign(new Error('Connection closed'), { code: 'ECONNECTION' })),
      );
      // It is read only when the server is ready for the text, which means that it has accepted the recipient.
      const text = new Readable({ read: () => resolve() });
      const send = () => connection.send({ from: address, to: [address] }, text, next(resolve));
      connection.connect(
        next(() => (signIn.kind === 'none' ? send() : connection.login(authOf(signIn), next(send)))),
      );
    });
  } finally {
    connection.on('error', () => undefined);
    connection.close();
  }
}

function authOf(signIn: Exclude<MailServerCredentials, { kind: 'none' }>) {
  if (signIn.kind === 'password') return { credentials: { user: signIn.user, pass: signIn.password } };
  const { user, accessToken } = signIn;
  return { user, oauth2: new XOAuth2({ user, accessToken }) };
}
