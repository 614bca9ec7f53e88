import type { Browser, Page } from 'playwright/test';
import {
  hasAsterisk,
  startAsterisk,
  startCaller,
  startPhone,
  type Gateway,
} from '../../packages/server/test/telephony/asterisk.ts';
import { goReady, openAs } from '../support/people.ts';
import {
  connectGateway,
  openRegisteredPhone,
  launchKillable,
  launchPhone,
  recordGatewayEvents,
  phoneOf,
  waitUntilAvailable,
  voiceStatistics,
} from '../support/phone/phone.ts';
import { expect, test } from '../support/test.ts';

test.describe.configure({ mode: 'serial' });
test.skip(!hasAsterisk, 'there is no Asterisk here');
test.use({ ground: 'phone-line' });

let gateway: Gateway;
let browser: Browser;
let page: Page;
const callers: Awaited<ReturnType<typeof startCaller>>[] = [];
const PATIENT = { timeout: 30_000 };

test.beforeAll(async ({ server }) => {
  test.setTimeout(90_000);
  gateway = await startAsterisk();
  browser = await launchPhone();
  await connectGateway(await openAs(browser, server.url, 'admin'), gateway);
  page = await phoneOf(browser, server.url, 'agent1', { gateway });
});
test.afterEach(async () => {
  await Promise.all(callers.splice(0).map((caller) => caller.vanish()));
});
test.afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

async function calls(number: string) {
  await waitUntilAvailable(gateway, '201');
  const caller = await startCaller({ sip: gateway.sip, number, dialled: '9sales' });
  callers.push(caller);
  return caller;
}
const incoming = (on = page) => on.getByRole('dialog', { name: 'Incoming call' });
const bar = (on = page) => on.getByRole('region', { name: 'Phone call' });
const ready = () => expect(page.getByRole('button', { name: 'Your phone is ready' })).toBeVisible(PATIENT);
async function startCall(number: string) {
  const caller = await calls(number);
  await incoming().getByRole('button', { name: 'Answer' }).click();
  await expect(bar().getByText('In a call')).toBeVisible();
  await expect.poll(async () => (await voiceStatistics(page)).received).toBeGreaterThan(20);
  return caller;
}
const channels = async () => (await gateway.cli('core show channels concise')).trim();
const contacts = () => gateway.cli('pjsip show contacts');

test('a customer’s call rings, is answered, both are heard, and the customer hangs up', async () => {
  const caller = await calls('081234500001');
  await expect(incoming()).toContainText('+6281234500001');
  await expect(incoming()).toContainText('Queue: sales');
  await expect(incoming().getByRole('link', { name: 'Customer and history' })).toBeVisible();
  // The focus stays where it was; one key answers from anywhere.
  await page.keyboard.press('Control+.');
  await expect(bar().getByText('In a call')).toBeVisible();
  await expect(page.locator('button[data-activity="11"]')).toBeVisible();
  const before = await voiceStatistics(page);
  const since = async (figure: 'received' | 'sent' | 'energy') =>
    (await voiceStatistics(page))[figure] - before[figure];
  await expect.poll(() => since('received')).toBeGreaterThan(50);
  await expect.poll(() => since('sent')).toBeGreaterThan(40);
  await expect.poll(() => since('energy')).toBeGreaterThan(0);
  // The audio packets that the gateway received from the browser.
  await expect
    .poll(async () =>
      Number(/201-\S+\s+\S+\s+\S+\s+(\d+)/.exec(await gateway.cli('pjsip show channelstats'))?.[1]),
    )
    .toBeGreaterThan(40);
  await expect(bar().getByText('Good connection')).toBeVisible();
  await caller.hangUp();
  await expect(bar()).toBeHidden();
  await expect(page.locator('button[data-activity="6"]')).toBeVisible();
  await expect.poll(channels).toBe('');
});

test('a call is rejected, and another is abandoned while it rings @full', async () => {
  const told = await recordGatewayEvents(gateway);
  const caller = await calls('081234500002');
  await incoming().getByRole('button', { name: 'Reject' }).click();
  await expect.poll(() => told.of('AgentRingNoAnswer', 'MemberName')).toEqual(['201']);
  // The customer goes on waiting, and the phone rings again.
  await expect(incoming()).toBeVisible(PATIENT);
  await caller.hangUp();
  await expect(incoming()).toBeHidden();
  told.close();
});

test('mute, hold with music, digits that reach the gateway, and hanging up @full', async () => {
  const told = await recordGatewayEvents(gateway);
  await startCall('081234500003');
  const spoken = async () => {
    const before = (await voiceStatistics(page)).spoken;
    // The microphone beeps once a second.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return (await voiceStatistics(page)).spoken - before;
  };
  expect(await spoken()).toBeGreaterThan(0);
  await bar().getByRole('button', { name: 'Mute', exact: true }).click();
  await expect.poll(spoken).toBe(0);
  await bar().getByRole('button', { name: 'Unmute' }).click();
  expect(await spoken()).toBeGreaterThan(0);

  // Callers in the queue hear music too, so events from before this are not about holding.
  const music = (turn: 'Start' | 'Stop') => told.of(`MusicOnHold${turn}`, 'Channel').length;
  const [started, stopped] = [music('Start'), music('Stop')];
  await bar().getByRole('button', { name: 'Hold' }).click();
  await expect(bar().getByText('On hold')).toBeVisible();
  await expect.poll(() => music('Start')).toBe(started + 1);
  expect(told.of('MusicOnHoldStart', 'Channel').at(-1)).toMatch(/^PJSIP\/trunk-/);
  const held = (await voiceStatistics(page)).received;
  await bar().getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => music('Stop')).toBe(stopped + 1);
  await expect.poll(async () => (await voiceStatistics(page)).received - held).toBeGreaterThan(20);

  // Resuming before the gateway has answered does not leave the call on hold.
  await bar()
    .getByRole('button', { name: 'Hold' })
    .evaluate(async (button: HTMLElement) => {
      button.click();
      await new Promise((drawn) => void setTimeout(drawn));
      button.click();
    });
  await expect(bar().getByText('On hold')).toBeHidden();
  await expect.poll(() => music('Stop')).toBe(stopped + 2);
  const resumed = (await voiceStatistics(page)).received;
  await expect.poll(async () => (await voiceStatistics(page)).received - resumed).toBeGreaterThan(20);

  await bar().getByRole('button', { name: 'Keypad' }).click();
  await expect(page.getByRole('textbox', { name: 'Keys pressed' })).toBeFocused();
  await page.keyboard.type('4');
  await page.getByRole('dialog', { name: 'Keypad' }).getByRole('button', { name: '7' }).click();
  await page.keyboard.type('#');
  await expect(page.getByRole('textbox', { name: 'Keys pressed' })).toHaveValue('47#');
  // The gateway reports the keys at both ends of the call.
  await expect.poll(() => [...new Set(told.of('DTMFEnd', 'Digit'))].join('')).toBe('47#');
  await page.keyboard.press('Escape');

  await bar().getByRole('button', { name: 'Hang up' }).click();
  await expect(bar()).toBeHidden();
  await expect.poll(channels).toBe('');
  told.close();
});

test('a number is called from the page: the own phone answers automatically, and both are heard @full', async () => {
  const outside = await startPhone({
    sip: gateway.sip,
    port: gateway.ports.carrier,
    ringMs: 1000,
    talkMs: 8000,
  });
  // The first time that it is opened, the page does not know yet that one may call.
  await page.reload();
  await ready();
  await page.getByRole('button', { name: 'Your phone is ready' }).click();
  const pad = page.getByRole('dialog', { name: 'Your phone' });
  const place = pad.getByRole('button', { name: 'Call', exact: true });
  await expect(pad.getByRole('textbox', { name: 'Call a number' })).toBeFocused();
  await expect(place).toBeDisabled();
  await pad.getByRole('button', { name: '0', exact: true }).click();
  await expect(pad.getByText('Enter a full number: 6 to 15 digits.')).toBeVisible();
  await page.keyboard.type('812-9988-7766');
  await place.click();
  await expect(bar().getByText('In a call')).toBeVisible(PATIENT);
  await expect(bar()).toContainText(/(?:0|\+62)81299887766/);
  await expect(pad.getByText('Connected')).toBeVisible(PATIENT);
  const before = await voiceStatistics(page);
  await expect.poll(async () => (await voiceStatistics(page)).received - before.received).toBeGreaterThan(50);
  await expect.poll(async () => (await voiceStatistics(page)).sent).toBeGreaterThan(before.sent + 40);
  await expect(pad.getByText('Call ended')).toBeVisible(PATIENT);
  await expect(bar()).toBeHidden();
  await page.keyboard.press('Escape');
  await outside.stop();
  await expect.poll(channels).toBe('');
});

test('a reload keeps the phone, and the call that there is @full', async () => {
  // Playwright's polling counts as clicks to the browser: the first waits until the page has noticed that it may not play sound.
  const asked = page.waitForResponse((response) => response.url().endsWith('/api/phone/line'));
  await page.reload();
  await asked;
  await ready();
  // Without a click the browser would let the next call ring in silence.
  const sound = page.getByRole('button', { name: 'Turn on sound' });
  await sound.click();
  await expect(sound).toBeHidden();
  const told = await recordGatewayEvents(gateway);
  await startCall('081234500004');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(bar().getByText('In a call')).toBeVisible(PATIENT);
  await expect(bar()).toContainText('81234500004');
  const before = await voiceStatistics(page);
  await expect.poll(async () => (await voiceStatistics(page)).received - before.received).toBeGreaterThan(50);
  await expect.poll(async () => (await voiceStatistics(page)).sent).toBeGreaterThan(before.sent + 40);
  // The customer heard music meanwhile, and the agent got no other call.
  expect(told.of('MusicOnHoldStart', 'Channel').at(-1)).toMatch(/^PJSIP\/trunk-/);
  await expect(page.locator('button[data-activity="11"]')).toBeVisible();
  await bar().getByRole('button', { name: 'Hang up' }).click();
  await expect.poll(channels).toBe('');
  await expect(page.locator('button[data-activity="6"]')).toBeVisible();
  told.close();
});

test('when a page is closed for good its caller returns to the queue @full', async ({ server }) => {
  await gateway.cli('dialplan set global RETURN_SECONDS 2');
  await startCall('081234500005');
  await page.close({ runBeforeUnload: false });
  await expect.poll(() => gateway.cli('queue show sales'), PATIENT).toMatch(/1\. PJSIP\/trunk-/);
  // The caller goes to the next agent who is available.
  page = await openAs(browser, server.url, 'agent1');
  await openRegisteredPhone(page);
  await goReady(page);
  await incoming().getByRole('button', { name: 'Answer' }).click(PATIENT);
  await expect(bar().getByText('In a call')).toBeVisible();
  await bar().getByRole('button', { name: 'Hang up' }).click();
  await expect.poll(channels).toBe('');
});

test('a restarted gateway rings here again, even if the password has changed meanwhile @full', async () => {
  await page.request.post('/api/phone/line');
  await gateway.kill();
  await expect(page.getByRole('button', { name: /Your phone is not connected/ })).toBeVisible(PATIENT);
  const gone = page.getByText(/No connection to the telephone gateway “Head office” since/);
  await expect(gone).toBeVisible(PATIENT);
  await gateway.boot();
  await gateway.cli('queue add member PJSIP/201 to sales penalty 0 as 201 state_interface PJSIP/201');
  await ready();
  await expect(gone).toBeHidden(PATIENT);
  await startCall('081234500006');
  await bar().getByRole('button', { name: 'Hang up' }).click();
  await expect.poll(channels).toBe('');
});

test('a browser that is killed no longer rings, and its call ends @full', async ({ server }) => {
  test.setTimeout(120_000);
  await gateway.cli('queue remove member PJSIP/202 from sales');
  const ringing = await launchKillable();
  const first = await phoneOf(ringing.browser, server.url, 'agent2', { gateway, queue: 'support' });
  const caller = await startCaller({ sip: gateway.sip, number: '081234500007', dialled: '9support' });
  callers.push(caller);
  await expect(incoming(first)).toBeVisible();
  await ringing.kill();
  await expect.poll(contacts, PATIENT).not.toContain('202/');
  // The customer goes on waiting.
  expect(await gateway.cli('queue show support')).toMatch(/1\. PJSIP\/trunk-/);

  const talking = await launchKillable();
  const second = await phoneOf(talking.browser, server.url, 'agent2', { gateway, queue: 'support' });
  await incoming(second).getByRole('button', { name: 'Answer' }).click(PATIENT);
  await expect(bar(second).getByText('In a call')).toBeVisible();
  await talking.kill();
  // The gateway ends the call after its rtp_timeout without audio.
  await expect.poll(channels, { timeout: 40_000 }).toBe('');
});
