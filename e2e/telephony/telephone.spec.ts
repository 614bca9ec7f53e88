import { blocksAt, startAmi } from '../../packages/server/test/telephony/ami.ts';
import { goReady, openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const AGENT = '201';

test('a gateway is connected on its page, and an inbound call appears on a ticket', async ({
  browser,
  server,
}) => {
  const gateway = await startAmi();
  const page = await openAs(browser, server.url, 'admin');
  await page.goto('/configurasi/config_app');
  await page.getByRole('navigation', { name: 'Settings', exact: true }).getByText('Telephone').click();
  await page.getByRole('button', { name: 'New gateway' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Head office');
  await page.getByRole('textbox', { name: 'Host' }).fill(gateway.address.host);
  await page.getByRole('textbox', { name: 'Port' }).fill(String(gateway.address.port));
  await page.getByRole('textbox', { name: 'User name' }).fill(gateway.address.username);

  // The test reports what is wrong before anything is saved.
  await page.getByRole('textbox', { name: 'Secret' }).fill('wrong');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText(/The gateway rejects the sign-in/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Secret' }).fill(gateway.address.secret);
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText(/Connected: Asterisk/)).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('“Head office” added')).toBeVisible();
  await page.getByRole('button', { name: 'All gateways' }).click();
  const row = page
    .getByRole('list', { name: 'Telephone' })
    .getByRole('listitem')
    .filter({ hasText: 'Head office' });
  await expect(row.getByText('Connected', { exact: true })).toBeVisible();

  // An agent answers a call.
  const agent = await openAs(browser, server.url, 'agent1');
  await goReady(agent);
  const blocks = blocksAt('01-inbound-answer-agent-hangs-up', Date.now() - 30_000);
  const own = blocks.map((block) => block.replaceAll('2001', AGENT));
  const answered = own.findLastIndex((block) => block.startsWith('Event: BridgeEnter'));
  gateway.say(...own.slice(0, answered + 1));
  await expect(agent.locator('button[data-activity="11"]')).toBeVisible();
  gateway.say(...own.slice(answered + 1));
  await expect(agent.locator('button[data-activity="12"]')).toBeVisible();
  await agent.goto('/tickets?q=Call+with');
  await agent.getByText('Call with +6281234567890').first().click();
  const conversation = agent.getByRole('log', { name: 'Conversation' });
  await expect(conversation.getByText('+6281234567890 called')).toBeVisible();
  await expect(conversation.getByText('The call ended after 4 s')).toBeVisible();

  // The gateway stops and starts again.
  await gateway.close();
  await expect(row.getByText('Not connected')).toBeVisible();
  await row.getByRole('link').click();
  await expect(page.getByText(/The gateway doesn’t answer/)).toBeVisible();

  // The gateway is made inactive, because its call stays on record.
  await page.getByRole('button', { name: 'Remove this gateway…' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('“Head office” has call records, so it was deactivated instead')).toBeVisible();
  await expect(page.getByText(/The gateway doesn’t answer/)).toBeHidden();
});
