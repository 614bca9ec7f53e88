/** @module-tag full */
import type { RoomDial, VisitorCallBack } from '@trunkline/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { callersOf } from '../../../../test/telephony/callers.ts';
import { mailServer } from '../../../../test/mail/mail-server.ts';

const SHORT_LINK = /\/c\/[0-9a-z]+-[\w-]{22}/;
const MAILED = { timeout: 10_000 };
const mails: string[] = [];
let app: TestApp;
let smtp: Awaited<ReturnType<typeof mailServer>>;
let callers: ReturnType<typeof callersOf>;
beforeAll(async () => {
  app = await testApp();
  callers = callersOf(app, await app.widget());
  smtp = await mailServer(mails);
  const mail = {
    host: '127.0.0.1',
    port: smtp.port,
    secure: false,
    username: '',
    from: 'care@shop.example',
  };
  await app.as('admin', 'PATCH', '/api/configs/app', { mail });
});
afterEach(() => callers.endAll());
afterAll(async () => {
  await app.close();
  await smtp.close();
});

/** A customer asks to be called as soon as possible, and Dewi picks up when it rings by itself. */
async function calledBack(token: string, email: string): Promise<RoomDial> {
  const dewi = await callers.ready('dewi');
  const rings = callers.next<RoomDial>(dewi, 'daily-dial');
  const body = { client_key: callers.newKey(), kind: 'voice', name: 'Siti', at: null, email };
  expect((await callers.visit<VisitorCallBack>(token, 'POST', '/call-backs', body)).status).toBe(200);
  const dial = await rings;
  expect((await callers.pickUp('dewi', dial)).body.success).toBe(true);
  return dial;
}

/** The mail to this address, without the soft line breaks of quoted-printable. */
const mailTo = (email: string) =>
  mails.find((mail) => mail.includes(`To: ${email}`))?.replaceAll('=\r\n', '') ?? '';

/** Returns the URL to which the short link in the mail to this address redirects. */
async function placeIn(email: string): Promise<unknown> {
  await expect.poll(() => mailTo(email), MAILED).toMatch(SHORT_LINK);
  const [url = ''] = SHORT_LINK.exec(mailTo(email)) ?? [];
  return (await app.app.http.app.inject({ method: 'GET', url })).headers['location'];
}

test('as soon as possible means at once, by a job alone, and the link is also mailed', async () => {
  const dial = await calledBack(await app.visitor(await app.widget()), 'siti@mail.example');
  expect(dial.is_call_back).toBe(true);
  expect(await placeIn('siti@mail.example')).toContain(`/rooms/${dial.room_name}?t=`);
});

test('a customer who chats about something else gets the link by mail, and their chat is not touched', async () => {
  const token = await app.visitor(await app.widget());
  const question = { client_key: callers.newKey(), name: 'Siti', question: 'Where is my parcel?' };
  await callers.visit(token, 'POST', '/chat', question);
  const dial = await calledBack(token, 'siti.two@mail.example');
  expect(await placeIn('siti.two@mail.example')).toContain(`/rooms/${dial.room_name}?t=`);
  const chat = await callers.visit<{ chat: { status: string }; messages: object[] }>(token, 'GET', '/chat');
  expect(chat.body.data).toMatchObject({ chat: { status: 'waiting' }, messages: [{}] });
});
