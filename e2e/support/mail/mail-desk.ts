import { randomUUID } from 'node:crypto';
import type { Mailbox, Reference, Ticket } from '@trunkline/contract';
import { expect } from 'playwright/test';
import { MAIL_PASSWORD, startDovecot } from '../../../packages/server/test/mail/dovecot.ts';
import { mailSink } from '../../../packages/server/test/mail/mail-server.ts';
import { callApi, signIn } from '../api.ts';
import { DEMO_PASSWORD } from '../server.ts';

export { hasDovecot } from '../../../packages/server/test/mail/dovecot.ts';
export type MailDesk = Awaited<ReturnType<typeof openMailDesk>>;

/** A mailbox of the workspace on a real IMAP server, and a real SMTP server that receives its e-mails. */
export async function openMailDesk(url: string) {
  const dovecot = await startDovecot();
  const sink = await mailSink((user, mail) => dovecot.put(user, [mail]));
  const { token } = await signIn(url, 'admin', DEMO_PASSWORD);
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await callApi<{ data: T }>(url, method, path, { token, ...(body && { body }) });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const { departments } = await ask<Reference>('GET', '/api/reference');
  const auth = { kind: 'password', user: 'support', password: MAIL_PASSWORD };
  const mailbox = await ask<Mailbox>('POST', '/api/mailboxes', {
    name: 'Support',
    address: 'support@desk.example',
    department_id: departments[0]?.id,
    takes_existing: true,
    signature_html: '<p>Kopi Nusantara, support</p>',
    imap: { host: '127.0.0.1', port: dovecot.port, security: 'none', auth },
    smtp: { host: '127.0.0.1', port: sink.port, security: 'none', auth: { kind: 'none' } },
  });
  const findTicketBySubject = async (subject: string) =>
    (await ask<Ticket[]>('GET', '/api/tickets?media=2&limit=50')).find((one) => one.subject === subject);

  return {
    dovecot,
    sink,
    ask,
    arrive: (mail: string): Promise<void> => dovecot.put('support', [mail]),

    /** Waits for the ticket with this subject and returns it. */
    async ticketAbout(subject: string): Promise<Ticket> {
      await expect.poll(() => findTicketBySubject(subject), { timeout: 30_000 }).toBeDefined();
      const ticket = await findTicketBySubject(subject);
      if (!ticket) throw new Error(`no ticket about ${subject}`);
      return ticket;
    },

    /** Makes the mailbox inactive, so that a shared workspace no longer reads it. */
    async close(): Promise<void> {
      await callApi(url, 'PATCH', `/api/mailboxes/${mailbox.id}`, { token, body: { is_active: false } });
      await sink.close();
      await dovecot.close();
    },
  };
}

type EmailOptions = {
  from?: string;
  to?: string;
  cc?: string;
  subject: string;
  html?: string;
  text?: string;
  headers?: readonly string[];
};

/** Returns an e-mail with a text and an optional HTML part, as a mail program writes it. */
export function email({
  from = 'Dewi Lestari <dewi@mail.example>',
  to = 'support@desk.example',
  cc,
  subject,
  html,
  text = 'Hello',
  headers = [],
}: EmailOptions): string {
  const bound = 'part-of-it';
  const part = (type: string, body: string) =>
    [`--${bound}`, `Content-Type: text/${type}; charset=utf-8`, '', body].join('\r\n');
  return [
    `From: ${from}`,
    `To: ${to}`,
    ...(cc ? [`Cc: ${cc}`] : []),
    `Subject: ${subject}`,
    `Message-ID: <${randomUUID()}@mail.example>`,
    `Date: ${new Date().toUTCString()}`,
    ...headers,
    'MIME-Version: 1.0',
    ...(html === undefined
      ? ['Content-Type: text/plain; charset=utf-8', '', text]
      : [
          `Content-Type: multipart/alternative; boundary="${bound}"`,
          '',
          part('plain', text),
          part('html', html),
          `--${bound}--`,
        ]),
    '',
  ].join('\r\n');
}
