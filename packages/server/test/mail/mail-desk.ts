import { randomUUID } from 'node:crypto';
import type { Mailbox, Message, Ticket } from '@trunkline/contract';
import { expect } from 'vitest';
import { testApp, type TestApp } from '../app.ts';
import { whileTimePasses } from '../clock.ts';
import { withDkimSignature } from './dkim.ts';
import { MAIL_PASSWORD, startDovecot, type Dovecot } from './dovecot.ts';
import { mailSink, type MailSink } from './mail-server.ts';
import type { Username } from '../people.ts';

/** Within a few of these, a mailbox that has lost its connection or has none is read again. */
const MAILBOX_ROUND_MS = 5000;

export type MailDesk = Awaited<ReturnType<typeof mailDesk>>;

type Mail = {
  from: string;
  subject?: string;
  id?: string;
  inReplyTo?: string;
  text?: string;
  to?: string;
  headers?: readonly string[];
};

/** A plain mail as a mail program writes it. */
export const mailText = ({
  from,
  subject = 'A question',
  id = `${randomUUID()}@mail.example`,
  inReplyTo,
  text = 'Hello',
  to = 'support@desk.example',
  headers = [],
}: Mail): string =>
  [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${id}>`,
    'Date: Fri, 20 Nov 2026 08:00:00 +0000',
    ...(inReplyTo ? [`In-Reply-To: <${inReplyTo}>`, `References: <${inReplyTo}>`] : []),
    ...headers,
    'MIME-Version: 1.0',
    ...(headers.some((one) => /^content-type:/i.test(one))
      ? []
      : ['Content-Type: text/plain; charset=utf-8']),
    '',
    text,
    '',
  ].join('\r\n');

/** The whole server with one mailbox: a real IMAP server, and a real SMTP server that delivers into it. */
export async function mailDesk(
  mailbox: Partial<Record<string, unknown>> = {},
  options: Parameters<typeof startDovecot>[0] = {},
  app: Parameters<typeof testApp>[0] = {},
) {
  const dovecot = await startDovecot(options);
  const sink = await mailSink((user, mail) => dovecot.put(user, [mail]));
  const t = await testApp(app);
  return deskOf(t, { dovecot, sink, mailbox: await addMailbox(t, { dovecot, sink }, mailbox) });
}

export function mailboxBody(
  t: TestApp,
  { dovecot, sink }: { dovecot: Pick<Dovecot, 'port'>; sink: Pick<MailSink, 'port'> },
) {
  const auth = { kind: 'password', user: 'support', password: MAIL_PASSWORD };
  return {
    name: 'Support',
    address: 'support@desk.example',
    department_id: t.departmentIds[0],
    takes_existing: true,
    imap: { host: '127.0.0.1', port: dovecot.port, security: 'none', auth },
    smtp: { host: '127.0.0.1', port: sink.port, security: 'none', auth: { kind: 'none' } },
  };
}

async function addMailbox(
  t: TestApp,
  servers: { dovecot: Dovecot; sink: MailSink },
  more: Partial<Record<string, unknown>>,
): Promise<Mailbox> {
  const answer = await t.as('admin', 'POST', '/api/mailboxes', { ...mailboxBody(t, servers), ...more });
  expect(answer.status).toBe(200);
  return (answer.body as { data: Mailbox }).data;
}

function deskOf(t: TestApp, parts: { dovecot: Dovecot; sink: MailSink; mailbox: Mailbox }) {
  const { dovecot, sink } = parts;
  const data = async <T>(username: Username, method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await t.as(username, method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return (answer.body as { data: T }).data;
  };
  const tickets = () =>
    data<Ticket[]>('admin', 'GET', '/api/tickets?status=open,pending,on_hold,solved,closed&limit=100');
  const emails = async (ticketId: number) =>
    (await data<Message[]>('admin', 'GET', `/api/tickets/${ticketId}/timeline?limit=100`)).filter(
      ({ kind }) => kind === 'inbound' || kind === 'outbound',
    );
  const findTicketBySubject = async (subject: string) =>
    (await tickets()).find((one) => one.subject === subject);

  return {
    ...parts,
    t,
    data,
    tickets,
    emails,

    /** Delivers customers' mails to the mailbox, with a valid DKIM signature of `mail.example`, which proves their senders. */
    async arrive(...mails: Mail[]): Promise<void> {
      const texts = await Promise.all(mails.map((mail) => withDkimSignature(mailText(mail))));
      await dovecot.put('support', texts);
    },

    /** Waits until there is a ticket with that subject, and returns it. */
    async ticketAbout(subject: string): Promise<Ticket> {
      await expect.poll(() => findTicketBySubject(subject), { timeout: 30_000 }).toBeDefined();
      const ticket = await findTicketBySubject(subject);
      if (!ticket) throw new Error(`no ticket about ${subject}`);
      return ticket;
    },

    /** Like `ticketAbout`, but moves the clock while it waits, so that lost connections are tried again and folders read. */
    async ticketInTime(subject: string): Promise<Ticket> {
      await expect
        .poll(
          whileTimePasses(t.clock, MAILBOX_ROUND_MS, () => findTicketBySubject(subject)),
          { timeout: 15_000 },
        )
        .toBeDefined();
      return this.ticketAbout(subject);
    },

    reply: (ticketId: number, body: object, username: Username = 'dewi'): Promise<Message> =>
      data(username, 'POST', `/api/tickets/${ticketId}/messages`, {
        client_key: randomUUID(),
        body: '',
        ...body,
      }),

    stateOf: async (ticketId: number, id: number) =>
      (await emails(ticketId)).find((one) => one.id === id)?.state,

    async close(): Promise<void> {
      await t.close();
      await sink.close();
      await dovecot.close();
    },
  };
}
