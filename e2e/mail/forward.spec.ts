import { email, hasDovecot, openMailDesk, type MailDesk } from '../support/mail/mail-desk.ts';
import { checkScreen } from '../support/check-screen.ts';
import { SCREEN_VARIANTS } from '../support/screen-variants.ts';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test.skip(!hasDovecot, 'Dovecot is not installed: no real mailbox to forward from');
test.use({ ground: 'mail-forward' });

let desk: MailDesk;
test.beforeAll(async ({ server }) => {
  desk = await openMailDesk(server.url);
});
test.afterAll(() => desk.close());

test('an e-mail is forwarded with an additional file, and Escape loses no text @full', async ({
  browser,
  baseURL,
}) => {
  await desk.arrive(email({ subject: 'A broken grinder', text: 'It smokes.' }));
  const ticket = await desk.ticketAbout('A broken grinder');
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto(`/tickets/detail?id=${ticket.id}`);
  const dialog = page.getByRole('dialog', { name: 'Forward e-mail' });
  const open = async () => {
    await page.getByRole('button', { name: 'Forward', exact: true }).click();
    await expect(dialog.getByRole('textbox', { name: 'To', exact: true })).toBeVisible();
  };
  await open();
  await dialog.getByRole('textbox', { name: 'To', exact: true }).fill('repair@mail.example,');
  await dialog.getByRole('textbox', { name: 'Text of the e-mail' }).fill('Can you mend it?');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'bill.txt', mimeType: 'text/plain', buffer: Buffer.from('Rp 100.000') });
  await expect(dialog.getByText('bill.txt')).toBeVisible();
  for (const look of SCREEN_VARIANTS) {
    await page.setViewportSize(look.context.viewport);
    await checkScreen(page, look, 'forward');
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await open();
  await expect(dialog.getByText('bill.txt')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Text of the e-mail' })).toContainText('Can you mend it?');
  await dialog.getByRole('button', { name: 'Forward', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => desk.dovecot.list('repair').catch(() => []), { timeout: 30_000 }).toHaveLength(1);
  const [sent] = await desk.dovecot.list('repair');
  expect(sent).toContain('It smokes.');
  expect(sent).toContain('bill.txt');
  await page.context().close();
});
