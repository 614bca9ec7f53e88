import type { Browser, Page } from 'playwright/test';
import {
  hasAsterisk,
  startAsterisk,
  startCaller,
  type Gateway,
} from '../../packages/server/test/telephony/asterisk.ts';
import { checkScreen } from '../support/check-screen.ts';
import { SCREEN_VARIANTS } from '../support/screen-variants.ts';
import { openAs } from '../support/people.ts';
import {
  connectGateway,
  openRegisteredPhone,
  launchPhone,
  phoneOf,
  receivedToneLevels,
} from '../support/phone/phone.ts';
import { expect, test } from '../support/test.ts';
import { WORDS } from '../support/words.ts';

test.describe.configure({ mode: 'serial' });
test.skip(!hasAsterisk, 'there is no Asterisk here');
test.use({ ground: 'supervisor' });

const OWN_HERTZ = 1000;
const PATIENT = { timeout: 20_000 };
let gateway: Gateway;
let browser: Browser;
let dewi: Page;
let michael: Page;
const callers: Awaited<ReturnType<typeof startCaller>>[] = [];

test.beforeAll(async ({ server }) => {
  test.setTimeout(90_000);
  gateway = await startAsterisk();
  browser = await launchPhone();
  await connectGateway(await openAs(browser, server.url, 'admin'), gateway);
  dewi = await phoneOf(browser, server.url, 'agent1', { gateway });
  await gateway.cli('queue remove member PJSIP/202 from sales');
  michael = await openAs(browser, server.url, 'supervisor');
  await openRegisteredPhone(michael, OWN_HERTZ);
  await michael.goto('/monitoring');
  await michael.locator('button[data-line="ready"]').waitFor();
});
test.afterEach(async () => {
  await Promise.all(callers.splice(0).map((caller) => caller.vanish()));
  await gateway.cli('channel request hangup all');
});
test.afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

const row = (number: string) => michael.getByRole('row').filter({ hasText: number.slice(1) });
const bar = (on: Page) => on.getByRole('region', { name: 'Phone call' });
async function startCall(number: string, echoes = false) {
  callers.push(await startCaller({ sip: gateway.sip, number, dialled: '9sales', echoes }));
  await dewi
    .getByRole('dialog', { name: 'Incoming call' })
    .getByRole('button', { name: 'Answer' })
    .click(PATIENT);
  await expect(bar(dewi).getByText('In a call')).toBeVisible();
  await expect(row(number)).toContainText('Dewi Lestari');
}
/** Whether the agent's own tone can be heard there. */
const hearsTone = async (page: Page) => ((await receivedToneLevels(page, [OWN_HERTZ]))[0] ?? -Infinity) > -60;

test('a supervisor listens, whispers to the agent, and speaks with both: proven by what each hears @full', async () => {
  // This customer echoes what they hear.
  await startCall('081234500031', true);
  await row('081234500031').getByRole('button', { name: 'Listen' }).click();
  await expect(bar(michael)).toBeVisible(PATIENT);
  await expect.poll(() => hearsTone(dewi), PATIENT).toBe(false);
  expect(await hearsTone(michael)).toBe(false);

  await row('081234500031').getByRole('button', { name: 'Whisper to agent' }).click();
  await expect.poll(() => hearsTone(dewi), PATIENT).toBe(true);
  expect(await hearsTone(michael)).toBe(false);

  await row('081234500031').getByRole('button', { name: 'Join call' }).click();
  await expect.poll(() => hearsTone(michael), PATIENT).toBe(true);
  expect(await hearsTone(dewi)).toBe(true);

  await row('081234500031').getByRole('button', { name: 'Listen' }).click();
  await expect.poll(() => hearsTone(dewi), PATIENT).toBe(false);
  await row('081234500031').getByRole('button', { name: 'Leave' }).click();
  await expect(bar(michael)).toBeHidden(PATIENT);
  await expect(bar(dewi).getByText('In a call')).toBeVisible();
});

test('the page reads well on wide and narrow screens while calls wait and are attended @full', async ({
  server,
}) => {
  test.setTimeout(120_000);
  await startCall('081234500041');
  for (const [number, dialled] of [
    ['081234500042', '1500'],
    ['081234500043', '9sales'],
    ['081234500044', '9support'],
  ] as const)
    callers.push(await startCaller({ sip: gateway.sip, number, dialled }));
  await row('081234500041').getByRole('button', { name: 'Listen' }).click();
  await expect(bar(michael)).toBeVisible(PATIENT);
  await expect(michael.getByRole('link', { name: '3 calls wait' })).toBeVisible(PATIENT);
  const [wide] = SCREEN_VARIANTS;
  if (wide) await checkScreen(michael, wide, 'monitoring-attending');
  for (const look of SCREEN_VARIANTS) {
    const admin = await openAs(browser, server.url, 'admin', look.context);
    await admin.request.patch('/api/user', { data: { language: look.language, theme: 'system' } });
    await admin.goto('/monitoring');
    const { monitoring: words } = WORDS[look.language];
    await expect(admin.getByText(words.attends.listen.replace('{{name}}', 'Michael Tan'))).toBeVisible(
      PATIENT,
    );
    await expect(admin.getByRole('table', { name: words.calls }).getByRole('row')).toHaveCount(5);
    await checkScreen(admin, look, 'monitoring');
    await admin.context().close();
  }
});

test('a listening supervisor hears the customer @full', async () => {
  await startCall('081234500032');
  await row('081234500032').getByRole('button', { name: 'Listen' }).click();
  await expect(bar(michael)).toBeVisible(PATIENT);
  // The customer's tone is 440 Hz.
  await expect
    .poll(async () => ((await receivedToneLevels(michael, [440]))[0] ?? -Infinity) > -60, PATIENT)
    .toBe(true);
});

test('a call is taken over @full', async () => {
  await startCall('081234500033');
  await row('081234500033').getByRole('button', { name: 'Take over' }).click();
  await expect(bar(michael)).toContainText(/(?:0|\+62)81234500033/, PATIENT);
  await expect(bar(dewi)).toBeHidden();
  await expect
    .poll(async () => ((await receivedToneLevels(michael, [440]))[0] ?? -Infinity) > -60, PATIENT)
    .toBe(true);
  await expect(row('081234500033')).toContainText('Michael');
});

test('a call is hung up @full', async () => {
  await startCall('081234500034');
  await row('081234500034').getByRole('button', { name: 'End call' }).click();
  await michael.getByRole('button', { name: 'End call now' }).click();
  await expect(bar(dewi)).toBeHidden(PATIENT);
  await expect(row('081234500034')).toBeHidden();
});
