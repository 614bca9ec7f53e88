import { startMeta, type Meta } from '../../packages/simulator/src/index.ts';
import { expectAccessible } from '../support/axe.ts';
import { goReady, openAs } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import type { Page } from 'playwright/test';

const SLOW = { timeout: 30_000 };
const DAY_MS = 86_400_000;
let meta: Meta;
let server: TestServer;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000);
  meta = await startMeta();
  const body = (text: string) => [
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
    { type: 'BODY', text },
    { type: 'FOOTER', text: 'Kopi Kita' },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'I am coming' }] },
  ];
  const ready = { name: 'order_ready', status: 'APPROVED', category: 'UTILITY' };
  meta.templates.push(
    { ...ready, language: 'en', components: body('Dear {{1}}, your order is ready.') },
    { ...ready, language: 'de', components: body('{{1}}, fertig.') },
    {
      name: 'win_a_cup',
      language: 'en',
      status: 'REJECTED',
      category: 'MARKETING',
      rejected_reason: 'INVALID_FORMAT',
      components: [{ type: 'BODY', text: 'You win' }],
    },
  );
  // A server of its own, because its account would show in other journeys.
  server = await startServer({ env: { META_GRAPH_URL: meta.url } });
  const page = await openAs(browser, server.url, 'admin');
  await addAccount(page);
  await page.context().close();
});
test.afterAll(async () => {
  await server.discard();
  await meta.close();
});

async function addAccount(page: Page): Promise<void> {
  await page.goto('/configurasi/config_socmed');
  await page.getByRole('button', { name: 'New account' }).click();
  await page.getByLabel('Name', { exact: true }).fill('WhatsApp');
  await page.getByLabel('Phone number', { exact: true }).fill(meta.business.shown);
  await page.getByLabel('Phone number ID').fill(meta.business.numberId);
  await page.getByLabel('WhatsApp Business Account ID').fill(meta.business.businessId);
  await page.getByLabel('Access token').fill(meta.accessToken);
  await page.getByLabel('App secret').fill(meta.appSecret);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('“WhatsApp” added')).toBeVisible();
  meta.world.webhook = await page.getByRole('textbox', { name: 'Callback URL' }).inputValue();
}

test('a day later only a template can be sent; the customer replies to it, and free replies are possible again @full', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const page = await openAs(browser, server.url, 'admin');
  // New customers are assumed to speak the default language.
  await page.request.patch('/api/configs/app', { data: { default_language: 'id' } });
  await page.goto('/configurasi/config_socmed');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('order_ready').first()).toBeVisible(SLOW);
  await expect(page.getByText('Invalid format')).toBeVisible();
  await expect(page.getByText('Rejected', { exact: true })).toBeVisible();

  const agent = await openAs(browser, server.url, 'agent1');
  await agent.goto('/tickets');
  await goReady(agent);
  const rina = meta.phone('628111234567', 'Rina Kusuma');
  const old = Date.now() - DAY_MS - 60_000;
  await rina.write({ type: 'text', text: { body: 'Is my grinder ready?' } }, undefined, old);
  const offers = agent.getByRole('region', { name: 'Waiting conversations' });
  await offers.getByRole('button', { name: 'Take it: Rina Kusuma' }).click(SLOW);
  const closed = agent.getByText('The customer last wrote more than 24 hours ago');
  await expect(closed).toBeVisible(SLOW);
  const box = agent.getByRole('textbox', { name: 'Reply' });
  await box.fill('It is.');
  await expect(agent.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await box.fill('');

  await agent.getByRole('button', { name: 'Choose a template' }).click();
  const dialog = agent.getByRole('dialog', { name: 'Send a template' });
  await dialog.getByRole('combobox', { name: 'Template' }).click();
  await agent.getByRole('option', { name: 'order_ready' }).click();
  await expect(dialog.getByText('This one is in English')).toBeVisible();
  await expect(dialog.getByLabel('Text: 1')).toHaveValue('Rina Kusuma');
  const send = dialog.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  await expect(dialog.getByText('This field is required.')).toBeVisible();
  await dialog.getByLabel('Heading: 1').fill('881');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('Dear Rina Kusuma, your order is ready.')).toBeVisible();
  await send.click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(() => rina.inbox.map(({ text }) => text), SLOW)
    .toEqual(['Dear Rina Kusuma, your order is ready.']);
  await expect(agent.getByText('Order 881')).toBeVisible(SLOW);
  await expect(agent.getByText('Kopi Kita')).toBeVisible();
  await expect(agent.getByText('Delivered', { exact: true })).toBeVisible(SLOW);

  await rina.write({ type: 'button', button: { text: 'I am coming', payload: 'I am coming' } });
  await expect(agent.getByText(/You can reply freely until/)).toBeVisible(SLOW);
  await expect(closed).toBeHidden();
  await box.fill('See you.');
  await box.press('Enter');
  await expect.poll(() => rina.inbox.at(-1)?.text, SLOW).toBe('See you.');

  // Reply templates are offered in the customer's language; where one is missing, the workspace's is used and marked.
  const made = [
    { name: 'Cup', shortcut: 'cup', language: 'en', body: 'A cup for you' },
    { name: 'Cangkir', shortcut: 'cup', language: 'id', body: 'Secangkir untuk Anda' },
    { name: 'Cupboard', shortcut: 'cupboard', language: 'en', body: 'In the cupboard' },
  ];
  for (const values of made) await page.request.post('/api/settings/templates', { data: { values } });
  await box.pressSequentially('/cup');
  const offered = agent.getByRole('listbox', { name: 'Templates' }).getByRole('option');
  await expect(offered.nth(0)).toContainText('Cangkir', SLOW);
  await expect(offered.nth(1)).toContainText(
    'Not available in Bahasa Indonesia: this is the text in English',
  );
  await expect(offered.nth(2)).toContainText('A cup for you');
  await box.press('Enter');
  await expect(box).toHaveValue('Secangkir untuk Anda');

  // The template's page shows which languages exist.
  await page.goto('/settings/media_template_content');
  await page.getByRole('link', { name: 'Cupboard' }).click();
  const texts = page.getByRole('dialog', { name: 'Cupboard' });
  await expect(
    texts.getByText('Missing in Bahasa Indonesia: customers who speak it get this text'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Cup', exact: true }).click();
  await page.getByRole('dialog', { name: 'Cup' }).getByRole('link', { name: 'Cangkir' }).click();
  await expect(page.getByRole('dialog', { name: 'Cangkir' })).toBeVisible();
});

test('a new template is written, previewed on a ticket, submitted, and approved while its page is open @full', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await openAs(browser, server.url, 'admin');
  await page.goto('/settings/media_template_content');
  await page.getByRole('link', { name: 'WhatsApp', exact: true }).click();
  const rows = page.getByRole('list', { name: 'WhatsApp' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(rows.getByText('win_a_cup')).toBeVisible(SLOW);
  await page.getByRole('searchbox').fill('german');
  await expect(rows.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('searchbox').fill('win rejected');
  await rows.getByRole('link', { name: 'win_a_cup' }).click();
  const one = page.getByRole('dialog', { name: 'win_a_cup' });
  await expect(one.getByText('Can’t be sent.')).toBeVisible();
  await expect(one.getByText('Invalid format')).toBeVisible();
  await expectAccessible(page);
  await one.getByRole('button', { name: 'Duplicate' }).click();

  const form = page.getByRole('dialog', { name: 'New template' });
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('win_a_cup_2');
  await form.getByRole('textbox', { name: 'Name' }).fill('Cup of the month');
  await form.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello ');
  await form.getByRole('button', { name: 'Customer name' }).click();
  await form.getByRole('button', { name: 'Submit to WhatsApp' }).click();
  await expect(form.getByText('Add text before and after each variable')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused();
  await form.getByRole('textbox', { name: 'Text', exact: true }).press('End');
  await form.getByRole('textbox', { name: 'Text', exact: true }).pressSequentially(', your {{drink}} waits.');
  await form.getByRole('textbox', { name: 'Text: drink' }).fill('cappuccino');
  await form.getByRole('button', { name: 'Add button' }).click();
  await form.getByRole('textbox', { name: 'Label' }).fill('I am coming');
  await form.getByRole('combobox', { name: 'Preview with ticket' }).fill('100042');
  const sample = page.getByRole('option', { name: /^100042/ });
  const customer = (await sample.innerText()).split(' · ').at(-1);
  await sample.click(SLOW);
  await expect(form.getByText(`Hello ${customer}, your cappuccino waits.`)).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Submit to WhatsApp' }).click();
  await expect(page.getByText('“cup_of_the_month” submitted')).toBeVisible(SLOW);
  await page.getByRole('searchbox').fill('cup of');
  await expect(rows.getByText('In review')).toBeVisible();
  await meta.decide('cup_of_the_month', 'en', 'APPROVED');
  await expect(rows.getByText('Approved')).toBeVisible(SLOW);

  // A refusal by WhatsApp is shown in its own words, and the form keeps what was typed.
  await page.getByRole('button', { name: 'New template' }).click();
  await form.getByRole('textbox', { name: 'Name' }).fill('cup_of_the_month');
  await form.getByRole('textbox', { name: 'Text', exact: true }).fill('A cup waits for you.');
  await form.getByRole('button', { name: 'Submit to WhatsApp' }).click();
  await expect(form.getByText('There is already content for this template in this language.')).toBeInViewport(
    SLOW,
  );
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('cup_of_the_month');
});

test('a template with a photo in its header is submitted with an example photo @full', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await openAs(browser, server.url, 'admin');
  await page.goto('/settings/media_template_content');
  await page.getByRole('link', { name: 'WhatsApp', exact: true }).click();
  await page.getByRole('button', { name: 'New template' }).click();
  const form = page.getByRole('dialog', { name: 'New template' });
  await form.getByRole('textbox', { name: 'Name' }).fill('new_roast');
  await form.getByRole('combobox', { name: 'Header' }).click();
  await page.getByRole('option', { name: 'A photo' }).click();
  await form.getByRole('textbox', { name: 'Text', exact: true }).fill('The new roast is there.');
  const submit = form.getByRole('button', { name: 'Submit to WhatsApp' });
  await submit.click();
  await expect(form.getByText('Choose an example file.')).toBeVisible();
  const file = form.getByLabel('Choose a file');
  await file.setInputFiles({ name: 'cup.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(form.getByText('WhatsApp doesn’t accept this file type here.')).toBeVisible(SLOW);
  const photo = { name: 'cup.png', mimeType: 'image/png', buffer: Buffer.from('iVBORw0KGgo=', 'base64') };
  await form.getByLabel('Choose another file').setInputFiles(photo);
  await expect(form.getByText('Example: cup.png')).toBeVisible(SLOW);
  await expectAccessible(page);
  await submit.click();
  await expect(page.getByText('“new_roast” submitted')).toBeVisible(SLOW);
  const header = meta.templates.find(({ name }) => name === 'new_roast')?.components[0];
  expect(header).toMatchObject({ type: 'HEADER', format: 'IMAGE' });
  await meta.decide('new_roast', 'en', 'APPROVED');
  const rows = page.getByRole('list', { name: 'WhatsApp' });
  const row = rows.getByRole('listitem').filter({ hasText: 'new_roast' });
  await expect(row.getByText('Approved')).toBeVisible(SLOW);
});
