import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MailboxTest } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot } from '../../../../test/dovecot.ts';
import { mailDesk, mailText, type MailDesk } from '../../../../test/mail-desk.ts';

const SOON = { timeout: 15_000 };
const ADDRESS = 'support@desk.example';

/** Whoever gives the tokens: sells one for a refresh token, and tells a mail server whose it is. */
async function startProvider() {
  const good = new Set<string>();
  let given = 0;
  const server: Server = createServer((request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.method === 'GET') {
      const token = new URL(request.url ?? '', 'http://provider').searchParams.get('token');
      answer(200, token && good.has(token) ? { active: true, username: 'support' } : { active: false });
      return;
    }
    request.resume().on('end', () => {
      const token = `access-${++given}`;
      good.add(token);
      answer(200, { access_token: token, expires_in: 3600 });
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    introspection: `${url}/introspect?token=`,
    auth: {
      kind: 'oauth2',
      user: ADDRESS,
      client_id: 'trunkline',
      client_secret: 'the client',
      refresh_token: 'refresh-1',
      token_url: `${url}/token`,
    },
    given: () => given,
    revoke: () => good.clear(),
    close: () => new Promise((resolve) => void server.close(resolve)),
  };
}

describe.skipIf(!hasDovecot)('a mailbox that is opened with a token', () => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let d: MailDesk;
  beforeAll(async () => {
    provider = await startProvider();
    d = await mailDesk({ is_active: false }, { introspection: provider.introspection });
  });
  afterAll(async () => {
    await d.close();
    await provider.close();
  });

  const imap = (auth: object) => ({ host: '127.0.0.1', port: d.dovecot.port, security: 'none', auth });
  const arrive = (subject: string) =>
    d.dovecot.put('support', [mailText({ from: 'rina@mail.example', subject })]);

  it(
    'is read, and is read on with a new token when the provider takes the old one back',
    { timeout: 60_000 },
    async () => {
      await d.data('admin', 'PATCH', `/api/mailboxes/${d.mailbox.id}`, {
        is_active: true,
        imap: imap(provider.auth),
      });
      await arrive('By token');
      await d.ticketAbout('By token');
      expect(provider.given()).toBe(1);

      provider.revoke();
      await d.dovecot.stop();
      await d.dovecot.start();
      await arrive('By the next token');
      await d.ticketAbout('By the next token');
      expect(provider.given()).toBe(2);
    },
  );

  it('the test says at which step a token of somebody else is refused', async () => {
    const tryOut = (auth: object) =>
      d.data<MailboxTest>('admin', 'POST', '/api/mailboxes/test', {
        address: ADDRESS,
        imap: imap(auth),
        smtp: d.mailbox.smtp,
      });
    expect((await tryOut(provider.auth)).imap).toMatchObject({ step: 'done', fault: null });
    const { imap: refused } = await tryOut({ ...provider.auth, user: 'director@desk.example' });
    expect(refused).toMatchObject({ step: 'sign_in', fault: 'login_refused' });
    await expect.poll(provider.given, SOON).toBeGreaterThan(2);
  });
});
