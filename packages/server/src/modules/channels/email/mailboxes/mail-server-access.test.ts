import http from 'node:http';
import net from 'node:net';
import type { MailboxTest } from '@trunkline/contract';
import { readMail, DEFAULT_MAIL_CONFIG } from '#platform/config/mail-config';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../../test/app.ts';
import { freePort, hasDovecot, startDovecot, type Dovecot } from '../../../../../test/mail/dovecot.ts';
import { mailboxBody } from '../../../../../test/mail/mail-desk.ts';
import { mailSink, type MailSink } from '../../../../../test/mail/mail-server.ts';

describe('where mail servers may be', () => {
  it('is read from the environment, and refused with words', () => {
    const read = (hosts: string, ports = '') => readMail({ MAIL_PRIVATE_HOSTS: hosts, MAIL_PORTS: ports });
    expect(read('')).toEqual(DEFAULT_MAIL_CONFIG);
    expect(read('Mail.corp.example, 10.0.5.0/24,fd00::5', '2526, 10025-10030')).toEqual({
      privateHosts: ['mail.corp.example', '10.0.5.0/24', 'fd00::5'],
      ports: [
        [2526, 2526],
        [10_025, 10_030],
      ],
    });
    for (const hosts of ['10.0.0.0/x', 'a b', 'mail/24'])
      expect(() => read(hosts)).toThrow(/MAIL_PRIVATE_HOSTS/);
    for (const ports of ['0', '70000', '9-5', 'x']) expect(() => read('', ports)).toThrow(/MAIL_PORTS/);
  });
});

describe.skipIf(!hasDovecot)('a mailbox’s test on the server’s own network', () => {
  let t: TestApp;
  let dovecot: Dovecot;
  let sink: MailSink;
  const silent = net.createServer(() => undefined);
  const web = http.createServer((_, answer) => void answer.end('Internal'));
  const listen = (server: net.Server) =>
    new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as net.AddressInfo).port));
    });
  const ports = { silent: 0, web: 0, closed: 0 };
  beforeAll(async () => {
    dovecot = await startDovecot();
    sink = await mailSink(() => Promise.resolve());
    Object.assign(ports, { silent: await listen(silent), web: await listen(web), closed: await freePort() });
    t = await testApp({ mail: { privateHosts: [], ports: [[1024, 65_535]] } });
  });
  afterAll(async () => {
    await t.close();
    await sink.close();
    await dovecot.close();
    web.closeAllConnections();
    await Promise.all([silent, web].map((server) => new Promise((resolve) => void server.close(resolve))));
  });

  async function tryOut(place: { port?: number; security?: string; host?: string }) {
    const { address, imap, smtp } = mailboxBody(t, { dovecot, sink });
    const body = { address, imap: { ...imap, ...place }, smtp: { ...smtp, ...place } };
    const begun = performance.now();
    const answer = await t.as('admin', 'POST', '/api/mailboxes/test', body);
    return { ...answer, ms: performance.now() - begun };
  }

  it(
    'tells of a mail server, and of everything else the same at the same time',
    { tags: 'full', timeout: 30_000 },
    async () => {
      const works = await tryOut({});
      expect((works.body as { data: MailboxTest }).data).toMatchObject({
        imap: { step: 'done' },
        smtp: { step: 'done' },
      });
      const others = await Promise.all([
        tryOut({ port: ports.closed }),
        tryOut({ port: ports.closed, host: 'localhost' }),
        tryOut({ port: ports.silent }),
        tryOut({ port: ports.web }),
        tryOut({ port: ports.web, security: 'tls' }),
        tryOut({ security: 'tls' }),
      ]);
      const nothing = { step: 'connect', fault: 'unreachable', said: '' };
      for (const { body } of others)
        expect(body).toEqual({ data: { imap: { ...nothing, available: [] }, smtp: nothing } });
      const times = others.map(({ ms }) => ms);
      expect(Math.min(...times)).toBeGreaterThan(5900);
      expect(Math.max(...times) - Math.min(...times)).toBeLessThan(1500);
    },
  );

  it('tells no more of one that is kept', async () => {
    const { imap, ...rest } = mailboxBody(t, { dovecot, sink });
    const kept = { ...rest, imap: { ...imap, port: ports.closed } };
    expect((await t.as('admin', 'POST', '/api/mailboxes', kept)).status).toBe(200);
    const health = async () =>
      ((await t.as('admin', 'GET', '/api/mailboxes')).body as { data: [{ health: object }] }).data[0].health;
    await expect
      .poll(health, { timeout: 15_000 })
      .toMatchObject({ state: 'failing', fault: 'unreachable', said: '' });
  });

  it('goes to no port that is none of mail', async () => {
    const answer = await tryOut({ port: 80 });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(JSON.stringify(answer.body)).toContain('80 is no port of mail');
    const kept = { ...mailboxBody(t, { dovecot, sink }), address: 'b@desk.example' };
    const added = await t.as('admin', 'POST', '/api/mailboxes', {
      ...kept,
      smtp: { ...kept.smtp, port: 22 },
    });
    expect(added).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });
});
