import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright/test';
import { hasDovecot, letter, openMailDesk, type MailDesk } from './support/mail-desk.ts';
import { openAs } from './support/people.ts';
import { expect, test } from './support/test.ts';

// A mail from the customer's mailbox to the open desk, and the answer back into the customer's mailbox.

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test.skip(!hasDovecot, 'Dovecot is not installed: no real mailbox to read from');
test.use({ ground: 'mail-desk' });

let desk: MailDesk;
let elsewhere: Server;
/** What the sender's server was asked for: it would know who has read the mail. */
const asked: string[] = [];

test.beforeAll(async ({ server }) => {
  elsewhere = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'image/png' }).end(PIXEL);
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

test('a mail is read as it looks: images only when asked for, its quotation folded, as high as it is', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto('/tickets?view=open');
  await desk.arrive(
    letter({
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

  // The last line stands in the frame without a scroll bar of its own.
  const last = await boxOf(frame.getByText('Line after line.').last());
  const sheet = await boxOf(page.locator('iframe[sandbox^="allow-popups"]'));
  expect(last.y + last.height).toBeLessThanOrEqual(sheet.y + sheet.height);
  expect(sheet.height).toBeLessThan(450);

  await page.getByRole('button', { name: 'Show quoted text' }).click();
  await expect(frame.getByText('Is it wet?')).toBeVisible();
  await page.getByRole('button', { name: 'Show images' }).click();
  await expect.poll(() => asked).toEqual(['/wet.png']);
  await page.context().close();
});

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not on the screen');
  return box;
}
