import type { Page } from 'playwright/test';
import { hasDovecot, email, openMailDesk, type MailDesk } from '../support/mail/mail-desk.ts';
import { plainText } from '../support/mail/mail.ts';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

// A new e-mail to somebody who has not written before, and their reply.

test.skip(!hasDovecot, 'Dovecot is not installed: no real mailbox to write to');
test.use({ ground: 'mail-new' });

let desk: MailDesk;
test.beforeAll(async ({ server }) => {
  desk = await openMailDesk(server.url);
});
test.afterAll(() => desk.close());

const sheet = (page: Page) => page.getByRole('region', { name: 'Write' });
const to = (page: Page) => sheet(page).getByRole('textbox', { name: 'To', exact: true });
const text = (page: Page) => sheet(page).getByRole('textbox', { name: 'Text' });
const subject = (page: Page) => sheet(page).getByRole('textbox', { name: 'Subject' });
const send = (page: Page) => sheet(page).getByRole('button', { name: 'Send', exact: true });
const sentTo = (name: string) => desk.dovecot.list(name).catch(() => []);

test('a mail to a stranger is written by keyboard, survives a reload, arrives as text and HTML, and its reply joins its ticket @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto('/tickets?view=mine');
  await expect(page.getByRole('heading', { name: 'Mine', level: 1 })).toBeVisible();
  await page.keyboard.press('Shift+C');
  await expect(to(page)).toBeFocused();
  await page.keyboard.type('Laras Putri <laras@mail.example>, ');
  await expect(sheet(page).getByTitle('Laras Putri <laras@mail.example>')).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Bcc' }).click();
  await page.keyboard.type('archive@mail.example');
  await subject(page).fill('Your machine is repaired');
  await text(page).click();
  // The editor injects styles of its own, which would hide that ours are missing.
  await page.evaluate(() => document.querySelector('style[data-tiptap-style]')?.remove());
  await page.keyboard.type('It is ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('ready');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('.');
  await sheet(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'bill.txt', mimeType: 'text/plain', buffer: Buffer.from('Rp 100.000') });
  await expect(sheet(page).getByRole('button', { name: 'Remove attachment bill.txt' })).toBeVisible();

  await expect(sheet(page).getByText('Draft saved')).toBeVisible();
  // The draft is there on another device too.
  const elsewhere = await openAs(browser, baseURL ?? '', 'admin');
  await elsewhere.goto('/tickets/write');
  await expect(subject(elsewhere)).toHaveValue('Your machine is repaired');
  await expect(sheet(elsewhere).getByRole('button', { name: 'Remove attachment bill.txt' })).toBeVisible();
  await elsewhere.context().close();

  await page.reload();
  await expect(sheet(page).getByTitle('Laras Putri <laras@mail.example>')).toBeVisible();
  await expect(sheet(page).getByTitle('archive@mail.example')).toBeVisible();
  await expect(subject(page)).toHaveValue('Your machine is repaired');
  await expect(text(page).locator('strong')).toHaveText('ready');
  await text(page).press('Control+Enter');

  await expect(page.getByRole('heading', { name: 'Your machine is repaired' })).toBeVisible();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  for (const name of ['laras', 'archive']) await expect.poll(() => sentTo(name)).toHaveLength(1);
  const [mail = ''] = await sentTo('laras');
  expect(mail).toMatch(/^Subject: Your machine is repaired \[#\d+-[0-9a-f]{10}\]/m);
  expect(mail).not.toContain('archive@mail.example');
  expect(mail).toContain('multipart/alternative');
  expect(plainText(mail)).toContain('It is <strong>ready</strong>.');
  expect(plainText(mail)).toContain('Kopi Nusantara, support');
  expect(mail).toContain('filename=bill.txt');

  const [, id = ''] = /^Message-ID: <(.+)>/im.exec(mail) ?? [];
  await desk.arrive(
    email({
      from: 'Laras Putri <laras@mail.example>',
      subject: 'Wonderful',
      text: 'I come tomorrow.',
      headers: [`In-Reply-To: <${id}>`],
    }),
  );
  // The reply appears on the open ticket without a reload.
  await expect(page.getByText('I come tomorrow.').last()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('heading', { name: 'Your machine is repaired' })).toBeVisible();
  await page.goto('/tickets/write');
  await expect(subject(page)).toHaveValue('');
  await page.context().close();
});

test('from a customer’s profile, with suggested addresses, and with complaints about missing fields @full', async ({
  browser,
  baseURL,
}) => {
  for (const [name, address] of [
    ['Wulan Sari', 'wulan@mail.example'],
    ['Wulan Dari', 'dari@mail.example'],
  ])
    await desk.ask('POST', '/api/customers', { name, identities: [{ kind: 'email', value: address }] });
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto('/customers?q=Wulan+Sari');
  await page.getByText('Wulan Sari').first().click();
  await page.getByRole('link', { name: 'Write an e-mail' }).click();
  await expect(sheet(page).getByTitle('Wulan Sari <wulan@mail.example>')).toBeVisible();
  await expect(subject(page)).toBeFocused();
  await send(page).click();
  await expect(page.getByText('Subject is required.')).toBeVisible();
  await expect(page.getByText('Write a message or attach a file.')).toBeVisible();
  await to(page).fill('wulan dar');
  await expect(page.getByRole('option')).toHaveText(['Wulan Dari dari@mail.example']);
  await to(page).press('ArrowDown');
  await to(page).press('Enter');
  await expect(sheet(page).getByTitle('Wulan Dari <dari@mail.example>')).toBeVisible();
  await subject(page).fill('Opening hours');
  await text(page).click();
  await page.keyboard.type('/');
  await sheet(page).getByRole('listbox', { name: 'Templates' }).getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('We are open on Sunday.');
  await send(page).click();
  for (const name of ['wulan', 'dari']) await expect.poll(() => sentTo(name)).toHaveLength(1);
  await expect(page.getByRole('heading', { name: 'Opening hours' })).toBeVisible();
  const ticket = await desk.ticketAbout('Opening hours');
  expect(ticket.customer_name).toBe('Wulan Sari');
  await page.context().close();
});

test('a mail that could not be handed over stays, is sent again as the same mail, and a refused one says why @full', async ({
  browser,
  baseURL,
}) => {
  desk.sink.refuse('gone@mail.example', { code: 550, text: '5.1.1 no such user here' });
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto('/tickets?view=mine');
  await page.getByRole('button', { name: 'Create ticket' }).first().click();
  await page.getByRole('link', { name: 'Write e-mail instead' }).click();
  await to(page).fill('gone@mail.example,');
  await subject(page).fill('Are you there');
  await text(page).fill('Hello?');
  // The server accepts the e-mail, but its answer is lost.
  await page.route('**/api/mails', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send(page).click();
  await expect(page.getByText(/The server can’t be reached/)).toBeVisible();
  await page.unroute('**/api/mails');
  await sheet(page).getByRole('button', { name: 'Send again' }).click();

  await expect(page.getByText('A recipient address was rejected.')).toBeVisible();
  await expect(page.getByText(/The mail server’s answer: .*no such user here/)).toBeVisible();
  const tickets = await desk.ask<{ subject: string }[]>('GET', '/api/tickets?media=2&limit=50');
  expect(tickets.filter((one) => one.subject === 'Are you there')).toHaveLength(1);
  desk.sink.refuse('gone@mail.example', null);
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('form').getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  await expect.poll(() => sentTo('gone')).toHaveLength(1);
  await page.context().close();
});

test('a text that was changed after a lost answer does not count as sent, and goes out as a mail of its own @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto('/tickets/write');
  await to(page).fill('changed@mail.example,');
  await subject(page).fill('The price');
  await text(page).fill('It costs ten.');
  await page.route('**/api/mails', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send(page).click();
  await expect(page.getByText(/The server can’t be reached/)).toBeVisible();
  await page.unroute('**/api/mails');
  await text(page).fill('It costs nine.');
  await send(page).click();
  await expect(page.getByText(/This e-mail was already sent/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Show sent e-mail' })).toBeVisible();
  await expect.poll(() => sentTo('changed')).toHaveLength(1);
  await sheet(page).getByRole('button', { name: 'Send as new e-mail' }).click();
  await expect(page.getByRole('heading', { name: 'The price' })).toBeVisible();
  await expect.poll(() => sentTo('changed')).toHaveLength(2);
  const texts = (await sentTo('changed')).map((mail) => /It costs \w+/.exec(mail)?.[0]);
  expect(new Set(texts)).toEqual(new Set(['It costs nine', 'It costs ten']));
  await page.context().close();
});
