import type { Language, MailTestFault } from '@trunkline/contract';
import nodemailer from 'nodemailer';
import { withConstantTiming, isHiddenHost } from '#platform/network/own-network';
import { createPrivateHosts } from '#platform/network/private-hosts';
import type { Platform } from '#platform/platform';
import type { StoredMail } from './workspace-settings.ts';
import * as store from './store.ts';

export type OutgoingMail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Only for mails that are sent directly, not through a job. */
  attachments?: { filename: string; content: Buffer }[];
};

/** System mail, such as password links and transcripts, by the mail server of the settings. */
export type Mail = {
  /** Sends now, and throws the mail server's error; code that can wait enqueues `mail:send` instead. */
  send(mail: OutgoingMail): Promise<void>;
  /**
   * Sends a test mail. Of a server in the private network that the operator has not allowed, the result only tells whether it
   * is a mail server, so that nobody can explore the network with it.
   */
  trySending(mail: OutgoingMail): Promise<void>;
  isConfigured(): Promise<boolean>;
};

/** Sends system mail (password links, transcripts) through the configured server. */
export function createMail({
  clock,
  db,
  jobs,
  secrets,
  privateHosts,
}: Pick<Platform, 'clock' | 'db' | 'jobs' | 'secrets'> & { privateHosts: readonly string[] }): Mail {
  const opened = createPrivateHosts(privateHosts);

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

  // Running twice after a crash sends the mail twice, which is better than never.
  jobs.define<OutgoingMail>('mail:send', send);

  async function trySending(mail: OutgoingMail): Promise<void> {
    const { host = '' } = (await readSettings()) ?? {};
    if (!(await isHiddenHost(opened, host))) return send(mail);
    const isTelling = (error: unknown) => !hasAnswered(error);
    try {
      await withConstantTiming(() => send(mail), { clock, isTelling, tooLate: noMailServer });
    } catch (error) {
      throw isTelling(error) ? noMailServer() : error;
    }
  }

  return { send, trySending, isConfigured: async () => (await readSettings()) !== undefined };
}

const noMailServer = () => Object.assign(new Error(SENTENCES.refused), { code: 'ECONNREFUSED' });

/** Whether a mail server has answered, and not some other server or none. */
function hasAnswered(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return code === 'EAUTH' || Boolean(responseCode);
}

const FAULTS: Record<string, MailTestFault> = {
  EAUTH: 'login_refused',
  ECONNREFUSED: 'refused',
  ESOCKET: 'refused',
  ECONNECTION: 'refused',
  EDNS: 'host_not_found',
  ENOTFOUND: 'host_not_found',
  ETIMEDOUT: 'timeout',
};

/** The meaning of a mail server's error, with a sentence for people who read raw responses. */
export function explainMailError(error: unknown): { fault: MailTestFault; message: string } {
  const {
    code = '',
    responseCode,
    message,
  } = error as { code?: string; responseCode?: number; message?: string };
  const fault = FAULTS[code] ?? (responseCode ? 'content_refused' : 'other');
  const status = responseCode ? ` (${responseCode})` : '';
  return { fault, message: fault === 'other' ? (message ?? SENTENCES.other) : SENTENCES[fault] + status };
}

const SENTENCES: Record<MailTestFault, string> = {
  no_address: 'Your profile has no e-mail address to send to.',
  login_refused: 'The mail server refused the user name or the password.',
  refused: 'No mail server answers at this host and port.',
  host_not_found: 'This host name does not exist.',
  timeout: 'The mail server did not answer in time. Check host, port and whether the port expects TLS.',
  content_refused: 'The mail server refused the mail.',
  other: 'The mail could not be sent.',
};

/** The test mail, in the workspace's language. */
export const testMailIn = (language: Language, at: Date): Omit<OutgoingMail, 'to'> => TEST_MAIL[language](at);

const TEST_MAIL: Record<Language, (at: Date) => Omit<OutgoingMail, 'to'>> = {
  en: (at) => ({
    subject: 'Trunkline: outgoing mail works',
    text: `Sent as a test at ${at.toISOString()}.`,
  }),
  id: (at) => ({
    subject: 'Trunkline: email keluar berfungsi',
    text: `Dikirim sebagai uji coba pada ${at.toISOString()}.`,
  }),
};
