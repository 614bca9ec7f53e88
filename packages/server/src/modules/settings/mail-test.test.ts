import net from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { mailServer } from '../../../test/mail/mail-server.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ mail: { privateHosts: [], ports: [[1, 65_535]] } });
  await t.platform.db.pool.query(`update users set email = username || '@mail.example'`);
});
afterAll(() => t.close());

type Listener = { port: number; close(): Promise<void> };

/** A server that is no mail server, and sends this greeting. */
async function listener(greeting: string | undefined): Promise<Listener> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    if (greeting !== undefined) socket.end(greeting);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}

async function test(port: number, { host = '127.0.0.1', secure = false, step = 1000 } = {}) {
  const mail = { host, port, secure, username: '', from: 'desk@trunkline.example', password: '' };
  expect((await t.as('admin', 'PATCH', '/api/configs/app', { mail })).status).toBe(200);
  let answer: { body: { ok: boolean; message: string } } | undefined;
  void t.as('admin', 'POST', '/api/configs/app/mail_test').then((each) => (answer = each));
  await expect
    .poll(() => (t.clock.advance(step), answer?.body), { timeout: 10_000, interval: 20 })
    .toBeDefined();
  return answer?.body;
}

it('the test of outgoing mail tells nothing of our own network but whether a mail server answers', async () => {
  const silent = await listener(undefined);
  const web = await listener('HTTP/1.1 400 Bad Request\r\n\r\n');
  const shell = await listener('SSH-2.0-OpenSSH_9.2\r\n');
  const closed = await listener('');
  await closed.close();
  const answers = [
    await test(closed.port),
    await test(closed.port, { host: 'localhost' }),
    await test(silent.port),
    await test(web.port),
    await test(web.port, { secure: true }),
    await test(shell.port),
  ];
  for (const answer of answers)
    expect(answer).toEqual({
      ok: false,
      fault: 'refused',
      message: 'No mail server answers at this host and port.',
    });
  await Promise.all([silent, web, shell].map((one) => one.close()));
});

it('a mail server on our own network can be tried, and mail goes out by it', async () => {
  const mails: string[] = [];
  const smtp = await mailServer(mails);
  // The clock stands still: on a busy machine the time-out would be over before the mail is sent.
  expect(await test(smtp.port, { step: 0 })).toMatchObject({ ok: true });
  expect(mails).toHaveLength(1);
  await smtp.close();
});
