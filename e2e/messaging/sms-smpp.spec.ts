import { startSmsc, type Smsc } from '../../packages/simulator/src/index.ts';
import { goReady, openAs } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const SLOW = { timeout: 30_000 };
let smsc: Smsc;
let server: TestServer;

test.beforeAll(async () => {
  smsc = await startSmsc();
  // A server of its own, because its account would show in other journeys.
  server = await startServer();
});
test.afterAll(async () => {
  await server.discard();
  await smsc.close();
});

test('an administrator sets up an operator’s line; a customer writes over it and gets a reply, also after it broke @full', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await openAs(browser, server.url, 'admin');
  await page.goto('/configurasi/config_socmed');
  await page.getByRole('button', { name: 'New account' }).click();
  await page.getByRole('combobox', { name: 'Channel' }).click();
  await page.getByRole('option', { name: 'SMS (operator, SMPP)' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Operator');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.getByLabel('Displayed number').fill('1234');
  await page.getByLabel('Sender', { exact: true }).fill('12');
  await page.getByLabel('System ID').fill(smsc.world.systemId);
  await page.getByLabel('Password', { exact: true }).fill('a wrong one');
  await page.getByLabel('Port', { exact: true }).fill(String(smsc.port));
  await save.click();
  await expect(page.getByText('Enter a host name or IP address without a port.')).toBeVisible();
  await expect(page.getByText('Enter a number such as +622150905678 or 1234')).toBeVisible();
  await page.getByLabel('Host', { exact: true }).fill(smsc.host);
  await page.getByLabel('Sender', { exact: true }).fill('1234');
  await save.click();
  await expect(page.getByText('“Operator” added')).toBeVisible();
  await expect(page.getByText('The operator rejects system ID or password.').first()).toBeVisible(SLOW);
  await page.getByLabel('Password', { exact: true }).fill(smsc.world.password);
  await save.click();
  await expect(page.getByText(/^Connected just now\./)).toBeVisible(SLOW);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText('Connected: 1234')).toBeVisible(SLOW);

  const agent = await openAs(browser, server.url, 'agent1');
  await agent.goto('/tickets');
  await goReady(agent);
  const rina = smsc.phone('+628111234567');
  await rina.send('Is my grinder ready?');
  const offers = agent.getByRole('region', { name: 'Waiting conversations' });
  await expect(offers.getByText('Is my grinder ready?')).toBeVisible(SLOW);
  await offers.getByRole('button', { name: /^Take it:/ }).click();
  const box = agent.getByRole('textbox', { name: 'Reply' });
  const long = 'It is ready and waits for you at the counter. '.repeat(4).trim();
  await box.fill(long);
  await expect(agent.getByText('2 text messages, 123 characters left')).toBeVisible();
  await box.press('Enter');
  await expect.poll(() => rina.inbox.map(({ text }) => text), SLOW).toEqual([long]);
  await expect(agent.getByText('Delivered', { exact: true })).toBeVisible(SLOW);

  smsc.cut();
  await expect.poll(smsc.receivers, SLOW).toBe(1);
  await rina.send('Thanks');
  await expect(agent.getByRole('log').getByText('Thanks')).toBeVisible(SLOW);
});
