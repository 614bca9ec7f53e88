import fs from 'node:fs/promises';
import type { Mailbox } from '@trunkline/contract';
import { hasDovecot, email, openMailDesk, type MailDesk } from '../support/mail/mail-desk.ts';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

// E-mails that a mailbox rejects, as its administrator sees them; and one that it accepts with a warning.

test.skip(!hasDovecot, 'Dovecot is not installed: no real mailbox to read from');
test.use({ ground: 'mail-ignored' });

const SLOW = { timeout: 30_000 };
let desk: MailDesk;
test.beforeAll(async ({ server }) => {
  desk = await openMailDesk(server.url);
});
test.afterAll(() => desk.close());

test('a blocked sender’s mail appears in the list with the reason, is downloaded unchanged, and accepted once @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'admin');
  const mailboxes = await desk.ask<Mailbox[]>('GET', '/api/mailboxes');
  const { id } = mailboxes.find(({ address }) => address === 'support@desk.example') ?? { id: 0 };
  await page.goto(`/configurasi/config?id=${id}`);
  await expect(page.getByText('No rejected e-mails.')).toBeVisible();
  await page.getByLabel('Blocked senders').fill('spam.example');
  await page.getByLabel('Mail server that checks senders').fill('mx.desk.example');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(async () => (await desk.ask<Mailbox[]>('GET', '/api/mailboxes')).some(isBlocking))
    .toBe(true);

  for (let n = 1; n <= 12; n += 1)
    await desk.arrive(
      email({ from: 'Win Big <win@spam.example>', subject: `Prize ${n}`, text: '<b>Win</b> now' }),
    );
  const list = page.getByRole('list', { name: 'Rejected e-mails' });
  await expect(list.getByText('Prize 12')).toBeVisible(SLOW);
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await expect(list.getByRole('listitem').first()).toContainText('The sender is blocked.');
  await page.getByRole('button', { name: 'Show older' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(12);

  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download original: Prize 12' }).click();
  const saved = await fs.readFile(await (await saving).path(), 'utf8');
  expect(saved).toContain('Subject: Prize 12');
  expect(saved).toContain('<b>Win</b> now');

  await page.getByRole('button', { name: 'Create ticket: Prize 11' }).click();
  await expect(page.getByText(/Ticket \d+ created/)).toBeVisible();
  await expect(list.getByText('Prize 11')).toBeHidden();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Prize 11' })).toBeVisible();
  await expect(page.getByText('<b>Win</b> now').last()).toBeVisible();
  await page.context().close();
});

test('a forged mail opens a ticket of its own, with the warning that nothing proves its sender @full', async ({
  browser,
  baseURL,
}) => {
  await desk.arrive(
    email({
      from: 'Rina <rina@mail.example>',
      subject: 'My order',
      headers: ['Authentication-Results: mx.desk.example; dmarc=pass header.from=mail.example'],
    }),
  );
  const own = await desk.ticketAbout('My order');
  const subject = `Other account [#${own.number}]`;
  await desk.arrive(
    `Authentication-Results: mx.desk.example; spf=fail; dkim=fail; dmarc=fail header.from=mail.example\r\n${email(
      {
        from: 'Rina <rina@mail.example>',
        subject,
        text: 'Pay to this account.',
      },
    )}`,
  );
  const forged = await desk.ticketAbout(subject);
  expect(forged.id).not.toBe(own.id);
  expect(forged.customer_id).not.toBe(own.customer_id);
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto(`/tickets/detail?id=${forged.id}`);
  await expect(page.getByText('Unverified sender: rina@mail.example')).toBeVisible();
  await page.goto(`/tickets/detail?id=${own.id}`);
  await expect(page.getByRole('heading', { name: 'My order' })).toBeVisible();
  await expect(page.getByText(/Unverified sender/)).toBeHidden();
  await page.context().close();
});

test('a mail in our own name shows to which address replies would go, on the mail and where the reply is written @full', async ({
  browser,
  baseURL,
}) => {
  const subject = 'Your mailbox is full';
  const mail = email({
    from: 'Support <support@desk.example>',
    subject,
    headers: ['Reply-To: Support <attacker@bad.example>'],
  });
  await desk.arrive(
    `Authentication-Results: mx.desk.example; dmarc=fail header.from=desk.example\r\n${mail}`,
  );
  const { id } = await desk.ticketAbout(subject);
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto(`/tickets/detail?id=${id}`);
  await expect(
    page.getByText('Unverified sender: support@desk.example. Replies go to attacker@bad.example.'),
  ).toBeVisible();
  await expect(page.locator('[data-placeholder^="Write to attacker@bad.example…"]')).toBeVisible();
  const write = page.getByRole('region', { name: 'Write' });
  await write.getByRole('button', { name: 'Remove Support' }).click();
  const to = write.getByRole('textbox', { name: 'To', exact: true });
  await to.fill('office@mail.example');
  await to.press('Enter');
  await expect(page.locator('[data-placeholder^="Write to office@mail.example…"]')).toBeVisible();
  await page.context().close();
});

const isBlocking = ({ blocked_senders: blocked, authserv_id: name }: Mailbox): boolean =>
  blocked.includes('spam.example') && name === 'mx.desk.example';
