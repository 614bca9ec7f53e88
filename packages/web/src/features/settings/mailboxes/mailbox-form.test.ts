import type { Mailbox } from '@trunkline/contract';
import { describe, expect, test } from 'vitest';
import {
  usesStoredSecret,
  linesOf,
  mailboxProblems,
  newMailbox,
  serverBody,
  withSecurity,
  type MailboxForm,
} from './mailbox-form.ts';

const whole = (): MailboxForm => {
  const form = newMailbox(1);
  const signIn = { host: 'mail.example', user: 'desk', password: 'secret' };
  return {
    ...form,
    name: 'Desk',
    address: 'desk@example.com',
    imap: { ...form.imap, ...signIn },
    smtp: { ...form.smtp, ...signIn },
  };
};

const stored: Mailbox['imap'] = {
  host: 'mail.example',
  port: 993,
  security: 'tls',
  auth: { kind: 'password', user: 'desk', has_secret: true },
};

describe('what can’t be saved', () => {
  test('is nothing where everything is there', () => {
    expect([...mailboxProblems(whole())]).toEqual([]);
  });

  test('is a name of the mail server with more than a name in it', () => {
    expect([...mailboxProblems({ ...whole(), authserv_id: 'mx.example; dmarc=pass' })]).toEqual([
      'authserv_id',
    ]);
    expect([...mailboxProblems({ ...whole(), authserv_id: ' mx.example ' })]).toEqual([]);
  });

  test('is named field by field', () => {
    const form = newMailbox(1);
    const typed = { ...form, loop_limit: Number.NaN, folders: ' \n', blocked: 'two words' };
    expect([...mailboxProblems(typed)].toSorted()).toEqual(
      ['name', 'address', 'folders', 'blocked', 'loop_limit', 'imap.host', 'imap.user', 'imap.secret']
        .concat(['smtp.host', 'smtp.user', 'smtp.secret'])
        .toSorted(),
    );
  });

  test('with OAuth is what a token needs, and with no sign-in is no secret', () => {
    const { smtp, ...form } = whole();
    const problems = (server: object) => [...mailboxProblems({ ...form, smtp: { ...smtp, ...server } })];
    expect(problems({ kind: 'oauth2' })).toEqual(['smtp.client_id', 'smtp.token_url', 'smtp.secret']);
    expect(problems({ kind: 'none', user: '', password: '' })).toEqual([]);
  });
});

test('a stored secret stands for what is not typed, for the same server and user only', () => {
  const server = { ...whole().imap, password: '' };
  expect(usesStoredSecret(server, stored)).toBe(true);
  for (const change of [{ host: 'evil.example' }, { user: 'root' }, { kind: 'oauth2' as const }])
    expect(usesStoredSecret({ ...server, ...change }, stored)).toBe(false);
  expect(usesStoredSecret(server, undefined)).toBe(false);
  const auth = { kind: 'password' as const, user: 'desk', has_secret: false };
  expect(usesStoredSecret(server, { ...stored, auth })).toBe(false);
});

test('the usual port goes with the encryption; another stays', () => {
  const { smtp } = newMailbox(1);
  expect(withSecurity(smtp, 'smtp', 'tls')).toMatchObject({ security: 'tls', port: 465 });
  expect(withSecurity({ ...smtp, port: 2525 }, 'smtp', 'tls')).toMatchObject({ port: 2525 });
});

test('only what was typed is sent: no empty secret takes the place of a stored one', () => {
  const server = { ...whole().imap, password: '', host: ' mail.example ' };
  expect(serverBody(server)).toEqual({
    host: 'mail.example',
    port: 993,
    security: 'tls',
    auth: { kind: 'password', user: 'desk' },
  });
});

test('lines are trimmed, and each stands once', () => {
  expect(linesOf(' INBOX \n\nSales\nINBOX')).toEqual(['INBOX', 'Sales']);
});
