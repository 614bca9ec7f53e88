import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright/test';
import { holdRequests } from '../support/hold-requests.ts';
import { hasDovecot, email, openMailDesk, type MailDesk } from '../support/mail/mail-desk.ts';
import { plainText } from '../support/mail/mail.ts';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

// An e-mail from the customer's mailbox to an open ticket list, and the reply back into the customer's mailbox.

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const TALL =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="420"><rect width="300" height="420"/></svg>';

test.skip(!hasDovecot, 'Dovecot is not installed: no real mailbox to read from');
test.use({ ground: 'mail-desk' });

let desk: MailDesk;
let elsewhere: Server;
/** Requests to the sender's server, which would reveal who has read the e-mail. */
const asked: string[] = [];

test.beforeAll(async ({ server }) => {
  elsewhere = createServer((request, response) => {
    asked.push(request.url ?? '');
    const isTall = request.url === '/tall.png';
    response
      .writeHead(200, { 'content-type': isTall ? 'image/svg+xml' : 'image/png' })
      .end(isTall ? TALL : PIXEL);
  });
  await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve));
  desk = await openMailDesk(server.url);
});

test.afterAll(async () => {
  await desk.close();
  elsewhere.close();
});

const picture = (name: string) => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/${name}.png`;
const shown = (page: Page) =>
  page.frameLocator('iframe[sandbox="allow-popups allow-popups-to-escape-sandbox"]');

test('a mail is shown as it was designed: images only on request, the quotation collapsed, the frame as high as its content @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto('/tickets?view=open');
  await desk.arrive(
    email({
      subject: 'The parcel is wet',
      text: 'Look: the parcel arrived wet.',
      cc: 'Budi Santoso <budi@mail.example>',
      html: `<h2>Look at this</h2><p>It is <b>wet</b>.</p><img src="${picture('wet')}" width="40" height="40">
        <script>document.body.remove()</script>${'<p>Line after line.</p>'.repeat(6)}
        <div class="gmail_quote">On Friday you wrote:<blockquote type="cite">Is it wet?</blockquote></div>`,
    }),
  );
  await page.getByRole('link', { name: /the parcel arrived wet/ }).click();
  const frame = shown(page);
  await expect(frame.getByRole('heading', { name: 'Look at this' })).toBeVisible();
  await expect(frame.getByText('Is it wet?')).toBeHidden();
  await expect(page.getByText('to support@desk.example, Budi Santoso')).toBeVisible();
  expect(asked).toEqual([]);

  // The last line is visible without the frame having a scroll bar.
  const last = await boxOf(frame.getByText('Line after line.').last());
  const sheet = await boxOf(page.locator('iframe[sandbox^="allow-popups"]'));
  expect(last.y + last.height).toBeLessThanOrEqual(sheet.y + sheet.height);
  expect(sheet.height).toBeLessThan(450);

  await page.getByRole('button', { name: 'Show quoted text' }).click();
  await expect(frame.getByText('Is it wet?')).toBeVisible();
  await page.getByRole('button', { name: 'Show images' }).click();
  // Once to be shown, and once to be measured.
  await expect.poll(() => asked).toEqual(['/wet.png', '/wet.png']);
  await page.context().close();
});

for (const [name, least, most] of [
  ['dot', 40, 140],
  ['tall', 450, 560],
] as const)
  test(`the frame of a mail grows with its images: ${name} @full`, async ({ browser, baseURL }) => {
    const html = `<p>Hello <img src="${picture(name)}"></p><p>Bye</p>`;
    await desk.arrive(email({ subject: `An image: ${name}`, text: 'Hello', html }));
    const ticket = await desk.ticketAbout(`An image: ${name}`);
    const page = await openAs(browser, baseURL ?? '', 'admin');
    await page.goto(`/tickets/detail?id=${ticket.id}`);
    await page.getByRole('button', { name: 'Show images' }).click();
    const sheet = page.locator('iframe[sandbox^="allow-popups"]');
    await expect(async () => {
      const { height } = await boxOf(sheet);
      expect(height).toBeGreaterThan(least);
      expect(height).toBeLessThan(most);
    }).toPass();
    const bye = await boxOf(shown(page).getByText('Bye'));
    const frame = await boxOf(sheet);
    expect(bye.y + bye.height).toBeLessThanOrEqual(frame.y + frame.height);
    await expect(page.getByRole('log').getByRole('button', { name: /^Show/ })).toHaveCount(0);
    await page.context().close();
  });

test('text typed while the mail’s editor is still loading appears in it, and no mail is shown before its code has loaded @full', async ({
  browser,
  baseURL,
}) => {
  await desk.arrive(email({ subject: 'Slow line', text: 'Is this line slow?' }));
  const ticket = await desk.ticketAbout('Slow line');
  const page = await openAs(browser, baseURL ?? '', 'admin');
  const lines = await holdRequests(page, /\/assets\/email(-editor)?-[^/]+\.js$/);
  await page.goto(`/tickets/detail?id=${ticket.id}`);
  const log = page.getByRole('log', { name: 'Conversation' });
  await expect(log.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect(log.getByText('Is this line slow?')).toHaveCount(0);
  await page.keyboard.press('r');
  await page.keyboard.type('Not at all');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  lines();
  await expect(log.getByText('Is this line slow?')).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Reply' });
  await expect(field).toBeFocused();
  await expect(field).toHaveText('Not at all');
  await page.keyboard.type(', no');
  await expect(field).toHaveText('Not at all, no');
  await page.context().close();
});

const UNSENT = 'A message was not sent, or not to all recipients';

test('a rejected mail explains why, is marked in the list, and is sent to the corrected address @full', async ({
  browser,
  baseURL,
}) => {
  await desk.arrive(
    email({ from: 'Rina <rina@mail.example>', subject: 'Where is it', text: 'Where is my order?' }),
  );
  const ticket = await desk.ticketAbout('Where is it');
  desk.sink.refuse('rina@mail.example', { code: 550, text: '5.1.1 no such user here' });
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto(`/tickets?view=open&id=${ticket.id}`);
  const row = page.getByRole('listitem').filter({ hasText: 'Where is it' });
  await expect(row).toContainText('Where is my order?');
  await expect(row).not.toContainText(UNSENT);
  await desk.ask('POST', `/api/tickets/${ticket.id}/messages`, {
    client_key: randomUUID(),
    body: 'It comes today.',
  });
  await expect(page.getByText('A recipient address was rejected.')).toBeVisible();
  await expect(page.getByText(/The mail server’s answer: .*no such user here/)).toBeVisible();
  await expect(page.getByText('Not delivered', { exact: true })).toBeVisible();

  await expect(row).toContainText(UNSENT);
  await page.getByRole('button', { name: 'Send again' }).click();
  const again = page.getByRole('form', { name: 'Send again to' });
  await again.getByRole('button', { name: 'Remove Rina' }).click();
  await again.getByRole('button', { name: 'Send again' }).click();
  await expect(again.getByText('Enter at least one recipient.')).toBeVisible();
  await again.getByRole('textbox', { name: 'To' }).fill('sri@mail.example');
  await again.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  await expect(page.getByText('A recipient address was rejected.')).toBeHidden();
  await expect(page.getByRole('log').getByText('to sri@mail.example', { exact: true })).toBeVisible();
  await expect(row).not.toContainText(UNSENT);
  desk.sink.refuse('rina@mail.example', null);
  const gone = desk.sink.got.filter(({ mail }) => mail.toString().includes('It comes today.'));
  expect(gone.map(({ to }) => to)).toEqual([['sri@mail.example']]);

  const [sri, moved] = ['sri@mail.example', 'moved@mail.example'];
  desk.sink.refuse(moved, { code: 550, text: '5.1.1 no such user here' });
  await desk.ask('POST', `/api/tickets/${ticket.id}/messages`, {
    client_key: randomUUID(),
    body: 'To both of you.',
    to: [sri, moved].map((address) => ({ name: '', address })),
  });
  await expect(page.getByText(/^Not delivered to all recipients\./)).toBeVisible();
  await expect(row).toContainText(UNSENT);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(again.getByText('Recipients who already got it are skipped.')).toBeVisible();
  await again.getByRole('button', { name: `Remove ${moved}` }).click();
  await again.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(/^Not delivered to all recipients\./)).toBeHidden();
  await expect(row).not.toContainText(UNSENT);
  const both = desk.sink.got.filter(({ mail }) => mail.toString().includes('To both of you.'));
  expect(both.map(({ to }) => to)).toEqual([[sri]]);
  await page.context().close();
});

test('a reply to all is written with formatting, kept as a draft, and arrives as HTML and as text @full', async ({
  browser,
  baseURL,
}) => {
  await desk.arrive(
    email({
      from: 'Sri <sri@mail.example>',
      cc: 'Agus <agus@mail.example>',
      subject: 'Two cups',
      text: 'Two cups are broken.',
    }),
  );
  const ticket = await desk.ticketAbout('Two cups');
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto(`/tickets/detail?id=${ticket.id}`);
  const write = page.getByRole('region', { name: 'Write' });
  await expect(write.getByTitle('Sri <sri@mail.example>')).toBeVisible();
  await write.getByRole('button', { name: 'Reply all' }).click();
  await expect(write.getByTitle('Agus <agus@mail.example>')).toBeVisible();
  await expect(write.getByTitle(/support@desk/)).toHaveCount(0);
  await write.getByRole('button', { name: 'Bcc' }).click();
  await write.getByRole('textbox', { name: 'Bcc' }).fill('nobody');
  const field = write.getByRole('textbox', { name: 'Reply' });
  await field.click();
  await expect(write.getByText('“nobody” is not a valid e-mail address.')).toBeVisible();
  // Typing faster than a slow device renders must lose no characters.
  const device = await page.context().newCDPSession(page);
  await device.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  await page.keyboard.type('We send ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('two new ones');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Today.');
  await device.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(field.locator('strong')).toHaveText('two new ones');
  await expect(write.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await write.getByRole('button', { name: 'Remove nobody' }).click();
  await expect(write.getByText('Draft saved')).toBeVisible();

  await page.reload();
  await expect(field.locator('strong')).toHaveText('two new ones');
  await expect(write.getByTitle('Agus <agus@mail.example>')).toBeVisible();
  // What was just sent is brought back by a key, with its text and recipients.
  await field.press('Control+Enter');
  await expect(page.getByRole('list', { name: 'Scheduled replies' })).toContainText('two new ones');
  await expect(field).toHaveText('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('u');
  await expect(field.locator('strong')).toHaveText('two new ones');
  await expect(write.getByTitle('Agus <agus@mail.example>')).toBeVisible();
  await field.press('Control+Enter');
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  await expect(field).toHaveText('');
  const arrived = async (name: string) => {
    const mails = await desk.dovecot.list(name).catch(() => []);
    return mails.filter((mail) => /^Subject: Re: Two cups/m.test(mail));
  };
  for (const name of ['sri', 'agus']) await expect.poll(() => arrived(name)).toHaveLength(1);
  const [mail = ''] = await arrived('agus');
  expect(mail).toMatch(/^To: Sri <sri@mail\.example>/m);
  expect(mail).toMatch(/^Cc: Agus <agus@mail\.example>/m);
  expect(mail).toContain('multipart/alternative');
  expect(plainText(mail)).toContain('We send <strong>two new ones</strong>.');
  expect(plainText(mail)).toContain('We send two new ones.');
  await page.context().close();
});

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not on the screen');
  return box;
}
