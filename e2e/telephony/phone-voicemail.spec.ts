import fs from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright/test';
import extraEn from '../../packages/web/src/features/tickets/message-parts/texts.en.ts';
import extraId from '../../packages/web/src/features/tickets/message-parts/texts.id.ts';
import {
  hasAsterisk,
  startAsterisk,
  startCaller,
  type Gateway,
} from '../../packages/server/test/telephony/asterisk.ts';
import { checkScreen } from '../support/check-screen.ts';
import { SCREEN_VARIANTS } from '../support/screen-variants.ts';
import { openAs } from '../support/people.ts';
import { connectGateway, launchPhone } from '../support/phone/phone.ts';
import { expect, test } from '../support/test.ts';
import { WORDS } from '../support/words.ts';

test.describe.configure({ mode: 'serial' });
test.skip(!hasAsterisk, 'there is no Asterisk here');
test.use({ ground: 'phone-voicemail' });

const EXTRA = { en: extraEn, id: extraId };
const SAYS_MS = 3000;
/** 8,000 samples a second of 16 bits. */
const BYTES_A_MS = 16;
const PATIENT = { timeout: 40_000 };
let gateway: Gateway;
let browser: Browser;

test.beforeAll(async ({ server }) => {
  test.setTimeout(90_000);
  gateway = await startAsterisk();
  await gateway.cli('dialplan set global LONGEST_WAIT 1');
  browser = await launchPhone();
  await connectGateway(await openAs(browser, server.url, 'admin'), gateway);
});
test.afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

for (const look of SCREEN_VARIANTS) {
  test(`${look.name}: a caller who reaches nobody leaves a message, which is played on its ticket @full`, async ({
    server,
  }) => {
    test.setTimeout(120_000);
    const { tickets, player } = WORDS[look.language];
    const number = `0812345000${look.isNarrow ? '81' : '82'}`;
    const caller = await startCaller({ sip: gateway.sip, number, keys: '2' });
    await expect.poll(spoken, PATIENT).toBeGreaterThan(SAYS_MS * BYTES_A_MS);
    // While the message is being recorded.
    await caller.hangUp();

    const page = await openAs(browser, server.url, 'agent1', look.context);
    await page.request.patch('/api/user', { data: { language: look.language, theme: 'system' } });
    const ticket = async (): Promise<number | undefined> => {
      const found = await page.request.get(`/api/tickets?assignee=none&q=${number.slice(1)}`);
      return ((await found.json()) as { data: { id: number }[] }).data[0]?.id;
    };
    await expect.poll(ticket, PATIENT).toBeDefined();
    await page.goto(`/tickets/detail?id=${await ticket()}`);
    const time = page.getByRole('log', { name: tickets.timeline.label });
    await expect(time.getByText(EXTRA[look.language].kind.voicemail)).toBeVisible();
    const play = time.getByRole('button', { name: player['play-message'] });
    await expect(play).toBeVisible(PATIENT);
    await checkScreen(page, look, 'phone-voicemail');
    await play.click();
    await expect(time.getByRole('button', { name: player.pause })).toBeVisible();
    await page.context().close();
  });
}

/** Returns how many bytes of the message the gateway has recorded. */
async function spoken(): Promise<number> {
  const folder = path.join(gateway.folder, 'spool/recording');
  const file = (await fs.readdir(folder)).find((name) => name.endsWith('-message.wav'));
  return file === undefined ? 0 : (await fs.stat(path.join(folder, file))).size;
}
