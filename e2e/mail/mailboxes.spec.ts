import type { Page } from 'playwright/test';
import {
  hasDovecot,
  MAIL_PASSWORD,
  startDovecot,
  type Dovecot,
} from '../../packages/server/test/mail/dovecot.ts';
import { mailSink, type MailSink } from '../../packages/server/test/mail/mail-server.ts';
import { openAs } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test.skip(!hasDovecot, 'Dovecot is not installed: no real mailbox to connect to');

const SLOW = { timeout: 30_000 };
let dovecot: Dovecot;
let sink: MailSink;
let server: TestServer;

test.beforeAll(async () => {
  dovecot = await startDovecot();
  sink = await mailSink((user, mail) => dovecot.put(user, [mail]));
  // A server of its own, because its mailbox would show in other journeys.
  server = await startServer();
});
test.afterAll(async () => {
  await server.discard();
  await sink.close();
  await dovecot.close();
});

async function fillServer(page: Page, name: string, port: number, user?: string): Promise<void> {
  const part = page.getByRole('group', { name, exact: true });
  await part.getByLabel('Server').fill('127.0.0.1');
  await part.getByText('None', { exact: true }).first().click();
  await part.getByLabel('Port', { exact: true }).fill(String(port));
  if (user === undefined) {
    await part.getByRole('group', { name: 'Sign-in' }).getByText('None', { exact: true }).click();
    return;
  }
  await part.getByLabel('User name').fill(user);
  await part.locator('input[type=password]').fill(MAIL_PASSWORD);
}

test('an administrator adds a mailbox, gets explanations of what is wrong, and a mail becomes a ticket that is answered', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await openAs(browser, server.url, 'admin');
  await page.goto('/configurasi/config');
  await expect(page.getByText('No mailbox yet')).toBeVisible();
  await page.getByRole('button', { name: 'New mailbox' }).click();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.getByLabel('Name', { exact: true }).fill('Support');
  await save.click();
  await expect(page.getByText('Enter a valid e-mail address.')).toBeVisible();

  await page.getByLabel('Address', { exact: true }).fill('support@shop.example');
  await fillServer(page, 'Incoming mail', 1, 'support');
  await fillServer(page, 'Outgoing mail', sink.port);
  const tryIt = page.getByRole('button', { name: 'Test connection' });
  await tryIt.click();
  await expect(page.getByText('No mail server answers at this address and port.')).toBeVisible(SLOW);
  await expect(page.getByText('Outgoing mail works.')).toBeVisible();

  const incoming = page.getByRole('group', { name: 'Incoming mail', exact: true });
  await incoming.getByLabel('Port', { exact: true }).fill(String(dovecot.port));
  await incoming.locator('input[type=password]').fill('a guess');
  await tryIt.click();
  await expect(page.getByText('The server does not accept this user name and password.')).toBeVisible(SLOW);
  await incoming.locator('input[type=password]').fill(MAIL_PASSWORD);
  await tryIt.click();
  await expect(page.getByText('Incoming mail works.')).toBeVisible(SLOW);
  await page.getByLabel('Signature').fill('Kind regards\nYour support & sales');
  await save.click();
  await expect(page.getByText('“Support” added')).toBeVisible();
  await expect(page.getByText('Working', { exact: true })).toBeVisible(SLOW);

  // The stored password is kept but not shown.
  await page.reload();
  await expect(incoming.getByText('Saved. Leave empty to keep it.')).toBeVisible();
  await expect(incoming.locator('input[type=password]')).toHaveValue('');
  await expect(page.getByLabel('Signature')).toHaveValue('Kind regards\nYour support & sales');

  const agent = await openAs(browser, server.url, 'agent1');
  await agent.goto('/tickets?view=unassigned');
  await dovecot.put('support', [
    'From: Rina Hartono <rina@mail.example>\r\nTo: support@shop.example\r\nSubject: My parcel is late\r\n' +
      'Message-ID: <one@mail.example>\r\nContent-Type: text/plain\r\n\r\nWhere is it?\r\n',
  ]);
  await agent.getByText('Rina Hartono').first().click(SLOW);
  await expect(agent.getByRole('heading', { name: 'My parcel is late' })).toBeVisible();
  await expect(agent.getByText('Where is it?').first()).toBeVisible();
  await agent.getByRole('textbox', { name: /Write|Reply/ }).fill('It comes tomorrow.');
  await agent.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => dovecot.list('rina').catch(() => []), SLOW).toHaveLength(1);
  const [answer = ''] = await dovecot.list('rina');
  expect(answer).toContain('In-Reply-To: <one@mail.example>');
  expect(answer).toContain('It comes tomorrow.');
  expect(answer).toContain('Your support & sales');
  await agent.context().close();

  // A mailbox with e-mails on tickets is made inactive instead of deleted.
  await page.getByRole('button', { name: 'Remove this mailbox…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('so it was deactivated instead')).toBeVisible();
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible(SLOW);
  await page.getByRole('button', { name: 'Turn on again' }).click();
  await expect(page.getByText('Inactive', { exact: true })).toHaveCount(0, SLOW);
  await page.context().close();
});
