import type { MessagingAccount } from '@trunkline/contract';
import type { Page } from 'playwright/test';
import { startMeta, type Meta } from '../../packages/simulator/src/index.ts';
import { callApi, signInOnce } from '../support/api.ts';
import { checkScreen } from '../support/check-screen.ts';
import { SCREEN_VARIANTS, openSignedIn } from '../support/screen-variants.ts';
import { goReady } from '../support/people.ts';
import { DEMO_PASSWORD, startServer, type TestServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { WORDS } from '../support/words.ts';

const SLOW = { timeout: 30_000 };
let meta: Meta;
let server: TestServer;
let token: string;
const accounts: Partial<Record<'whatsapp' | 'messenger', MessagingAccount>> = {};

test.beforeAll(async () => {
  meta = await startMeta();
  // A server of its own, because its accounts would show in other journeys.
  server = await startServer({ env: { META_GRAPH_URL: meta.url } });
  ({ token } = await signInOnce(server.url, 'admin', DEMO_PASSWORD));
  await addAccount('whatsapp', 'Kopi Kita', meta.business.numberId);
  await addAccount('messenger', 'Halaman Kopi', meta.page.id);
  meta.world.webhook = accounts.whatsapp?.webhook_url ?? '';
});
test.afterAll(async () => {
  await server.discard();
  await meta.close();
});

for (const look of SCREEN_VARIANTS)
  test(`${look.name}: agents who reply by an account learn that its permission is lost, what to do, and that it is back @full`, async ({
    browser,
  }) => {
    test.setTimeout(180_000);
    const words = WORDS[look.language];
    const lost = words.shell.lost;
    const place = { browser, baseURL: server.url, look };
    const admin = await openSignedIn(place, 'admin');
    await admin.goto('/customers');
    const agent = await openSignedIn(place, 'agent1');
    await agent.goto('/tickets');
    await goReady(agent);
    const elsewhere = await openSignedIn(place, 'agent3');
    await elsewhere.goto('/tickets');

    const name = `Rina ${look.name}`;
    const rina = meta.phone(`62811${look.isNarrow ? '1' : '2'}004567`, name);
    await rina.send('Is my grinder ready?');
    await agent.getByRole('button', { name: words.conversations.open.replace('{{name}}', name) }).click(SLOW);
    const box = agent.getByRole('textbox', { name: words.tickets.composer.reply });

    // The provider revokes the token, which is noticed only when something is sent.
    meta.world.isTokenGood = false;
    await box.fill('It is. Come by when you like.');
    await box.press('Enter');
    for (const page of [agent, admin]) await expect(banner(page, lost['one-waits'])).toBeVisible(SLOW);
    await expect(banner(agent, 'Kopi Kita (WhatsApp)')).toBeVisible();
    await expect(banner(agent, lost.ask.replace('{{who}}', 'Ratna Wijaya'))).toBeVisible();
    const repair = (page: Page, of: string) =>
      page.getByRole('link', { name: lost['open-named'].replace('{{name}}', of) });
    await expect(repair(agent, 'Kopi Kita')).toHaveCount(0);
    await expect(repair(admin, 'Kopi Kita')).toBeVisible();
    await checkScreen(agent, look, 'lost-account-agent');
    await checkScreen(admin, look, 'lost-account-admin');

    // The banner is there after a reload, and a second lost account adds no second banner.
    await agent.reload();
    await expect(banner(agent, lost['one-waits'])).toBeVisible(SLOW);
    await testAccount('messenger');
    const both = lost.many.replace('{{count}}', '2');
    for (const page of [agent, admin]) await expect(banner(page, both)).toBeVisible(SLOW);
    await checkScreen(agent, look, 'lost-accounts-agent');
    await checkScreen(admin, look, 'lost-accounts-admin');
    // An agent of another department sees no banner.
    await expect(elsewhere.locator('button[data-activity]')).toBeVisible();
    await expect(banner(elsewhere, lost['many-wait'])).toHaveCount(0);

    // On a phone the banner is one line until it is opened.
    if (look.isNarrow) await admin.getByRole('button', { name: words.shared.banner.more }).click();
    await repair(admin, 'Kopi Kita').click();
    await expect(admin.getByRole('heading', { name: 'Kopi Kita' })).toBeVisible();
    expect(new URL(admin.url()).search).toBe(`?id=${accounts.whatsapp?.id}`);
    meta.world.isTokenGood = true;
    await admin.getByLabel(words.accounts.by.whatsapp.access_token).fill(meta.accessToken);
    await admin.getByRole('button', { name: words.forms.save, exact: true }).click();
    for (const page of [agent, admin])
      await expect(page.getByText(lost.back.replace('{{name}}', 'Kopi Kita'))).toBeVisible(SLOW);
    await expect
      .poll(() => rina.inbox.map(({ text }) => text), SLOW)
      .toEqual(['It is. Come by when you like.']);
    await expect(banner(agent, 'Halaman Kopi')).toBeVisible();
    await checkScreen(admin, look, 'lost-account-repaired');

    await testAccount('messenger');
    for (const page of [agent, admin]) await expect(banner(page, lost['one-waits'])).toHaveCount(0);
    for (const page of [agent, admin, elsewhere]) await page.context().close();
  });

/** Returns the banner with this text. */
const banner = (page: Page, words: string) => page.getByRole('status').getByText(words);

async function testAccount(which: 'messenger'): Promise<void> {
  const path = `/api/messaging-accounts/${accounts[which]?.id}/test`;
  await callApi(server.url, 'POST', path, { token, body: {} });
}

async function addAccount(provider: 'whatsapp' | 'messenger', name: string, address: string): Promise<void> {
  const body = {
    provider,
    name,
    address,
    shown_address: name,
    department_id: 1,
    ...(provider === 'whatsapp' && { shown_address: meta.business.shown }),
    access_token: meta.accessToken,
    app_secret: meta.appSecret,
  };
  const answer = await callApi(server.url, 'POST', '/api/messaging-accounts', { token, body });
  accounts[provider] = (answer.body as { data: MessagingAccount }).data;
}
