import nodemailer from 'nodemailer';
import type { Platform } from '#platform/platform';
import type { StoredMail } from './app-config.ts';
import * as store from './store.ts';

export type OutgoingMail = { to: string; subject: string; text: string; html?: string };

/** Sends system mail (password links, transcripts) through the configured server. */
export function createMail({ db, jobs, secrets }: Pick<Platform, 'db' | 'jobs' | 'secrets'>) {
  async function readSettings(): Promise<StoredMail | undefined> {
    const mail = (await store.readConfigRows(db.q))['mail'] as StoredMail | undefined;
    return mail?.host ? mail : undefined;
  }

  async function send(mail: OutgoingMail): Promise<void> {
    const settings = await readSettings();
    if (!settings) throw new Error('outgoing mail is not configured');
    const transport = nodemailer.createTransport({
      host: settings.host,
      port: settings.port,
      secure: settings.secure,
      ...(settings.username && {
        auth: {
          user: settings.username,
          pass: settings.sealed_password && secrets.decrypt(settings.sealed_password),
        },
      }),
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      await transport.sendMail({ from: settings.from, ...mail });
    } finally {
      transport.close();
    }
  }

  // Running twice after a crash sends the mail twice: for a link or a transcript that is better than never.
  jobs.define<OutgoingMail>('mail:send', send);

  return { send, isConfigured: async () => (await readSettings()) !== undefined };
}

/** Says in words what a mail server's refusal means. */
export function explainMailError(error: unknown): string {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string };
  if (code === 'EAUTH') return 'The mail server refused the user name or the password.';
  if (code === 'ECONNREFUSED' || code === 'ESOCKET' || code === 'ECONNECTION')
    return 'Nothing answers at this host and port.';
  if (code === 'EDNS' || code === 'ENOTFOUND') return 'This host name does not exist.';
  if (code === 'ETIMEDOUT')
    return 'The mail server did not answer in time. Check host, port and whether the port expects TLS.';
  if (responseCode) return `The mail server refused the mail (${responseCode}).`;
  return message ?? 'The mail could not be sent.';
}
