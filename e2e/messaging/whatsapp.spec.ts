import { startMeta, type Meta } from '../../packages/simulator/src/index.ts';
import { goReady, openAs } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const SLOW = { timeout: 30_000 };
let meta: Meta;
let server: TestServer;

test.beforeAll(async () => {
  meta = await startMeta();
  // A server of its own, because its account would show in other journeys.
  server = await startServer({ env: { META_GRAPH_URL: meta.url } });
});
test.afterAll(async () => {
  await server.discard();
  await meta.close();
});

test('an administrator adds a WhatsApp number as its guide says; a customer writes, is answered, and reads it', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await openAs(browser, server.url, 'admin');
  await page.goto('/configurasi/config_socmed');
  await expect(page.getByText('No account yet')).toBeVisible();
  await page.getByRole('button', { name: 'New account' }).click();
  await page.getByLabel('Name', { exact: true }).fill('WhatsApp');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(page.getByText('Enter digits only, as the provider shows them.')).toBeVisible();
  await page.getByLabel('Phone number', { exact: true }).fill(meta.business.shown);
  await page.getByLabel('Phone number ID').fill(meta.business.numberId);
  await page.getByLabel('Access token').fill('a wrong one');
  await page.getByLabel('App secret').fill(meta.appSecret);
  await save.click();
  await expect(page.getByText('“WhatsApp” added')).toBeVisible();

  const tryIt = page.getByRole('button', { name: 'Test connection' });
  await tryIt.click();
  const refused = page.getByText('The provider doesn’t accept the access token');
  await expect(refused.first()).toBeVisible(SLOW);
  await page.getByLabel('Access token').fill(meta.accessToken);
  await save.click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await tryIt.click();
  await expect(page.getByText(`Connected: ${meta.business.shown}`)).toBeVisible(SLOW);
  await expect(page.getByText('Working', { exact: true })).toBeVisible();

  // Under the names of Meta's pages.
  meta.world.webhook = await page.getByRole('textbox', { name: 'Callback URL' }).inputValue();
  expect(await meta.subscribe(await page.getByRole('textbox', { name: 'Verify token' }).inputValue())).toBe(
    true,
  );
  expect(await meta.subscribe('a guess')).toBe(false);

  const agent = await openAs(browser, server.url, 'agent1');
  await agent.goto('/tickets');
  await goReady(agent);
  const rina = meta.phone('628111234567', 'Rina Kusuma');
  await rina.send('Is my grinder ready?');
  const offers = agent.getByRole('region', { name: 'Waiting conversations' });
  await expect(offers.getByText('Is my grinder ready?')).toBeVisible(SLOW);
  await offers.getByRole('button', { name: 'Take it: Rina Kusuma' }).click();
  await expect(agent.getByText('Is my grinder ready?').last()).toBeVisible(SLOW);
  const box = agent.getByRole('textbox', { name: 'Reply' });
  await box.fill('It is. Come by when you like.');
  await box.press('Enter');
  await expect
    .poll(() => rina.inbox.map(({ text }) => text), SLOW)
    .toEqual(['It is. Come by when you like.']);
  await expect(agent.getByText('Delivered', { exact: true })).toBeVisible(SLOW);
  await rina.read();
  await expect(agent.getByText('Read', { exact: true })).toBeVisible(SLOW);

  // The customer chooses one of the offered options instead of typing.
  await agent.getByRole('button', { name: 'Options for the customer' }).click();
  const choices = agent.locator('input').and(agent.getByLabel('Options for the customer'));
  await choices.fill('Much too long for a button');
  await expect(agent.getByText('With this many options, the maximum is 20', { exact: false })).toBeVisible();
  await choices.fill('Today');
  await choices.press('Enter');
  await choices.fill('Tomorrow');
  await choices.press('Enter');
  await expect(agent.getByText('Enter the question above the options', { exact: false })).toBeVisible();
  await box.fill('When will you come?');
  await box.press('Enter');
  const shown = agent.getByRole('list', { name: 'Options for the customer' });
  await expect(shown.getByText('Tomorrow')).toBeVisible();
  await expect(choices).toBeHidden();
  await expect
    .poll(() => rina.inbox.at(-1)?.choices.map(({ title }) => title), SLOW)
    .toEqual(['Today', 'Tomorrow']);
  const offered = rina.inbox.at(-1);
  if (offered) await rina.press(offered, 'Tomorrow');
  await expect(agent.getByText('Selected option')).toBeVisible(SLOW);
  await expect(agent.getByText('Reply to: When will you come?')).toBeVisible();

  // The customer sends something other than text.
  await rina.react(rina.inbox[0]?.id ?? '', '👍');
  await expect(agent.getByRole('img', { name: '👍, from the customer' })).toBeVisible(SLOW);
  await rina.write({ type: 'location', location: { latitude: -6.2, longitude: 106.8, name: 'Kopi Kita' } });
  await expect(agent.getByText('Kopi Kita').last()).toBeVisible(SLOW);
});
