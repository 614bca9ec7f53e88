import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Mailbox, MailboxTest } from '@trunkline/contract';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot, MAIL_PASSWORD, startDovecot, type Dovecot } from '../../../../../test/mail/dovecot.ts';
import { mailboxBody } from '../../../../../test/mail/mail-desk.ts';
import { mailSink, type MailSink } from '../../../../../test/mail/mail-server.ts';
import { testApp, type TestApp } from '../../../../../test/app.ts';

const secret = 'a very secret password';

describe.skipIf(!hasDovecot)('settings of mailboxes', () => {
  let t: TestApp;
  let dovecot: Dovecot;
  let sink: MailSink;
  /** An SMTP server that requires signing in, and has an untrusted certificate. */
  let strict: SMTPServer;
  let oauth: Server;
  let strictPort = 0;
  let given = 0;
  const lived: string[] = [];

  beforeAll(async () => {
    dovecot = await startDovecot();
    sink = await mailSink(() => Promise.resolve());
    strict = new SMTPServer({
      authMethods: ['PLAIN', 'XOAUTH2'],
      allowInsecureAuth: true,
      disableReverseLookup: true,
      onAuth: ({ method, username, password, accessToken }, _session, done) => {
        if (method === 'XOAUTH2') lived.push(accessToken ?? '');
        const isGood =
          username === 'support' &&
          (password === MAIL_PASSWORD || accessToken?.startsWith('access-') === true);
        if (isGood) done(null, { user: username });
        else done(new Error('Invalid user name or password'));
      },
    });
    strict.on('error', () => undefined);
    strictPort = await new Promise<number>((resolve) => {
      strict.listen(0, '127.0.0.1', () => resolve((strict.server.address() as AddressInfo).port));
    });
    oauth = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const isGood = new URLSearchParams(body).get('refresh_token') === 'refresh-1';
        given += isGood ? 1 : 0;
        response.writeHead(isGood ? 200 : 400, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify(
            isGood
              ? { access_token: `access-${given}`, expires_in: 3600 }
              : { error: 'invalid_grant', error_description: 'Token has been revoked', echo: body },
          ),
        );
      });
    });
    await new Promise<void>((resolve) => void oauth.listen(0, '127.0.0.1', resolve));
    t = await testApp();
  });
  afterAll(async () => {
    await t.close();
    await sink.close();
    await new Promise<void>((resolve) => strict.close(() => resolve()));
    await new Promise((resolve) => void oauth.close(resolve));
    await dovecot.close();
  });

  const body = (more: object = {}) => ({ ...mailboxBody(t, { dovecot, sink }), ...more });
  const typed = (imap: object = {}, smtp: object = {}, more: object = {}) => {
    const { address, imap: goodImap, smtp: goodSmtp } = body();
    return { address, imap: { ...goodImap, ...imap }, smtp: { ...goodSmtp, ...smtp }, ...more };
  };
  const tryOut = async (...settings: Parameters<typeof typed>): Promise<MailboxTest> => {
    const answer = await t.as('admin', 'POST', '/api/mailboxes/test', typed(...settings));
    expect(answer.status).toBe(200);
    return (answer.body as { data: MailboxTest }).data;
  };
  const add = async (more: object = {}): Promise<Mailbox> => {
    const answer = await t.as('admin', 'POST', '/api/mailboxes', body({ is_active: false, ...more }));
    expect(answer.status).toBe(200);
    return (answer.body as { data: Mailbox }).data;
  };

  it('a password is never told, stays when it is left out, and goes to no other server', async () => {
    const auth = { kind: 'password', user: 'support', password: secret };
    const created = await add({ address: 'one@desk.example', imap: { ...body().imap, auth } });
    expect(created.imap.auth).toEqual({ kind: 'password', user: 'support', has_secret: true });
    expect(created.health).toMatchObject({ state: 'off' });
    const list = await t.as('admin', 'GET', '/api/mailboxes');
    expect(JSON.stringify([created, list.body])).not.toContain(secret);
    const { rows } = await t.platform.db.pool.query<{ imap: object }>(
      'select imap from mailboxes where id = $1',
      [created.id],
    );
    expect(JSON.stringify(rows)).not.toContain(secret);

    const without = { ...body().imap, auth: { kind: 'password', user: 'support' } };
    const patch = async (imap: object) =>
      (await t.as('admin', 'PATCH', `/api/mailboxes/${created.id}`, { imap })).body as { data: Mailbox };
    expect((await patch(without)).data.imap.auth).toMatchObject({ has_secret: true });
    for (const other of [{ host: 'evil.example' }, { port: 1 }, { security: 'starttls' }]) {
      await patch({ ...without, auth });
      expect((await patch({ ...without, ...other })).data.imap.auth).toMatchObject({ has_secret: false });
    }
  });

  it('two mailboxes cannot read the same address, and none is of a department that is not there', async () => {
    await add({ address: 'same@desk.example' });
    const same = await t.as('admin', 'POST', '/api/mailboxes', body({ address: 'SAME@desk.example' }));
    expect(same).toMatchObject({ status: 409, body: { code: 'duplicate' } });
    const lost = await t.as(
      'admin',
      'POST',
      '/api/mailboxes',
      body({ address: 'x@desk.example', department_id: 9999 }),
    );
    expect(lost).toMatchObject({ status: 422, body: { code: 'invalid_reference' } });
  });

  it('one without mail goes altogether', async () => {
    const { id } = await add({ address: 'gone@desk.example' });
    const answer = await t.as('admin', 'DELETE', `/api/mailboxes/${id}`);
    expect(answer.body).toEqual({ ok: true, removed: true });
    expect((await t.as('admin', 'PATCH', `/api/mailboxes/${id}`, { name: 'x' })).status).toBe(404);
    const reference = (await t.as('admin', 'GET', '/api/reference')).body as {
      data: { channel_accounts: { id: number }[] };
    };
    expect(reference.data.channel_accounts.some((account) => account.id === id)).toBe(false);
  });

  it('one with mail on tickets is switched off, and sends nothing any more', { tags: 'full' }, async () => {
    const { id } = await add({ address: 'used@desk.example', is_active: true });
    await dovecot.put('support', [
      'From: u@mail.example\r\nTo: used@desk.example\r\nSubject: Used\r\nMessage-ID: <used@x>\r\n\r\nHi\r\n',
    ]);
    const tickets = async () =>
      ((await t.as('dewi', 'GET', '/api/tickets')).body as { data: { id: number; subject: string }[] }).data;
    await expect.poll(tickets, { timeout: 15_000 }).toHaveLength(1);
    expect((await t.as('admin', 'DELETE', `/api/mailboxes/${id}`)).body).toEqual({
      ok: true,
      removed: false,
    });
    const [ticket] = await tickets();
    const reply = await t.as('dewi', 'POST', `/api/tickets/${ticket?.id}/messages`, {
      client_key: 'switched-off-1',
      body: 'Too late',
    });
    expect(reply).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('a test that works says so, names the folders, and sends nothing', async () => {
    const { imap, smtp } = await tryOut();
    expect(imap).toMatchObject({ step: 'done', fault: null, available: ['INBOX'] });
    expect(smtp).toEqual({ step: 'done', fault: null, said: '' });
    expect(sink.got).toHaveLength(0);
  });

  it.each([
    ['nobody answers', { port: 1 }, 'connect', 'refused'],
    [
      'the password is wrong',
      { auth: { kind: 'password', user: 'support', password: 'no' } },
      'sign_in',
      'login_refused',
    ],
    ['TLS is asked for where there is none', { security: 'starttls' }, 'connect', 'tls'],
  ])('says of the way in that %s', async (_what, imap, step, fault) => {
    expect((await tryOut(imap)).imap).toMatchObject({ step, fault });
  });

  it('says which folder is missing', async () => {
    const { imap } = await tryOut({}, {}, { folders: ['inbox', 'Orders'] });
    expect(imap).toMatchObject({ step: 'folders', fault: 'folder_missing', said: 'Orders' });
  });

  it('says what is wrong with the way out', { tags: 'full' }, async () => {
    const plain = { port: strictPort, security: 'starttls' };
    const signIn = { kind: 'password', user: 'support', password: 'no' };
    expect((await tryOut({}, { port: 1 })).smtp).toEqual({ step: 'connect', fault: 'refused', said: '' });
    expect((await tryOut({}, { ...plain, auth: signIn })).smtp).toMatchObject({
      step: 'connect',
      fault: 'certificate',
    });
    expect((await tryOut({}, { ...plain, security: 'tls' })).smtp).toMatchObject({
      step: 'connect',
      fault: 'tls',
    });
    const unsafe = { port: strictPort, security: 'none', auth: signIn };
    expect((await tryOut({}, unsafe)).smtp.step).toBe('sign_in');
    sink.refuse('from:support@desk.example', { code: 553, text: 'Not your address' });
    expect((await tryOut()).smtp).toMatchObject({
      step: 'sender',
      fault: 'sender_refused',
      said: expect.stringContaining('Not your address') as string,
    });
    sink.refuse('from:support@desk.example', null);
  });

  it('signs in with a token that it gets anew, and tells what the provider says', async () => {
    const { port } = oauth.address() as AddressInfo;
    const auth = (refresh_token: string) => ({
      kind: 'oauth2',
      user: 'support',
      client_id: 'trunkline',
      client_secret: secret,
      refresh_token,
      token_url: `http://127.0.0.1:${port}/token`,
    });
    const out = (token: string) => ({ port: strictPort, security: 'none', auth: auth(token) });
    expect((await tryOut({}, out('refresh-1'))).smtp).toMatchObject({ step: 'done', fault: null });
    expect((await tryOut({}, out('refresh-1'))).smtp).toMatchObject({ step: 'done', fault: null });
    expect(new Set(lived)).toEqual(new Set(['access-1']));
    t.clock.advance(2 * 3_600_000);
    expect((await tryOut({}, out('refresh-1'))).smtp.step).toBe('done');
    expect(lived.at(-1)).toBe('access-2');
    const { smtp } = await tryOut({}, out('revoked'));
    expect(smtp).toEqual({
      step: 'sign_in',
      fault: 'token_refused',
      said: '400 invalid_grant Token has been revoked',
    });
  });
});
