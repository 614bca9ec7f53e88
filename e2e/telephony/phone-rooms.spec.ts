import type { Browser, Page } from 'playwright/test';
import {
  hasAsterisk,
  startAsterisk,
  startCaller,
  startPhone,
  type Gateway,
} from '../../packages/server/test/telephony/asterisk.ts';
import { callOut } from '../support/calls/desk-calls.ts';
import { checkScreen } from '../support/check-screen.ts';
import { SCREEN_VARIANTS } from '../support/screen-variants.ts';
import { openAs } from '../support/people.ts';
import { isToneOnPhoneLine, isToneAudible } from '../support/phone/phone-rooms.ts';
import {
  connectGateway,
  openRegisteredPhone,
  launchPhone,
  recordGatewayEvents,
  phoneOf,
  useToneAsMicrophone,
} from '../support/phone/phone.ts';
import { expect, test } from '../support/test.ts';

test.skip(!hasAsterisk, 'there is no Asterisk here');
test.use({ ground: 'phone-rooms' });

/** Tones by which voices are told apart: the agent, the customer in the room, and the telephone. */
const AGENT_HERTZ = 1500;
const CUSTOMER_HERTZ = 1000;
const PHONE_HERTZ = 660;
const THEIRS = '+6281299887755';
const PATIENT = { timeout: 60_000 };
let gateway: Gateway;
let browser: Browser;
test.beforeAll(async ({ server }) => {
  test.setTimeout(90_000);
  gateway = await startAsterisk();
  browser = await launchPhone();
  await connectGateway(await openAs(browser, server.url, 'admin'), gateway);
});
test.afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

const bar = (on: Page) => on.getByRole('region', { name: 'Phone call' });

/** The customer follows the link to the room and speaks their tone there. */
async function joinRoom(link: string): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await page.addInitScript(useToneAsMicrophone, CUSTOMER_HERTZ);
  await page.goto(link);
  await page.getByRole('button', { name: 'Join call' }).click();
  return page;
}

test('an agent in a video call has a telephone rung, and everybody hears each other @full', async ({
  server,
}) => {
  test.setTimeout(300_000);
  const dewi = await openAs(browser, server.url, 'agent1');
  await openRegisteredPhone(dewi, AGENT_HERTZ);
  const { call, link, ticketId } = await callOut(browser, server.url, {
    agent: dewi,
    customer: 'Joko Susilo',
  });
  const customer = await joinRoom(link);
  await expect.poll(() => isToneAudible(dewi, CUSTOMER_HERTZ), PATIENT).toBe(true);

  await dewi.locator('button[data-line="ready"]').waitFor();
  const add = async () => {
    await call.getByRole('button', { name: 'Invite or transfer' }).click();
    const dialog = dewi.getByRole('dialog', { name: 'Invite or transfer' });
    await dialog.getByText('Phone number', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Phone number' }).fill(THEIRS);
    await checkScreen(dewi, SCREEN_VARIANTS[0]!, 'add-a-phone');
    await dialog.getByRole('button', { name: 'Call', exact: true }).click();
  };
  // Somebody who rejects the call is not in the room, and the reason is shown.
  const busy = await startPhone({ sip: gateway.sip, port: gateway.ports.carrier, does: 'reject' });
  await add();
  await expect(call.getByText(`${THEIRS} · Busy`)).toBeVisible(PATIENT);
  await call.getByRole('button', { name: `Dismiss ${THEIRS}` }).click();
  await busy.stop();

  const phone = await startPhone({ sip: gateway.sip, port: gateway.ports.carrier });
  await add();
  await expect(bar(dewi).getByText('In the video call')).toBeVisible(PATIENT);
  await expect(customer.getByText(THEIRS)).toBeVisible(PATIENT);
  await expect.poll(() => isToneAudible(customer, PHONE_HERTZ), PATIENT).toBe(true);
  await expect.poll(() => isToneOnPhoneLine(dewi, CUSTOMER_HERTZ, 'says'), PATIENT).toBe(true);
  expect(await isToneOnPhoneLine(dewi, AGENT_HERTZ, 'says')).toBe(true);

  // Muting in the room mutes the telephone as well.
  await call.getByRole('button', { name: 'Microphone', exact: true }).click();
  await expect(bar(dewi).getByRole('button', { name: 'Unmute' })).toBeVisible();
  await expect.poll(() => isToneOnPhoneLine(dewi, AGENT_HERTZ, 'says')).toBe(false);
  expect(await isToneOnPhoneLine(dewi, CUSTOMER_HERTZ, 'says')).toBe(true);
  await bar(dewi).getByRole('button', { name: 'Unmute' }).click();
  await expect.poll(() => isToneAudible(customer, AGENT_HERTZ), PATIENT).toBe(true);

  // The room does not hear the telephone for a while.
  await call.getByRole('button', { name: 'Participants', exact: true }).click();
  await call.getByRole('button', { name: `Mute ${THEIRS}` }).click();
  await expect.poll(() => isToneAudible(customer, PHONE_HERTZ), PATIENT).toBe(false);
  await call.getByRole('button', { name: `Mute ${THEIRS}` }).click();
  await expect.poll(() => isToneAudible(customer, PHONE_HERTZ), PATIENT).toBe(true);

  const told = await recordGatewayEvents(gateway);
  await call.getByRole('button', { name: 'Keypad', exact: true }).click();
  for (const key of ['4', '2', '#']) await call.getByRole('button', { name: key, exact: true }).click();
  await expect.poll(() => told.of('DTMFEnd', 'Digit').join(''), PATIENT).toContain('42');
  told.close();
  for (const look of SCREEN_VARIANTS) {
    await dewi.setViewportSize(look.context.viewport);
    await checkScreen(dewi, look, 'phone-in-room');
  }
  await dewi.setViewportSize(SCREEN_VARIANTS[0]!.context.viewport);

  // The telephone leaves, and the room goes on.
  await call.getByRole('button', { name: `Hang up ${THEIRS}` }).click();
  await expect(bar(dewi)).toBeHidden();
  await expect(customer.getByText(THEIRS)).toBeHidden();
  await expect.poll(() => isToneAudible(dewi, CUSTOMER_HERTZ), PATIENT).toBe(true);
  // The room's call, and both calls to the telephone.
  const { data } = await (await dewi.request.get(`/api/tickets/${ticketId}/timeline`)).json();
  const begun = data.filter((one: { event: { type: string } | null }) => one.event?.type === 'call_started');
  expect(begun).toHaveLength(3);
  await call.getByRole('button', { name: 'Hang up', exact: true }).click();
  await expect(call).toBeHidden(PATIENT);
  await phone.stop();
});

test('a telephone call is brought into a video call, and continues after it @full', async ({ server }) => {
  test.setTimeout(300_000);
  const dewi = await phoneOf(browser, server.url, 'agent2', { gateway });
  await dewi.addInitScript(useToneAsMicrophone, AGENT_HERTZ);
  await openRegisteredPhone(dewi);
  // The caller echoes what they hear, and presses a key now and then.
  const caller = await startCaller({
    sip: gateway.sip,
    number: '081234500051',
    dialled: '9sales',
    echoes: true,
    keys: '5'.repeat(90),
    keyAfterMs: 1000,
  });
  const ring = dewi.getByRole('dialog', { name: 'Incoming call' });
  await ring.getByRole('button', { name: 'Answer' }).click(PATIENT);
  const begun = dewi.waitForResponse((answer) => /\/api\/tickets\/\d+\/calls$/.test(answer.url()));
  await bar(dewi).getByRole('button', { name: 'Start video call' }).click();
  const { link } = (await (await begun).json()) as { link: string };
  const { pathname, search } = new URL(link, server.url);
  const call = dewi.getByRole('region', { name: /^Call with / });
  await expect(bar(dewi).getByText('In the video call')).toBeVisible(PATIENT);

  const customer = await joinRoom(server.url + pathname + search);
  await expect.poll(() => isToneOnPhoneLine(dewi, CUSTOMER_HERTZ, 'hears'), PATIENT).toBe(true);
  // The customer's tone comes back by the telephone's echo only.
  await expect.poll(() => isToneAudible(customer, CUSTOMER_HERTZ), PATIENT).toBe(true);
  await expect(call.getByText(/pressed 5/)).toBeVisible(PATIENT);

  // During a hold the gateway plays music, which the room does not hear.
  await bar(dewi).getByRole('button', { name: 'Hold' }).click();
  await expect.poll(() => isToneAudible(customer, CUSTOMER_HERTZ), PATIENT).toBe(false);
  await bar(dewi).getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => isToneAudible(customer, CUSTOMER_HERTZ), PATIENT).toBe(true);
  // The room's hold affects only the customer: the telephone hears the agent and no music.
  await call.getByRole('button', { name: 'Hold' }).click();
  await expect.poll(() => isToneOnPhoneLine(dewi, CUSTOMER_HERTZ, 'hears'), PATIENT).toBe(false);
  await expect.poll(() => isToneOnPhoneLine(dewi, AGENT_HERTZ, 'hears'), PATIENT).toBe(true);
  await call.getByRole('button', { name: 'Hold' }).click();
  await expect.poll(() => isToneOnPhoneLine(dewi, CUSTOMER_HERTZ, 'hears'), PATIENT).toBe(true);

  // When the room ends, the telephone call goes on as an ordinary one.
  await call.getByRole('button', { name: 'Hang up', exact: true }).click();
  await expect(call).toBeHidden(PATIENT);
  await expect(bar(dewi).getByText('In a call')).toBeVisible();
  await expect(dewi.locator('button[data-activity="11"]')).toBeVisible(PATIENT);
  await expect.poll(() => isToneOnPhoneLine(dewi, AGENT_HERTZ, 'hears'), PATIENT).toBe(true);
  await bar(dewi).getByRole('button', { name: 'Hang up' }).click();
  expect(await caller.ended).toBe(true);
  await expect(dewi.locator('button[data-activity="6"]')).toBeVisible(PATIENT);
});
