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
import { connectGateway, launchPhone, phoneOf, waitUntilAvailable } from '../support/phone/phone.ts';
import { expect, test } from '../support/test.ts';
import { WORDS } from '../support/words.ts';

test.describe.configure({ mode: 'serial' });
test.skip(!hasAsterisk, 'there is no Asterisk here');
test.use({ ground: 'phone-after-call' });

const SECONDS = 20;
let gateway: Gateway;
let browser: Browser;

test.beforeAll(async ({ server }) => {
  test.setTimeout(90_000);
  gateway = await startAsterisk();
  browser = await launchPhone();
  await connectGateway(await openAs(browser, server.url, 'admin'), gateway, { after_call_seconds: SECONDS });
});
test.afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

async function ring(number: string) {
  await waitUntilAvailable(gateway, '201');
  return startCaller({ sip: gateway.sip, number, dialled: '9sales' });
}
const does = (page: Page, activity: number) =>
  expect(page.locator(`button[data-activity="${activity}"]`)).toBeVisible({ timeout: 30_000 });

/** Returns the conversation of the ticket that the form belongs to. */
async function linesOf(page: Page): Promise<string> {
  await page.getByRole('region', { name: 'Wrap-up' }).getByRole('link', { name: 'Ticket' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Ticket / })).toBeAttached();
  return page.url();
}

for (const look of SCREEN_VARIANTS) {
  test(`${look.name}: a telephone call from the first ring to what is noted of it @full`, async ({
    server,
  }) => {
    test.setTimeout(120_000);
    const { phone: words } = WORDS[look.language];
    const page = await phoneOf(browser, server.url, 'agent1', { gateway, look });
    const caller = await ring(`0812345000${look.isNarrow ? '31' : '32'}`);
    const incoming = page.getByRole('dialog', { name: words.incoming });
    await expect(incoming).toBeVisible();
    await incoming.getByRole('button', { name: words.answer }).click();
    const bar = page.getByRole('region', { name: words.call });
    await expect(bar.getByText(words.talking)).toBeVisible();
    await expect(page.locator('header button').last()).toBeInViewport({ ratio: 1 });
    await checkScreen(page, look, 'phone-call');
    await bar.getByRole('button', { name: words.keypad }).click();
    await checkScreen(page, look, 'phone-keypad');
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: words.transfer }).click();
    await checkScreen(page, look, 'phone-transfer');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: words.line.ready }).click();
    await checkScreen(page, look, 'phone-settings');
    await page.keyboard.press('Escape');
    await caller.hangUp();

    const form = page.getByRole('region', { name: words.after.title });
    await expect(form).toBeVisible();
    await does(page, 12);
    await checkScreen(page, look, 'phone-after-call');
    await form.getByRole('radio', { name: words.after.outcomes.call_again }).check();
    await form.getByRole('button', { name: words.after.done }).click();
    await expect(form).toBeHidden();
    await does(page, 6);
    await page.context().close();
  });
}

test('notes are stored on the ticket, by “Done” and at the end of the time @full', async ({ server }) => {
  test.setTimeout(120_000);
  const page = await phoneOf(browser, server.url, 'agent1', { gateway, look: SCREEN_VARIANTS[0]! });
  const form = page.getByRole('region', { name: 'Wrap-up' });
  const talkOnce = async (number: string) => {
    const caller = await ring(number);
    await page.getByRole('dialog', { name: 'Incoming call' }).getByRole('button', { name: 'Answer' }).click();
    await does(page, 11);
    await caller.hangUp();
    await expect(form).toBeVisible();
    return linesOf(page);
  };
  const ticket = page.getByLabel('Conversation', { exact: true });

  await talkOnce('081234500033');
  await form.getByRole('radio', { name: 'Resolved' }).check();
  await form.getByRole('textbox', { name: 'Notes' }).fill('Sent the invoice again.');
  await form.getByRole('button', { name: 'Save and set to Ready' }).click();
  await expect(form).toBeHidden();
  await does(page, 6);
  await expect(ticket.getByText('Sent the invoice again.')).toHaveCount(1);
  await expect(ticket.getByText(/set the call outcome: resolved/)).toHaveCount(1);

  await talkOnce('081234500034');
  await form.getByRole('textbox', { name: 'Notes' }).fill('Half a sente');
  await expect(form.getByText('Saved', { exact: true })).toBeVisible();
  // Typed notes are still there after a reload.
  await page.reload();
  await expect(form.getByRole('textbox', { name: 'Notes' })).toHaveValue('Half a sente');
  await form.getByRole('textbox', { name: 'Notes' }).fill('Half a sentence');
  await does(page, 6);
  await expect(form).toBeHidden();
  await expect(ticket.getByText('Half a sentence')).toHaveCount(1, { timeout: 30_000 });
  await page.context().close();
});

test('hanging up by a key leads to the form after the call, and from there back to where the agent was @full', async ({
  server,
}) => {
  test.setTimeout(120_000);
  const page = await phoneOf(browser, server.url, 'agent1', { gateway, look: SCREEN_VARIANTS[0]! });
  const search = page.getByRole('searchbox', { name: 'Search tickets' });
  await search.focus();
  await ring('081234500035');
  await page
    .getByRole('dialog', { name: 'Incoming call' })
    .getByRole('button', { name: 'Answer' })
    .press('Enter');
  await does(page, 11);
  await expect(search).toBeFocused();
  await page
    .getByRole('region', { name: 'Phone call' })
    .getByRole('button', { name: 'Hang up' })
    .press('Enter');
  const form = page.getByRole('region', { name: 'Wrap-up' });
  await expect(form).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(form.locator(':focus')).toHaveCount(1);
  await form.getByRole('button', { name: 'Save and set to Ready' }).press('Enter');
  await expect(form).toBeHidden();
  await expect(search).toBeFocused();
  await page.context().close();
});
