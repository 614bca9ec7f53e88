import type { Page } from 'playwright/test';
import { startMeta, type Meta } from '../../packages/simulator/src/index.ts';
import { goReady, openAs } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const SLOW = { timeout: 30_000 };
let meta: Meta;
let server: TestServer;

test.beforeAll(async () => {
  meta = await startMeta();
  // A server of its own, because its accounts would show in other journeys.
  server = await startServer({ env: { META_GRAPH_URL: meta.url } });
});
test.afterAll(async () => {
  await server.discard();
  await meta.close();
});

const CHANNELS = [
  {
    tag: ' @full',
    provider: 'messenger',
    channel: 'Facebook Messenger',
    step: 'Messenger → Settings → Webhooks',
    values: (): [label: string, value: string][] => [
      ['Page name', meta.page.name],
      ['Page ID', meta.page.id],
    ],
    knownAs: 'Kopi Kita',
    customer: 'Rina Kusuma',
    // Meta reports when the message is on the phone; Instagram reports only when it is read.
    arrived: 'Delivered',
  },
  {
    tag: ' @full',
    provider: 'instagram',
    channel: 'Instagram',
    step: 'Messenger → Instagram settings → Webhooks',
    values: (): [label: string, value: string][] => [
      ['User name', `@${meta.instagramAccount.username}`],
      ['Instagram account ID', meta.instagramAccount.id],
      ['Facebook page ID', meta.page.id],
    ],
    knownAs: '@kopikita',
    customer: 'Budi Santoso',
    arrived: 'Sent',
  },
] as const;

for (const { tag, provider, channel, step, values, knownAs, customer, arrived } of CHANNELS)
  test(`${channel}: added as its guide says; a customer writes, gets a reply, and reads it${tag}`, async ({
    browser,
  }) => {
    test.setTimeout(120_000);
    const page = await openAs(browser, server.url, 'admin');
    await addAccount(page, { channel, values: values() });
    await page.getByRole('button', { name: 'Test connection' }).click();
    await expect(page.getByText(`Connected: ${knownAs}`)).toBeVisible(SLOW);
    // Under the names of Meta's pages.
    await expect(page.getByText(step)).toBeVisible();
    const webhook = await page.getByRole('textbox', { name: 'Callback URL' }).inputValue();
    const token = await page.getByRole('textbox', { name: 'Verify token' }).inputValue();
    expect(await meta.subscribe(token, webhook)).toBe(true);
    expect(await meta.subscribe('a guess', webhook)).toBe(false);
    const side = meta[provider];
    side.webhook = webhook;

    const agent = await openAs(browser, server.url, 'agent1');
    await agent.goto('/tickets');
    await goReady(agent);
    const person = side.person(provider === 'messenger' ? '24657000000001' : '17860000000001', customer);
    const words = `Is my grinder ready? (${channel})`;
    await person.send(words);
    const offers = agent.getByRole('region', { name: 'Waiting conversations' });
    await expect(offers.getByText(words)).toBeVisible(SLOW);
    await offers.getByRole('button', { name: `Take it: ${customer}` }).click(SLOW);
    const box = agent.getByRole('textbox', { name: 'Reply' });
    await box.fill('It is. Come by when you like.');
    await box.press('Enter');
    await expect
      .poll(() => person.inbox.map(({ text }) => text), SLOW)
      .toEqual(['It is. Come by when you like.']);
    await expect(agent.getByText(arrived, { exact: true })).toBeVisible(SLOW);
    await person.read();
    await expect(agent.getByText('Read', { exact: true })).toBeVisible(SLOW);

    // A colleague replies in Meta's own inbox, and the customer sends something other than text.
    await side.answerElsewhere(person, 'From the inbox at Meta');
    await expect(agent.getByText('From the inbox at Meta').last()).toBeVisible(SLOW);
    await person.react(person.inbox[0]?.id ?? '', '👍');
    await expect(agent.getByRole('img', { name: '👍, from the customer' })).toBeVisible(SLOW);
    await person.write({
      attachments: [{ type: 'fallback', title: 'Our menu', url: 'https://kopi.example/menu' }],
    });
    await expect(agent.getByRole('link', { name: 'Our menu', exact: true })).toBeVisible(SLOW);
    expect(person.inbox).toHaveLength(2);
    await agent.context().close();
    await page.context().close();
  });

type ProviderFields = { channel: string; values: readonly (readonly [label: string, value: string])[] };

async function addAccount(page: Page, { channel, values }: ProviderFields): Promise<void> {
  await page.goto('/configurasi/config_socmed');
  await page.getByRole('button', { name: 'New account' }).click();
  await page.getByRole('combobox', { name: 'Channel' }).click();
  await page.getByRole('option', { name: channel }).click();
  await page.getByLabel('Name', { exact: true }).fill(channel);
  for (const [label, value] of values) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Page access token').fill(meta.accessToken);
  await page.getByLabel('App secret').fill(meta.appSecret);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`“${channel}” added`)).toBeVisible();
}
