import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Mailbox, Message, Reference, Ticket } from '@trunkline/contract';
import {
  hasDovecot,
  MAIL_PASSWORD,
  startDovecot,
  type Dovecot,
} from '../../packages/server/test/mail/dovecot.ts';
import { mailSink } from '../../packages/server/test/mail/mail-server.ts';
import { callApi, signIn } from '../support/api.ts';
import { DEMO_PASSWORD, startServer, type TestServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

// Power cuts while e-mails are fetched and sent; afterwards none may be missing or doubled.

/** The core run has one power cut while a few are fetched; the full run has several while many are. */
const FETCHES = [
  { user: 'orders', subject: 'Order', mails: 40, cuts: [10], tag: '' },
  { user: 'support', subject: 'Case', mails: 200, cuts: [1, 30, 90, 150], tag: ' @full' },
];
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
  // Slow enough that a power cut hits e-mails on their way.
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

/** Returns the tickets of all e-mails whose subject begins with this word. */
async function mailTickets(word: string): Promise<Ticket[]> {
  const all: Ticket[] = [];
  let cursor = '';
  do {
    const path = `/api/tickets?media=2&limit=100&status=open,pending${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    type Page = { data: Ticket[]; next: string | null };
    const { body } = await callApi<Page>(server.url, 'GET', path, { token });
    all.push(...body.data);
    cursor = body.next ?? '';
  } while (cursor);
  return all.filter(({ subject }) => subject.startsWith(`${word} `));
}

const emailsOf = async (ticketId: number): Promise<Message[]> =>
  (await ask<Message[]>('GET', `/api/tickets/${ticketId}/timeline?limit=100`)).filter(
    ({ mail }) => mail !== null,
  );

/** Kills the server once the count is reached, and starts it again. */
async function cutWhen(count: () => Promise<number> | number, reached: number): Promise<void> {
  await expect.poll(count, PATIENT).toBeGreaterThanOrEqual(reached);
  await server.kill9();
  await server.restart();
}

for (const { user, subject, mails, cuts, tag } of FETCHES)
  test(`killed while it fetches ${mails} mails, the server has each of them once${tag}`, async () => {
    test.setTimeout(240_000);
    const texts = Array.from({ length: mails }, (_, n) =>
      [
        `From: Customer ${n} <customer${n}@mail.example>`,
        `To: ${user}@desk.example`,
        `Subject: ${subject} ${n}`,
        `Message-ID: <${subject}-${n}@mail.example>`,
        '',
        `This is ${subject} ${n}. ${'It is a long story. '.repeat(3000)}`,
        '',
      ].join('\r\n'),
    );
    await dovecot.put(user, texts);
    const { departments } = await ask<Reference>('GET', '/api/reference');
    const auth = { kind: 'password', user, password: MAIL_PASSWORD };
    const mailbox = await ask<Mailbox>('POST', '/api/mailboxes', {
      name: user,
      address: `${user}@desk.example`,
      department_id: departments[0]?.id,
      takes_existing: true,
      imap: { host: '127.0.0.1', port: dovecot.port, security: 'none', auth },
      smtp: { host: '127.0.0.1', port: sink.port, security: 'none', auth: { kind: 'none' } },
    });
    expect(mailbox.health.state).toBe('starting');

    const count = async () => (await mailTickets(subject)).length;
    for (const reached of cuts) await cutWhen(count, reached);
    await expect.poll(count, PATIENT).toBe(mails);
    const tickets = await mailTickets(subject);
    expect(new Set(tickets.map((ticket) => ticket.subject)).size).toBe(mails);
    for (const ticket of tickets) expect(await emailsOf(ticket.id), ticket.subject).toHaveLength(1);
  });

test('killed while it sends 50 answers, the server sends each; at worst one again, as the same mail @full', async () => {
  test.setTimeout(240_000);
  const tickets = (await mailTickets('Case')).slice(0, REPLIES);
  for (const [n, { id }] of tickets.entries())
    await ask('POST', `/api/tickets/${id}/messages`, { client_key: randomUUID(), body: `Answer ${n}.` });
  const before = sink.got.length;
  await cutWhen(() => sink.got.length, Math.min(before + 5, REPLIES - 10));
  await cutWhen(() => sink.got.length, Math.min(sink.got.length + 10, REPLIES - 5));
  const states = async () =>
    (await Promise.all(tickets.map(({ id }) => emailsOf(id))))
      .flat()
      .filter(({ kind }) => kind === 'outbound');
  await expect
    .poll(async () => (await states()).filter(({ state }) => state === 'sent').length, PATIENT)
    .toBe(REPLIES);
  expect(await states()).toHaveLength(REPLIES);

  const texts = sink.got.map(({ mail }) => mail.toString());
  const ids = texts.map((text) => /^Message-ID: (<.+>)/im.exec(text)?.[1]);
  expect(new Set(ids).size).toBe(REPLIES);
  // At most four e-mails are on their way at each of the two cuts, and may be sent twice.
  expect(texts.length - REPLIES).toBeLessThanOrEqual(8);
  for (const n of tickets.keys()) expect(texts.some((text) => text.includes(`Answer ${n}.`))).toBe(true);
});

test('in a real browser nothing of a mail runs or contacts its sender; attached images are shown, others on request', async ({
  browser,
}) => {
  const called: string[] = [];
  const elsewhere = http.createServer((request, response) => {
    called.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(PIXEL, 'base64'));
  });
  await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve));
  const home = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  await dovecot.put('orders', [hostileMail(home)]);
  const find = async () => (await mailTickets('Case')).find(({ subject }) => subject === 'Case hostile');
  await expect.poll(find, PATIENT).toBeDefined();
  const ticketId = (await find())?.id ?? 0;
  const [letter] = await emailsOf(ticketId);
  const path = `/api/tickets/${ticketId}/messages/${letter?.id}/html`;
  const { frame_url: plain } = await ask<{ frame_url: string }>('GET', path);
  const { frame_url: asked } = await ask<{ frame_url: string }>('GET', `${path}?images=1`);

  const page = await browser.newPage();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(server.url + plain);
  await expect(page.locator('b')).toHaveText('Hello');
  const width = (selector: string) =>
    page.locator(selector).evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : -1));
  await expect.poll(() => width('img[alt=own]')).toBe(1);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'ran'))).toBeUndefined();
  await page.goto(server.url + asked);
  await expect.poll(() => width('img[alt=theirs]')).toBe(1);
  expect(dialogs).toEqual([]);
  expect(called).toEqual(['/asked.png']);
  expect(page.url()).toContain(server.url);
  await page.close();
  await new Promise((resolve) => void elsewhere.close(resolve));
});

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const hostileMail = (home: string): string =>
  [
    'From: hostile@mail.example',
    'To: support@desk.example',
    'Subject: Case hostile',
    'Message-ID: <hostile@mail.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary="r"',
    '',
    '--r',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<b>Hello</b><img alt="own" src="cid:own@x">',
    `<img alt="theirs" src="${home}/asked.png">`,
    '<script>globalThis.ran = 1; alert(1)</script><img src=x onerror="globalThis.ran=1;alert(2)">',
    `<svg onload="alert(3)"></svg><iframe src="${home}/frame"></iframe><link rel=stylesheet href="${home}/css">`,
    `<meta http-equiv="refresh" content="0;url=${home}/away"><base href="${home}/">`,
    `<div style="background:url(${home}/style)">x</div><style>b{background:url(${home}/sheet)}</style>`,
    `<form action="${home}/form"><input autofocus onfocus="alert(4)"></form>`,
    `<object data="${home}/object"></object><video src="${home}/film" autoplay></video><body onload="alert(5)">`,
    '--r',
    'Content-Type: image/png',
    'Content-ID: <own@x>',
    'Content-Transfer-Encoding: base64',
    '',
    PIXEL,
    '--r--',
    '',
  ].join('\r\n');
