import { MESSAGING_PROVIDERS, type MessagingProvider } from '@trunkline/contract';
import type { Page } from 'playwright/test';
import {
  startMeta,
  startSmsc,
  startTwilio,
  type Meta,
  type Smsc,
  type Twilio,
} from '../../packages/simulator/src/index.ts';
import { PROVIDER_GUIDES } from '../../packages/web/src/features/settings/accounts/provider-guides.ts';
import { checkScreen } from '../support/check-screen.ts';
import { SCREEN_VARIANTS, openSignedIn } from '../support/screen-variants.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { WORDS, type Words } from '../support/words.ts';

const SLOW = { timeout: 30_000 };
let meta: Meta;
let twilio: Twilio;
let smsc: Smsc;
let server: TestServer;

// Each look begins without any accounts.
test.beforeEach(async () => {
  [meta, twilio, smsc] = await Promise.all([startMeta(), startTwilio(), startSmsc()]);
  server = await startServer({ env: { META_GRAPH_URL: meta.url, TWILIO_URL: twilio.url } });
});
test.afterEach(async () => {
  await server.discard();
  await Promise.all([meta, twilio, smsc].map((one) => one.close()));
});

type Guided = {
  /** The provider's values, by the names of the form's fields. */
  values: () => Record<string, string>;
  /** Enters the address and the token on the provider's pages. */
  subscribe?: (address: string, token: string) => Promise<unknown>;
  /** Sends a message as a customer. */
  write: (words: string) => Promise<unknown>;
};

type GuidedProvider = Guided & { provider: MessagingProvider };

const ofMeta = () => ({ access_token: meta.accessToken, app_secret: meta.appSecret });
const pages = (provider: 'messenger' | 'instagram', person: string): Pick<Guided, 'subscribe' | 'write'> => ({
  async subscribe(address, token) {
    expect(await meta.subscribe(token, address)).toBe(true);
    meta[provider].webhook = address;
  },
  write: (words) => meta[provider].person(person, 'Rina Kusuma').send(words),
});
const GUIDED: Record<MessagingProvider, Guided> = {
  whatsapp: {
    values: () => ({
      shown_address: meta.business.shown,
      address: meta.business.numberId,
      business_id: meta.business.businessId,
      ...ofMeta(),
    }),
    async subscribe(address, token) {
      meta.world.webhook = address;
      expect(await meta.subscribe(token)).toBe(true);
    },
    write: (words) => meta.phone('628111234567', 'Rina Kusuma').send(words),
  },
  messenger: {
    values: () => ({ shown_address: meta.page.name, address: meta.page.id, ...ofMeta() }),
    ...pages('messenger', '24657000000001'),
  },
  instagram: {
    values: () => ({
      shown_address: `@${meta.instagramAccount.username}`,
      address: meta.instagramAccount.id,
      business_id: meta.page.id,
      ...ofMeta(),
    }),
    ...pages('instagram', '17860000000001'),
  },
  twilio: {
    values: () => ({
      shown_address: twilio.number,
      address: twilio.number,
      business_id: twilio.accountSid,
      access_token: twilio.authToken,
    }),
    async subscribe(address) {
      twilio.world.webhook = address;
    },
    write: (words) => twilio.phone('+628111234567').send(words),
  },
  smpp: {
    values: () => ({
      shown_address: '1234',
      address: '1234',
      business_id: smsc.world.systemId,
      access_token: smsc.world.password,
      host: smsc.host,
      port: String(smsc.port),
    }),
    write: (words) => smsc.phone('+628111234567').send(words),
  },
};

for (const look of SCREEN_VARIANTS)
  test(`${look.name}: each channel is set up as its guide says, in that order, and a customer’s first message arrives @full`, async ({
    browser,
  }) => {
    test.setTimeout(300_000);
    const admin = await openSignedIn({ browser, baseURL: server.url, look }, 'admin');
    const words = WORDS[look.language];
    for (const provider of MESSAGING_PROVIDERS)
      await test.step(provider, async () => {
        const guided = { provider, ...GUIDED[provider] };
        await fillIn(admin, words, guided);
        await checkScreen(admin, look, `guide-${provider}`);
        await follow(admin, words, guided);
      });
    await admin.context().close();
  });

/** Fills in the form, whose fields must have the names that the provider's pages use, in the same order. */
async function fillIn(page: Page, words: Words, { provider, values }: GuidedProvider): Promise<void> {
  const { accounts: own, forms } = words;
  const named: Record<string, unknown> = own.by[provider];
  await page.goto('/configurasi/config_socmed');
  await page.getByRole('button', { name: own.new, exact: true }).click();
  await page.getByRole('combobox', { name: own.channel }).click();
  await page.getByRole('option', { name: own.by[provider].channel, exact: true }).click();
  const keys = Object.keys(PROVIDER_GUIDES[provider].keys);
  const asked = [own.channel, own.name, named['shown_address'], own.department, own.rate, own['is-active']];
  const line = provider === 'smpp' ? [own.line.host, own.line.port, own.line.tls] : [];
  const labels = await page.locator('fieldset label').allInnerTexts();
  // A switch's hint is part of its label.
  const shown = labels.map((label) => label.trim().split('\n')[0]).filter(Boolean);
  expect(shown.slice(0, asked.length + keys.length + line.length)).toEqual([
    ...asked,
    ...keys.map((key) => named[key]),
    ...line,
  ]);
  await page.getByLabel(own.name, { exact: true }).fill(own.by[provider].channel);
  for (const [name, value] of Object.entries(values())) {
    const label = name === 'host' || name === 'port' ? own.line[name] : String(named[name]);
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByRole('button', { name: forms.save, exact: true }).click();
  const created = own.created.replace('{{name}}', own.by[provider].channel);
  await expect(page.getByText(created)).toBeVisible(SLOW);
  await expect(page.getByRole('heading', { name: own.by[provider].channel, exact: true })).toBeVisible();
}

/** Follows the steps that the page then shows, and checks that they suffice. */
async function follow(
  page: Page,
  words: Words,
  { provider, subscribe, write }: GuidedProvider,
): Promise<void> {
  const { accounts: own } = words;
  const { steps, asksForToken } = PROVIDER_GUIDES[provider];
  if (steps.length > 0) {
    const { step = {} }: { step?: Record<string, string> } = own.by[provider] as object;
    const shown = page.getByRole('group', { name: own.webhook }).locator('ol > li');
    await expect(shown).toHaveText(steps.map((one) => step[one] ?? one));
    const address = await page.getByRole('textbox', { name: own['callback-url'] }).inputValue();
    const token = page.getByRole('textbox', { name: own['verify-token'] });
    await expect(token).toHaveCount(asksForToken ? 1 : 0);
    await subscribe?.(address, asksForToken ? await token.inputValue() : '');
  } else await expect(page.getByText(own['callback-url'])).toHaveCount(0);
  await page.getByRole('button', { name: own.test, exact: true }).click();
  const works = own['test-ok'].replace('{{number}}.', '');
  await expect(page.getByText(works)).toBeVisible(SLOW);
  await write('Is my grinder ready?');
  const cameIn = own['last-in'].replace(' {{when}}.', '');
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: own.test, exact: true })).toBeVisible(SLOW);
    await expect(page.getByText(cameIn)).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 2 * SLOW.timeout });
}
