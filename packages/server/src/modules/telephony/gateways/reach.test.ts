import net from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { startAmi } from '../../../../test/telephony/ami.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ phonePrivateHosts: [] });
});
afterAll(() => t.close());

/** A server that is no gateway, and sends this greeting. */
async function listener(greeting: string | undefined) {
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
      return new Promise((resolve) => void server.close(() => resolve(null)));
    },
  };
}

const body = (port: number) => ({
  host: '127.0.0.1',
  port,
  is_tls: false,
  username: 'desk',
  secret: 'none',
});

it('the test of a gateway tells nothing of our own network but whether a gateway answers', async () => {
  const [silent, web, shell, closed] = await Promise.all([
    listener(undefined),
    listener('HTTP/1.1 400 Bad Request\r\n\r\n'),
    listener('SSH-2.0-OpenSSH_9.2\r\n'),
    listener(''),
  ]);
  await closed.close();
  const tried = async (port: number, more: object = {}) => {
    const sent = { ...body(port), ...more };
    let answer: unknown;
    void t.as('admin', 'POST', '/api/phone/gateways/test', sent).then((each) => (answer = each.body));
    await expect.poll(() => (t.clock.advance(1000), answer), { timeout: 10_000, interval: 20 }).toBeDefined();
    return answer;
  };
  const answers = [
    await tried(closed.port),
    await tried(closed.port, { host: 'localhost' }),
    await tried(silent.port),
    await tried(web.port),
    await tried(shell.port),
    await tried(web.port, { is_tls: true }),
  ];
  for (const answer of answers)
    expect(answer).toEqual({ data: { fault: 'unreachable', said: '', version: '' } });
  await Promise.all([silent, web, shell].map((one) => one.close()));
});

it('of a kept one no more is told', async () => {
  const closed = await listener('');
  await closed.close();
  const gateway = {
    ...body(closed.port),
    name: 'Main line',
    department_id: t.departmentIds[0],
    is_active: true,
    after_call_seconds: null,
  };
  expect((await t.as('admin', 'POST', '/api/phone/gateways', gateway)).status).toBe(200);
  t.app.modules.telephony.start();
  const health = async () =>
    ((await t.as('admin', 'GET', '/api/phone/gateways')).body as { data: [{ health: object }] }).data[0]
      .health;
  await expect
    .poll(health, { timeout: 15_000 })
    .toMatchObject({ state: 'failing', fault: 'unreachable', said: '' });
});

it('a gateway there can be tried, and says whether it takes the sign-in', async () => {
  const stand = await startAmi();
  const { isTls: is_tls, ...reach } = stand.address;
  const tried = (sent: object) => t.as('admin', 'POST', '/api/phone/gateways/test', sent);
  expect(await tried({ ...reach, is_tls })).toMatchObject({ body: { data: { fault: null } } });
  const wrong = await tried({ ...reach, is_tls, secret: 'wrong' });
  expect(wrong).toMatchObject({ body: { data: { fault: 'refused', said: 'Authentication failed' } } });
  await stand.close();
});
