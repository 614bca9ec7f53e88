/** @module-tag full */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MailboxTest } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot } from '../../../../../test/mail/dovecot.ts';
import { mailDesk, mailText, type MailDesk } from '../../../../../test/mail/mail-desk.ts';

const ADDRESS = 'support@desk.example';

/** A fake OAuth provider: each refresh token is valid once, and the mail server can check whose an access token is. */
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
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const isLatest = new URLSearchParams(body).get('refresh_token') === `refresh-${given}`;
      if (!isLatest) return answer(400, { error: 'invalid_grant' });
      const token = `access-${++given}`;
      good.add(token);
      answer(200, { access_token: token, expires_in: 3600, refresh_token: `refresh-${given}` });
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
      refresh_token: 'refresh-0',
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

  it('the test leaves the mailbox the token that the provider gave for the stored one', async () => {
    const { refresh_token: _, client_secret: __, ...kept } = provider.auth;
    for (let time = 0; time < 2; time += 1) {
      // The previous access token has expired.
      d.t.clock.advance(2 * 3_600_000);
      const before = provider.given();
      const { imap: result } = await d.data<MailboxTest>('admin', 'POST', '/api/mailboxes/test', {
        id: d.mailbox.id,
        address: ADDRESS,
        imap: imap(kept),
        smtp: d.mailbox.smtp,
      });
      expect(result).toMatchObject({ step: 'done', fault: null });
      expect(provider.given()).toBeGreaterThan(before);
    }
  });

  it('the test says at which step a token of somebody else is refused', async () => {
    const { imap: refused } = await d.data<MailboxTest>('admin', 'POST', '/api/mailboxes/test', {
      address: ADDRESS,
      imap: imap({
        ...provider.auth,
        refresh_token: `refresh-${provider.given()}`,
        user: 'director@desk.example',
      }),
      smtp: d.mailbox.smtp,
    });
    expect(refused).toMatchObject({ step: 'sign_in', fault: 'login_refused' });
  });
});
