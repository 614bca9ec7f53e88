import { endChat, startChat } from '../support/chat.ts';
import { openAs } from '../support/people.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test('a new e-mail address requires the password @full', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL ?? '', 'agent3');
  await page.goto('/profile');
  const password = page.getByLabel('Current password', { exact: true }).first();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.getByRole('textbox', { name: 'E-mail' }).fill('moved@mail.example');
  await expect(save).toBeDisabled();
  await password.fill('a guess');
  await save.click();
  await expect(page.getByText('Wrong password.')).toBeVisible();
  await password.fill(DEMO_PASSWORD);
  await save.click();
  await expect(page.getByText('Required to change the address.')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('moved@mail.example');
  await page.context().close();
});

test('outgoing mail is set up and switched off again @full', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto('/configurasi/config_app');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const isSetUp = page.getByText('Configured', { exact: true });
  await page.getByLabel('Server').fill('mail.example');
  await page.getByLabel('Sender address').fill('desk@mail.example');
  await save.click();
  await expect(isSetUp).toBeVisible();

  await page.getByRole('button', { name: 'Stop sending mail' }).click();
  await save.click();
  await expect(page.getByText('Not configured', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Server')).toHaveValue('');
  await expect(isSetUp).toBeHidden();
  await page.context().close();
});

test('every agent reads times in the time zone of the settings, also when it changes @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const chat = await startChat(server.url, 'Zone Visitor');
  const admin = await openAs(browser, baseURL ?? '', 'admin');
  const page = await openAs(browser, baseURL ?? '', 'agent1');
  await page.goto(`/tickets/detail?id=${chat.ticketId}`);
  const time = page.getByRole('article', { name: /^Zone Visitor/ }).locator('time');
  const written = new Date((await time.getAttribute('datetime'))!);
  const clockIn = (timeZone: string) =>
    written.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  await expect(time).toHaveText(clockIn('Asia/Jakarta'));

  await admin.goto('/configurasi/config_app');
  const zone = admin.getByRole('combobox', { name: 'Time zone' });
  for (const next of ['Asia/Tokyo', 'Asia/Jakarta']) {
    await zone.fill(next);
    await admin.getByRole('option', { name: next }).click();
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(time).toHaveText(clockIn(next));
  }
  await endChat(server.url, chat);
  await Promise.all([page, admin].map((one) => one.context().close()));
});

test('nothing is shown as saved before it was changed @full', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL ?? '', 'admin');
  const saved = page.getByText('Saved', { exact: true });
  await page.goto('/profile');
  await expect(page.getByRole('slider').first()).toBeVisible();
  await expect(saved).toHaveCount(0);

  await page.goto('/configurasi/config_app');
  const days = page.getByLabel('Password expiry');
  const before = await days.inputValue();
  await expect(saved).toHaveCount(0);
  await days.fill('99');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await days.fill(before);
  await expect(saved).toBeVisible();
  await page.context().close();
});
