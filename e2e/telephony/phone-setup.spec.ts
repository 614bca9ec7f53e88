import type { Browser, Page } from 'playwright/test';
import { hasAsterisk, startAsterisk, type Gateway } from '../../packages/server/test/telephony/asterisk.ts';
import { checkScreen } from '../support/check-screen.ts';
import { SCREEN_VARIANTS } from '../support/screen-variants.ts';
import { goReady, openAs } from '../support/people.ts';
import {
  connectGateway,
  openRegisteredPhone,
  launchPhone,
  waitUntilAvailable,
  voiceStatistics,
} from '../support/phone/phone.ts';
import { expect, test } from '../support/test.ts';

test.describe.configure({ mode: 'serial' });
test.skip(!hasAsterisk, 'there is no Asterisk here');
test.use({ ground: 'phone-setup' });

let gateway: Gateway;
let browser: Browser;
let page: Page;

test.beforeAll(async ({ server }) => {
  test.setTimeout(90_000);
  gateway = await startAsterisk();
  browser = await launchPhone();
  page = await openAs(browser, server.url, 'admin');
  await connectGateway(page, gateway);
});
test.afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

const part = (name: string) =>
  page.getByRole('navigation', { name: 'Gateway sections' }).getByRole('link', { name }).click();
const drawer = () => page.getByRole('dialog');
async function choose(field: string, option: string): Promise<void> {
  await drawer().getByRole('combobox', { name: field, exact: true }).click();
  await drawer().getByRole('option', { name: option }).click();
}
async function save(name: string): Promise<void> {
  await drawer().getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`“${name}” saved`)).toBeVisible();
  await expect(drawer()).toBeHidden();
}
/** Gives the administrator an extension, or removes it. */
async function numberOf(extension: string): Promise<void> {
  const { data: me } = await (await page.request.get('/api/user')).json();
  const { data: people } = await (await page.request.get('/api/users')).json();
  const { version } = people.find(({ id }: { id: number }) => id === me.id);
  const given = await page.request.patch(`/api/users/${me.id}`, { data: { extension, version } });
  expect(given.ok(), await given.text()).toBe(true);
}
const applied = () => expect(page.getByText(/Applied to the gateway/)).toBeVisible({ timeout: 30_000 });

test('an administrator creates a prompt, a menu, a queue and a number, and calls it from the page @full', async ({
  server,
}) => {
  test.setTimeout(120_000);
  await numberOf('');
  await page.goto('/configurasi/config_app?part=phone');
  await page.getByRole('link', { name: /Head office/ }).click();

  await part('Prompts');
  await page.getByRole('button', { name: 'New prompt' }).click();
  await drawer().getByRole('textbox', { name: 'Name', exact: true }).fill('Welcome');
  await drawer().getByRole('textbox', { name: 'Text' }).fill('Welcome to Trunkline. For help, press one.');
  await drawer().getByRole('button', { name: 'Generate' }).click();
  await expect(drawer().getByLabel('Preview')).toBeVisible();
  await save('Welcome');

  await part('Queues');
  await page.getByRole('button', { name: 'New queue' }).click();
  await drawer().getByRole('textbox', { name: 'Name', exact: true }).fill('Help desk');
  await choose('Agents', '(201)');
  await page.keyboard.press('Escape');
  await save('Help desk');

  await part('Menus');
  await page.getByRole('button', { name: 'New menu' }).click();
  await drawer().getByRole('textbox', { name: 'Name', exact: true }).fill('Main menu');
  await choose('Prompt', 'Welcome');
  await drawer().getByRole('button', { name: 'Add key' }).click();
  await choose('Destination of key 1', 'Queue “Help desk”');
  await save('Main menu');

  await part('Numbers');
  await page.getByRole('button', { name: 'New number' }).click();
  await drawer().getByRole('textbox', { name: 'Name', exact: true }).fill('Hotline');
  await drawer().getByRole('textbox', { name: 'Number' }).fill('1600');
  await choose('Destination', 'Menu “Main menu”');
  await save('Hotline');
  await applied();

  // Without an extension the test explains what to do.
  await page.getByRole('button', { name: 'Test: Hotline' }).click();
  await expect(drawer().getByText(/You have no extension/)).toBeVisible();
  await drawer().getByRole('button', { name: 'Cancel' }).click();
  await numberOf('209');
  await openRegisteredPhone(page);

  const agent = await openAs(browser, server.url, 'agent1');
  await openRegisteredPhone(agent);
  await goReady(agent);
  await waitUntilAvailable(gateway, '201', 'helpdesk');

  await page.getByRole('button', { name: 'Test: Hotline' }).click();
  await drawer().getByRole('textbox', { name: 'Caller ID' }).fill('0812 9999 0001');
  await drawer().getByRole('button', { name: 'Call' }).click();
  const bar = page.getByRole('region', { name: 'Phone call' });
  await expect(bar).toBeVisible();
  // The prompt can be heard.
  await expect.poll(async () => (await voiceStatistics(page)).energy).toBeGreaterThan(0.001);
  await bar.getByRole('button', { name: 'Keypad' }).click();
  await page.getByRole('button', { name: '1', exact: true }).click();
  const incoming = agent.getByRole('dialog', { name: 'Incoming call' });
  await expect(incoming).toContainText(/(?:0|\+62)81299990001/);
  await incoming.getByRole('button', { name: 'Answer' }).click();
  await expect(agent.getByRole('region', { name: 'Phone call' }).getByText('In a call')).toBeVisible();
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Hang up' }).click();
  await expect(bar).toBeHidden();

  await part('Trunks');
  await page.getByRole('button', { name: 'New trunk' }).click();
  await drawer().getByRole('textbox', { name: 'Name', exact: true }).fill('Carrier');
  await drawer().getByRole('textbox', { name: 'Host' }).fill('127.0.0.1; exten');
  await drawer().getByRole('button', { name: 'Save' }).click();
  await expect(drawer().getByText(/Enter a host name or IP address/)).toBeVisible();
  await drawer().getByRole('textbox', { name: 'Host' }).fill('127.0.0.1');
  await save('Carrier');
  await applied();
  await page.context().close();
});

/** The name of one item of each kind. */
const MADE = {
  number: 'Hotline',
  menu: 'Main menu',
  queue: 'Help desk',
  prompt: 'Welcome',
  trunk: 'Carrier',
};

for (const look of SCREEN_VARIANTS) {
  test(`${look.name}: the configured items, and their forms @full`, async ({ server }) => {
    test.setTimeout(180_000);
    const own = await openAs(browser, server.url, 'admin', look.context);
    await own.request.patch('/api/user', { data: { language: look.language, theme: 'system' } });
    const { data: gateways } = await (await own.request.get('/api/phone/gateways')).json();
    const { id } = gateways.find(({ name }: { name: string }) => name === 'Head office');
    await own.goto(`/configurasi/config_app?part=phone&id=${id}`);
    for (const [view, name] of Object.entries(MADE)) {
      await own.locator(`nav a[href*="view=${view}"]`).click({ timeout: 30_000 });
      const row = own.getByRole('main').getByRole('button', { name, exact: true });
      await expect(row).toBeVisible({ timeout: 30_000 });
      await checkScreen(own, look, `setup-${view}`);
      await row.click();
      await expect(own.getByRole('dialog')).toBeVisible();
      await checkScreen(own, look, `setup-${view}-form`);
      await own.keyboard.press('Escape');
      await expect(own.getByRole('dialog')).toBeHidden();
    }
    await own.context().close();
  });
}
