// "npm run screenshots": pictures for the README, made from the running product with the demo workspace.
// "npm run screenshots -- <folder>": every page and state in both themes, widths and languages, to look at. They come
// from the journey that also judges them, so that there is one list of what can be seen.
import './lib/node-version.mjs';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fail } from './lib/fail.mjs';
import { install } from './lib/install.mjs';
import { build } from './lib/build.mjs';
import { inRoot } from './lib/root.mjs';
import { runBin } from './lib/run.mjs';
import { step } from './lib/steps.mjs';

const PASSWORD = 'screenshots-2026';
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

try {
  await install();
  await build();
  const [folder] = process.argv.slice(2);
  if (folder) await step('Take a picture of everything', () => takeEverything(path.resolve(folder)));
  else await step('Take the screenshots', takeAll);
} catch (error) {
  fail(error);
}

async function takeEverything(folder) {
  await runBin('playwright', ['test', '--config=e2e/playwright.config.ts', '--reporter=line', 'accessible'], {
    env: { PICTURES: folder },
  });
}

async function takeAll() {
  const { chromium } = await import('playwright');
  const { startServer } = await import('../bench/lib/server.mjs');
  const { findBrowser, CALL_FLAGS } = await import('../bench/lib/browser.mjs');
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'trunkline-'));
  const server = await startServer({ DATA_DIR: dataDir, TRUNKLINE_SETUP: 'demo', DEMO_PASSWORD: PASSWORD });
  const browser = await chromium.launch({ executablePath: findBrowser(), args: CALL_FLAGS });
  try {
    await takeScreen({ browser, url: server.url });
  } finally {
    await browser.close();
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

async function takeScreen({ browser, url }) {
  const open = async (username, options) => {
    const page = await (await browser.newContext({ locale: 'en-US', ...options })).newPage();
    await page.goto(`${url}/login`);
    await page.locator('input[autocomplete="username"]').fill(username);
    await page.locator('input[type="password"]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL((address) => !address.pathname.startsWith('/login'));
    return page;
  };
  const shoot = async (page, name) => {
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: inRoot('docs/images', `${name}.png`) });
  };
  fs.mkdirSync(inRoot('docs/images'), { recursive: true });

  const agent = await open('agent1', { viewport: WIDE, colorScheme: 'light' });
  await agent.request.put(`${url}/api/user/activity`, { data: { user_activity_id: 6 } });
  const customer = await (await browser.newContext({ viewport: WIDE, locale: 'en-US' })).newPage();
  const frame = await startChat(customer, url);
  await agent.getByRole('button', { name: 'Take it: Grace' }).click();
  const box = agent.getByRole('textbox', { name: /reply/i });
  await box.fill('Hello Grace! Coarse, like sea salt: that is 8 to 9 on the dial.');
  await box.press('Enter');
  await frame.getByRole('textbox').fill('Thank you! And how long do I leave it?');
  await frame.getByRole('textbox').press('Enter');
  await agent.getByLabel('Conversation', { exact: true }).getByText('how long do I leave it').waitFor();
  await shoot(agent, 'desk');
  await shoot(customer, 'live-chat');

  const caller = await (await browser.newContext({ viewport: WIDE, locale: 'en-US' })).newPage();
  await startCall(caller, url);
  await agent.getByRole('button', { name: 'Pickup' }).click();
  const call = agent.getByRole('region', { name: 'Call with Rina' });
  await call.getByText('00:00:03').waitFor();
  await shoot(agent, 'call');
  await caller.context().close();

  const dark = await open('agent6', { viewport: WIDE, colorScheme: 'dark' });
  await dark.goto(`${url}/tickets?view=open`);
  await dark.getByRole('option').or(dark.getByRole('listitem')).nth(4).click();
  await shoot(dark, 'desk-dark');
  await dark.goto(`${url}/tickets?view=open`);
  await dark.getByRole('button', { name: 'Show as table' }).click();
  await dark.getByRole('table').getByRole('row').nth(6).waitFor();
  await shoot(dark, 'table-dark');
  await dark.goto(`${url}/customers`);
  await shoot(dark, 'customers-dark');
  const phone = await open('agent2', { viewport: NARROW, colorScheme: 'light' });
  await phone.goto(`${url}/tickets?view=open`);
  await shoot(phone, 'phone');
}

async function startChat(page, url) {
  await page.goto(`${url}/demo`);
  await page.getByRole('button', { name: /chat/i }).first().click();
  const frame = page.frameLocator('iframe[src*="/widget/"]');
  await frame.getByLabel('Name').fill('Grace');
  await frame.getByLabel('E-mail').fill('grace@mail.example');
  await frame
    .getByLabel('How can we help?')
    .fill('I want to make cold brew. Which grind size do you recommend?');
  await frame.getByRole('button', { name: 'Start chat' }).click();
  return frame;
}

async function startCall(page, url) {
  await page.goto(`${url}/demo`);
  await page.getByRole('button', { name: /chat/i }).first().click();
  const frame = page.frameLocator('iframe[src*="/widget/"]');
  await frame.getByRole('button', { name: 'Call', exact: true }).click();
  await frame.getByLabel('Name').fill('Rina');
  await frame.getByRole('button', { name: 'Call now' }).click();
}
