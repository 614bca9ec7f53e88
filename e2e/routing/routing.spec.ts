import { expect, test } from '../support/test.ts';
import { callApi } from '../support/api.ts';
import { endChat, startChat } from '../support/chat.ts';
import { openAs } from '../support/people.ts';

test('an administrator creates a skill, assigns it to somebody by keyboard, and undoes that @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto('/settings/skills');
  await page.getByRole('button', { name: 'New skill' }).click();
  const form = page.getByRole('dialog', { name: 'New skill' });
  await form.getByLabel('Name').fill('Wholesale');
  await form.getByRole('combobox', { name: 'Minimum level' }).click();
  await page.getByRole('option', { name: 'Good (3/5)', exact: true }).click();
  await form.getByRole('combobox', { name: 'Required on channels' }).click();
  await page.getByRole('option', { name: 'Web shop' }).click();
  await form.getByLabel('Name').focus();
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await page
    .getByRole('row', { name: /Wholesale/ })
    .getByRole('link')
    .click();
  const saved = page.getByRole('dialog', { name: 'Wholesale' });
  await expect(saved.getByText('Web shop', { exact: true }).first()).toBeVisible();
  await expect(saved.getByRole('combobox', { name: 'Minimum level' })).toHaveValue('Good (3/5)');
  await page.keyboard.press('Escape');
  await expect(saved).toBeHidden();

  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await expect(page).toHaveURL('/settings/users');
  await page.getByRole('link', { name: /Budi Santoso/ }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Budi Santoso' });
  const capacity = drawer.getByRole('textbox', { name: 'Max. concurrent chats' });
  await capacity.fill('51');
  await expect(drawer.getByText('Enter a number from 0 to 50.')).toBeVisible();
  await capacity.fill('3');
  await drawer.getByRole('combobox', { name: 'Add skill' }).focus();
  await page.keyboard.type('Whole');
  await expect(page.getByRole('option', { name: 'Wholesale' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('combobox', { name: 'Level of Wholesale' })).toHaveValue('Good (3/5)');
  await capacity.press('Enter');
  await expect(drawer).toBeHidden();
  const budi = page.getByRole('row', { name: /Budi Santoso/ });
  await expect(budi).toContainText('Wholesale: Good (3/5)');
  await expect(budi.getByRole('cell', { name: '3', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(budi).not.toContainText('Wholesale');
  await expect(budi.getByRole('cell', { name: '4', exact: true })).toBeVisible();
  await page.context().close();
});

test('of two administrators the second sees what the first has changed, and no change is lost @full', async ({
  browser,
  baseURL,
}) => {
  const [one, two] = [
    await openAs(browser, baseURL ?? '', 'admin'),
    await openAs(browser, baseURL ?? '', 'admin'),
  ];
  for (const page of [one, two]) await page.goto('/settings/users');
  await two.getByRole('link', { name: /Tom Baker/ }).click();
  const late = two
    .getByRole('dialog', { name: 'Tom Baker' })
    .getByRole('textbox', { name: 'Max. concurrent chats' });
  await late.fill('9');
  await one.getByRole('link', { name: /Tom Baker/ }).click();
  const first = one
    .getByRole('dialog', { name: 'Tom Baker' })
    .getByRole('textbox', { name: 'Max. concurrent chats' });
  await first.fill('6');
  await first.press('Enter');
  await expect(
    one.getByRole('row', { name: /Tom Baker/ }).getByRole('cell', { name: '6', exact: true }),
  ).toBeVisible();
  // The other administrator's form now starts from the saved value.
  await expect(late).toHaveValue('6');
  for (const page of [one, two]) await page.context().close();
});

test('routing is set among the application’s settings @full', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto('/configurasi/config_app');
  const ring = page.getByLabel('Relax skill level every');
  await ring.fill('2');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect(page.getByText('Enter a number from 5 to 3600.')).toBeVisible();
  await ring.fill('20');
  await page.getByRole('combobox', { name: 'WhatsApp' }).click();
  await page.getByRole('option', { name: '2', exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect(page.getByText('Saved')).toBeVisible();
  await page.reload();
  await expect(ring).toHaveValue('20');
  await expect(page.getByRole('combobox', { name: 'WhatsApp' })).toHaveValue('2');
  await page.context().close();
});

test('an agent takes the next conversation with the keyboard, and gives it back to the queue @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'agent1');
  await page.goto('/tickets');
  await expect(page.getByRole('button', { name: 'Take next' })).toBeVisible();
  const chat = await startChat(server.url, 'Patient Customer');
  const how = async () =>
    (
      await callApi<{ data: { chat: { status: string; position: number | null } } }>(
        server.url,
        'GET',
        '/api/livechat/chat',
        { token: chat.token },
      )
    ).body.data.chat;
  expect(await how()).toMatchObject({ status: 'waiting', position: 1 });

  await page.keyboard.press('Shift+N');
  await expect(page.getByText('Patient Customer assigned to you')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`id=${chat.ticketId}`));
  expect(await how()).toMatchObject({ status: 'active', position: null });

  await page.getByRole('button', { name: 'Return to queue' }).click();
  await expect(page.getByText('Patient Customer returned to the queue')).toBeVisible();
  expect(await how()).toMatchObject({ status: 'waiting', position: 1 });
  await endChat(server.url, chat);

  await page.getByRole('button', { name: 'Take next' }).click();
  await expect(page.getByText('No customers waiting')).toBeVisible();
  await page.context().close();
});
