import { startTwilio, type Twilio } from '../../packages/simulator/src/index.ts';
import { goReady, openAs } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const SLOW = { timeout: 30_000 };
let twilio: Twilio;
let server: TestServer;

test.beforeAll(async () => {
  twilio = await startTwilio();
  // A server of its own, because its account would show in other journeys.
  server = await startServer({ env: { TWILIO_URL: twilio.url } });
});
test.afterAll(async () => {
  await server.discard();
  await twilio.close();
});

test('an administrator adds a number as its guide says; a customer writes by SMS, gets a reply, and opts out @full', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await openAs(browser, server.url, 'admin');
  await page.goto('/configurasi/config_socmed');
  await page.getByRole('button', { name: 'New account' }).click();
  await page.getByRole('combobox', { name: 'Channel' }).click();
  await page.getByRole('option', { name: 'SMS (Twilio)' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Text messages');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.getByLabel('Displayed number').fill(twilio.number);
  await page.getByLabel('Number or messaging service').fill('nobody');
  await page.getByLabel('Account SID').fill(twilio.accountSid);
  await page.getByLabel('Auth token').fill('a wrong one');
  await save.click();
  await expect(
    page.getByText('Enter a number such as +622150905678, or an ID that starts with MG.'),
  ).toBeVisible();
  await page.getByLabel('Number or messaging service').fill(twilio.number);
  await save.click();
  await expect(page.getByText('“Text messages” added')).toBeVisible();

  const tryIt = page.getByRole('button', { name: 'Test connection' });
  await tryIt.click();
  await expect(page.getByText('The provider doesn’t accept the access token').first()).toBeVisible(SLOW);
  await page.getByLabel('Auth token').fill(twilio.authToken);
  await save.click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await tryIt.click();
  await expect(page.getByText(`Connected: ${twilio.number}`)).toBeVisible(SLOW);
  // Under the name of Twilio's page; Twilio needs no verify token.
  twilio.world.webhook = await page.getByRole('textbox', { name: 'Callback URL' }).inputValue();
  await expect(page.getByRole('textbox', { name: 'Verify token' })).toHaveCount(0);

  const agent = await openAs(browser, server.url, 'agent1');
  await agent.goto('/tickets');
  await goReady(agent);
  const rina = twilio.phone('+628111234567');
  await rina.send('Is my grinder ready?');
  const offers = agent.getByRole('region', { name: 'Waiting conversations' });
  await expect(offers.getByText('Is my grinder ready?')).toBeVisible(SLOW);
  await offers.getByRole('button', { name: /^Take it:/ }).click();
  const box = agent.getByRole('textbox', { name: 'Reply' });
  await box.fill('It is. Come by when you like.');
  await expect(agent.getByText('1 text message, 131 characters left')).toBeVisible();
  await box.fill('It is 🎉');
  await expect(agent.getByText('1 text message, 62 characters left')).toBeVisible();
  await box.fill('It is. Come by when you like.');
  await box.press('Enter');
  await expect
    .poll(() => rina.inbox.map(({ text }) => text), SLOW)
    .toEqual(['It is. Come by when you like.']);
  await expect(agent.getByText('Delivered', { exact: true })).toBeVisible(SLOW);

  await rina.send('STOP');
  await expect(agent.getByText(/has opted out of text messages/)).toBeVisible(SLOW);
  await box.fill('One more thing');
  await expect(agent.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await rina.send('START');
  await expect(agent.getByText(/has opted out of text messages/)).toHaveCount(0, SLOW);
  await box.press('Enter');
  await expect.poll(() => rina.inbox.map(({ text }) => text), SLOW).toHaveLength(2);
});
