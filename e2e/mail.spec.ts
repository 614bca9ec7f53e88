import { randomUUID } from 'node:crypto';
import type { Mailbox, Message, Reference, Ticket } from '@trunkline/contract';
import { hasDovecot, MAIL_PASSWORD, startDovecot, type Dovecot } from '../packages/server/test/dovecot.ts';
import { mailSink } from '../packages/server/test/mail-server.ts';
import { callApi, signIn } from './support/api.ts';
import { DEMO_PASSWORD, startServer, type TestServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

// Power cuts, as far as mail is concerned: what was fetched and what was sent is counted afterwards.

const MAILS = 200;
const REPLIES = 50;
const PATIENT = { timeout: 90_000, intervals: [100] };

test.describe.configure({ mode: 'serial' });
test.skip(!hasDovecot, 'Dovecot is not installed: no real mailbox to read from');

let dovecot: Dovecot;
let server: TestServer;
let sink: Awaited<ReturnType<typeof mailSink>>;
let token: string;

test.beforeAll(async () => {
  dovecot = await startDovecot();
  // A little slow, so that the cut comes while mails are on their way.
  sink = await mailSink(() => new Promise((resolve) => setTimeout(resolve, 40)));
  server = await startServer();
  ({ token } = await signIn(server.url, 'admin', DEMO_PASSWORD));
});

test.afterAll(async () => {
  await server.discard();
  await sink.close();
  await dovecot.close();
});

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await callApi<{ data: T }>(server.url, method, path, { token, ...(body && { body }) });
  if (answer.status !== 200)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

/** Every ticket that came by mail. */
async function mailTickets(): Promise<Ticket[]> {
  const all: Ticket[] = [];
  let cursor = '';
  do {
    const path = `/api/tickets?media=2&limit=100&status=open,pending${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    type Page = { data: Ticket[]; next: string | null };
    const { body } = await callApi<Page>(server.url, 'GET', path, { token });
    all.push(...body.data);
    cursor = body.next ?? '';
  } while (cursor);
  return all.filter(({ subject }) => subject.startsWith('Case '));
}

const letters = async (ticketId: number): Promise<Message[]> =>
  (await ask<Message[]>('GET', `/api/tickets/${ticketId}/timeline?limit=100`)).filter(
    ({ mail }) => mail !== null,
  );

/** Cuts the power as soon as so much has happened, and puts it on again. */
async function cutWhen(count: () => Promise<number> | number, reached: number): Promise<void> {
  await expect.poll(count, PATIENT).toBeGreaterThanOrEqual(reached);
  await server.kill9();
  await server.restart();
}

test('killed again and again while it fetches 200 mails, the server has each of them once', async () => {
  test.setTimeout(240_000);
  const mails = Array.from({ length: MAILS }, (_, n) =>
    [
      `From: Customer ${n} <customer${n}@mail.example>`,
      'To: support@desk.example',
      `Subject: Case ${n}`,
      `Message-ID: <case-${n}@mail.example>`,
      '',
      `This is case ${n}. ${'It is a long story. '.repeat(3000)}`,
      '',
    ].join('\r\n'),
  );
  await dovecot.put('support', mails);
  const { departments } = await ask<Reference>('GET', '/api/reference');
  const auth = { kind: 'password', user: 'support', password: MAIL_PASSWORD };
  const mailbox = await ask<Mailbox>('POST', '/api/mailboxes', {
    name: 'Support',
    address: 'support@desk.example',
    department_id: departments[0]?.id,
    takes_existing: true,
    imap: { host: '127.0.0.1', port: dovecot.port, security: 'none', auth },
    smtp: { host: '127.0.0.1', port: sink.port, security: 'none', auth: { kind: 'none' } },
  });
  expect(mailbox.health.state).toBe('starting');

  const count = async () => (await mailTickets()).length;
  for (const reached of [1, 30, 90, 150]) await cutWhen(count, reached);
  await expect.poll(count, PATIENT).toBe(MAILS);
  const tickets = await mailTickets();
  expect(new Set(tickets.map(({ subject }) => subject)).size).toBe(MAILS);
  for (const ticket of tickets) expect(await letters(ticket.id), ticket.subject).toHaveLength(1);
});

test('killed while it sends 50 answers, the server sends each; at worst one again, as the same mail', async () => {
  test.setTimeout(240_000);
  const tickets = (await mailTickets()).slice(0, REPLIES);
  for (const [n, { id }] of tickets.entries())
    await ask('POST', `/api/tickets/${id}/messages`, { client_key: randomUUID(), body: `Answer ${n}.` });
  const before = sink.got.length;
  await cutWhen(() => sink.got.length, Math.min(before + 5, REPLIES - 10));
  await cutWhen(() => sink.got.length, Math.min(sink.got.length + 10, REPLIES - 5));
  const states = async () =>
    (await Promise.all(tickets.map(({ id }) => letters(id))))
      .flat()
      .filter(({ kind }) => kind === 'outbound');
  await expect
    .poll(async () => (await states()).filter(({ state }) => state === 'sent').length, PATIENT)
    .toBe(REPLIES);
  expect(await states()).toHaveLength(REPLIES);

  const texts = sink.got.map(({ mail }) => mail.toString());
  const ids = texts.map((text) => /^Message-ID: (<.+>)/im.exec(text)?.[1]);
  expect(new Set(ids).size).toBe(REPLIES);
  // Two cuts, and four mails are on their way at a time.
  expect(texts.length - REPLIES).toBeLessThanOrEqual(8);
  for (const n of tickets.keys()) expect(texts.some((text) => text.includes(`Answer ${n}.`))).toBe(true);
});
