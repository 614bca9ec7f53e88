import type { Browser, Page } from 'playwright/test';
import {
  hasAsterisk,
  startAsterisk,
  startCaller,
  startPhone,
  type Gateway,
} from '../../packages/server/test/telephony/asterisk.ts';
import { openAs } from '../support/people.ts';
import {
  connectGateway,
  launchPhone,
  recordGatewayEvents,
  phoneOf,
  waitUntilAvailable,
  voiceStatistics,
} from '../support/phone/phone.ts';
import { expect, test } from '../support/test.ts';

test.describe.configure({ mode: 'serial' });
test.skip(!hasAsterisk, 'there is no Asterisk here');
test.use({ ground: 'phone-desk' });

let gateway: Gateway;
let browser: Browser;
let dewi: Page;
let budi: Page;
const callers: Awaited<ReturnType<typeof startCaller>>[] = [];

test.beforeAll(async ({ server }) => {
  test.setTimeout(90_000);
  gateway = await startAsterisk();
  browser = await launchPhone();
  await connectGateway(await openAs(browser, server.url, 'admin'), gateway);
  dewi = await phoneOf(browser, server.url, 'agent1', { gateway });
  budi = await phoneOf(browser, server.url, 'agent2', { gateway });
  // One agent gets the queue's calls, and the other one is consulted.
  await gateway.cli('queue remove member PJSIP/202 from sales');
});
test.afterEach(async () => {
  await Promise.all(callers.splice(0).map((caller) => caller.vanish()));
});
test.afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

const incoming = (on: Page) => on.getByRole('dialog', { name: 'Incoming call' });
const bar = (on: Page) => on.getByRole('region', { name: 'Phone call' });
const channels = async () => (await gateway.cli('core show channels concise')).trim();
async function startCall(number: string) {
  await waitUntilAvailable(gateway, '201');
  const caller = await startCaller({ sip: gateway.sip, number, dialled: '9sales' });
  callers.push(caller);
  await incoming(dewi).getByRole('button', { name: 'Answer' }).click();
  await expect(bar(dewi).getByText('In a call')).toBeVisible();
  await bar(dewi).getByRole('button', { name: 'Transfer' }).click();
  return caller;
}
const hearsTone = async (page: Page) => {
  const before = await voiceStatistics(page);
  await expect.poll(async () => (await voiceStatistics(page)).received - before.received).toBeGreaterThan(40);
  await expect.poll(async () => (await voiceStatistics(page)).energy).toBeGreaterThan(before.energy);
};

test('a customer is transferred to a colleague, who hears them @full', async () => {
  const caller = await startCall('081234500011');
  await dewi.getByRole('textbox', { name: 'Colleague, queue or number' }).fill('202');
  await dewi.getByRole('button', { name: /^Transfer to/ }).click();
  await expect(bar(dewi)).toBeHidden();
  await expect(incoming(budi)).toContainText('+6281234500011');
  await expect(incoming(budi)).toContainText('Transferred by extension 201');
  await incoming(budi).getByRole('button', { name: 'Answer' }).click();
  await hearsTone(budi);
  await bar(budi).getByRole('button', { name: 'Hang up' }).click();
  expect(await caller.ended).toBe(true);
  await expect.poll(channels).toBe('');
});

test('a colleague is consulted first, and then gets the customer @full', async () => {
  await startCall('081234500012');
  await dewi.getByRole('textbox', { name: 'Colleague, queue or number' }).fill('202');
  await dewi.getByRole('button', { name: /^Consult first: / }).click();
  await expect(incoming(budi)).toContainText('201');
  await incoming(budi).getByRole('button', { name: 'Answer' }).click();
  await hearsTone(budi);
  // Back to the customer, and consulted once more.
  await bar(dewi).getByRole('button', { name: 'Back to the customer' }).click();
  await expect(bar(budi)).toBeHidden();
  await expect(bar(dewi).getByText('In a call')).toBeVisible();
  await bar(dewi).getByRole('button', { name: 'Transfer' }).click();
  await dewi.getByRole('textbox', { name: 'Colleague, queue or number' }).fill('202');
  await dewi.getByRole('button', { name: /^Consult first: / }).click();
  await incoming(budi).getByRole('button', { name: 'Answer' }).click();
  await expect(bar(budi).getByText('In a call')).toBeVisible();
  await bar(dewi).getByRole('button', { name: 'Complete transfer' }).click();
  await expect(bar(dewi)).toBeHidden();
  await hearsTone(budi);
  const left = (await channels()).split('\n').map((line) => line.replace(/-.*/, ''));
  expect(left.toSorted((a, b) => a.localeCompare(b))).toEqual(['PJSIP/202', 'PJSIP/trunk']);
  await bar(budi).getByRole('button', { name: 'Hang up' }).click();
  await expect.poll(channels).toBe('');
});

test('a customer is transferred to another queue @full', async () => {
  const told = await recordGatewayEvents(gateway);
  await startCall('081234500013');
  await dewi.getByRole('button', { name: 'Transfer to support' }).click();
  await expect(bar(dewi)).toBeHidden();
  await expect.poll(() => told.of('QueueCallerJoin', 'Queue')).toContain('support');
  told.close();
});

test('users with a desk phone use it, by its number or by choice @full', async ({ server }) => {
  // Chosen in the phone's settings.
  await dewi.getByRole('button', { name: 'Your phone is ready' }).click();
  await dewi.getByRole('combobox', { name: 'Ring calls' }).selectOption('desk');
  await expect.poll(() => gateway.cli('pjsip show contacts')).not.toContain('201/');
  await dewi.reload();
  await dewi.getByRole('button', { name: 'Calls ring at your desk phone' }).click();
  await dewi.getByRole('combobox', { name: 'Ring calls' }).selectOption('here');
  await expect(dewi.getByRole('button', { name: 'Your phone is ready' })).toBeVisible({ timeout: 30_000 });

  // By the extension, for which the gateway has a desk phone.
  const admin = await openAs(browser, server.url, 'admin');
  const { data } = await (await admin.request.get('/api/users')).json();
  const { id, version } = data.find((one: { extension: string }) => one.extension === '202');
  const given = await admin.request.patch(`/api/users/${id}`, { data: { version, extension: '2004' } });
  expect(given.ok()).toBe(true);
  await expect.poll(() => gateway.cli('pjsip show contacts')).not.toContain('202/');
  await expect(budi.getByRole('button', { name: 'Calls ring at your desk phone' })).toBeVisible();
  const phone = await startPhone({ sip: gateway.sip, extension: '2004' });
  await startCall('081234500014');
  await dewi.getByRole('textbox', { name: 'Colleague, queue or number' }).fill('2004');
  await dewi.getByRole('button', { name: /^Transfer to/ }).click();
  await expect(budi.locator('button[data-activity="11"]')).toBeVisible();
  await phone.stop();
});
