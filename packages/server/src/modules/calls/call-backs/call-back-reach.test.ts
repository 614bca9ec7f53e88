import type { RoomDial, VisitorCallBack } from '@trunkline/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { callersOf } from '../../../../test/telephony/callers.ts';
import { mailServer } from '../../../../test/mail/mail-server.ts';

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

test('as soon as possible rings at once, by the queue of jobs alone, and the link goes by mail as well', async () => {
  const dial = await calledBack(await app.visitor(await app.widget()), 'siti@mail.example');
  expect(dial.is_call_back).toBe(true);
  await expect.poll(() => mailTo('siti@mail.example'), MAILED).toContain(`/rooms/${dial.room_name}`);
});

test('who is in a chat about something else is sent the link by mail, and their chat is left alone', async () => {
  const token = await app.visitor(await app.widget());
  const question = { client_key: callers.newKey(), name: 'Siti', question: 'Where is my parcel?' };
  await callers.visit(token, 'POST', '/chat', question);
  const dial = await calledBack(token, 'siti.two@mail.example');
  await expect.poll(() => mailTo('siti.two@mail.example'), MAILED).toContain(`/rooms/${dial.room_name}`);
  const chat = await callers.visit<{ chat: { status: string }; messages: object[] }>(token, 'GET', '/chat');
  expect(chat.body.data).toMatchObject({ chat: { status: 'waiting' }, messages: [{}] });
});
