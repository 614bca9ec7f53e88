import type { Browser } from 'playwright/test';
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
test.use({ ground: 'phone-recording' });

const PATIENT = { timeout: 20_000 };
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

for (const look of SCREEN_VARIANTS) {
  test(`${look.name}: a call is recorded but for a pause, and can be heard on its ticket @full`, async ({
    server,
  }) => {
    test.setTimeout(120_000);
    const { phone: words, player } = WORDS[look.language];
    const page = await phoneOf(browser, server.url, 'agent1', { gateway, look });
    await waitUntilAvailable(gateway, '201');
    const number = `0812345000${look.isNarrow ? '61' : '62'}`;
    const caller = await startCaller({ sip: gateway.sip, number, dialled: '9sales' });
    await page
      .getByRole('dialog', { name: words.incoming })
      .getByRole('button', { name: words.answer })
      .click(PATIENT);
    const bar = page.getByRole('region', { name: words.call });
    await expect(page.locator('button[data-activity="11"]')).toBeVisible(PATIENT);
    await bar.getByRole('button', { name: words.pauseRecording }).click();
    await expect(bar.getByRole('button', { name: words.record })).toBeVisible();
    await checkScreen(page, look, 'phone-recording-paused');
    await bar.getByRole('button', { name: words.record }).click();
    await expect(bar.getByRole('button', { name: words.pauseRecording })).toBeVisible();
    await caller.hangUp();
    await expect(bar).toBeHidden();

    const ticket = async (): Promise<number | undefined> => {
      const found = await page.request.get(`/api/tickets?status=open&sort=newest&q=${number.slice(1)}`);
      return ((await found.json()) as { data: { id: number }[] }).data[0]?.id;
    };
    await expect.poll(ticket).toBeDefined();
    await page.goto(`/tickets/detail?id=${await ticket()}`);
    const play = page.getByRole('button', { name: player.play });
    await expect(play).toBeVisible(PATIENT);
    await checkScreen(page, look, 'phone-recording');
    await play.click();
    await expect(page.getByRole('button', { name: player.pause })).toBeVisible();
    await page.context().close();
  });
}
