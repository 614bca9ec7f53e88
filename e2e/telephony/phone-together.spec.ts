import type { Browser, Page } from 'playwright/test';
import {
  hasAsterisk,
  startAsterisk,
  startCaller,
  type Gateway,
} from '../../packages/server/test/telephony/asterisk.ts';
import { goReady, openAs } from '../support/people.ts';
import {
  connectGateway,
  openRegisteredPhone,
  launchPhone,
  phoneOf,
  receivedToneLevels,
} from '../support/phone/phone.ts';
import { expect, test } from '../support/test.ts';

test.skip(!hasAsterisk, 'there is no Asterisk here');
test.use({ ground: 'phone-together' });

const COLLEAGUE_HERTZ = 1000;
const PATIENT = { timeout: 20_000 };
let gateway: Gateway;
let browser: Browser;
test.beforeAll(async () => {
  gateway = await startAsterisk();
  browser = await launchPhone();
});
test.afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

const bar = (on: Page) => on.getByRole('region', { name: 'Phone call' });
const hearsTone = async (on: Page, hertz: number, connection?: number) =>
  ((await receivedToneLevels(on, [hertz], connection))[0] ?? -Infinity) > -60;

test('customer, agent and colleague talk together, and the others go on without the agent @full', async ({
  server,
}) => {
  await connectGateway(await openAs(browser, server.url, 'admin'), gateway);
  const dewi = await phoneOf(browser, server.url, 'agent1', { gateway });
  await gateway.cli('queue remove member PJSIP/202 from sales');
  const budi = await openAs(browser, server.url, 'agent2');
  await openRegisteredPhone(budi, COLLEAGUE_HERTZ);
  await goReady(budi);
  // This customer echoes what they hear.
  const caller = await startCaller({
    sip: gateway.sip,
    number: '081234500041',
    dialled: '9sales',
    echoes: true,
  });
  await dewi
    .getByRole('dialog', { name: 'Incoming call' })
    .getByRole('button', { name: 'Answer' })
    .click(PATIENT);
  await bar(dewi).getByRole('button', { name: 'Transfer' }).click();
  await dewi.getByRole('textbox', { name: 'Colleague, queue or number' }).fill('202');
  await dewi.getByRole('button', { name: /^Consult first: / }).click();
  await budi
    .getByRole('dialog', { name: 'Incoming call' })
    .getByRole('button', { name: 'Answer' })
    .click(PATIENT);
  await expect.poll(() => hearsTone(dewi, COLLEAGUE_HERTZ), PATIENT).toBe(true);
  // The customer hears music and nothing of the consultation.
  expect(await hearsTone(dewi, COLLEAGUE_HERTZ, 0)).toBe(false);

  await bar(dewi).getByRole('button', { name: 'Start conference' }).click();
  await expect(bar(dewi).getByText('Conference with')).toBeVisible();
  await expect.poll(() => hearsTone(dewi, COLLEAGUE_HERTZ, 0), PATIENT).toBe(true);
  // The colleague's own tone comes back by the customer's echo.
  await expect.poll(() => hearsTone(budi, COLLEAGUE_HERTZ), PATIENT).toBe(true);
  await bar(dewi).getByRole('button', { name: 'Mute', exact: true }).click();
  await expect(bar(dewi).getByRole('button', { name: 'Unmute' })).toBeVisible();
  await expect(bar(dewi).getByRole('button', { name: 'Hang up for all' })).toBeVisible();
  expect(await hearsTone(dewi, COLLEAGUE_HERTZ, 0)).toBe(true);

  await bar(dewi).getByRole('button', { name: 'Complete transfer' }).click();
  await expect(bar(dewi)).toBeHidden();
  await expect(bar(budi)).toContainText('+6281234500041');
  await expect.poll(() => hearsTone(budi, COLLEAGUE_HERTZ), PATIENT).toBe(true);
  await bar(budi).getByRole('button', { name: 'Hang up' }).click();
  expect(await caller.ended).toBe(true);
});
