import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, type Browser, type Page } from 'playwright/test';
import { hasDovecot } from '../../packages/simulator/src/index.ts';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { expectAccessible } from '../support/axe.ts';
import { goReady, openAs } from '../support/people.ts';
import { DEMO_PASSWORD } from '../support/server.ts';

const COMMAND = fileURLToPath(new URL('../../scripts/simulate.mjs', import.meta.url));
const SLOW = { timeout: 30_000 };
const PICTURES = process.env['PICTURES'];

test.skip(process.platform === 'win32', 'Ctrl-C cannot be played there');
test.describe.configure({ mode: 'serial', timeout: 180_000 });

let folder: string;
let world: RunningSimulation;

test.beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-world-'));
});
test.afterEach(() => world?.end());
test.afterAll(() => fs.rm(folder, { recursive: true, force: true }));

test('a person who writes as a customer gets replies from the desk, and sees how far each message has got @full', async ({
  browser,
}) => {
  world = await startWorld('--rate', '0');
  const phones = await openPhones(browser);
  await expect(phones.getByText('No customers yet')).toBeVisible();
  const agent = await openAs(browser, world.desk, 'agent1');
  await agent.goto('/tickets');
  await goReady(agent);

  const rina = await openPhone(phones, 'WhatsApp', 'Rina Kusuma');
  await write(rina, 'Is my grinder ready?');
  await expect(rina.getByText('Received by the company')).toBeVisible(SLOW);
  await answer(agent, 'Is my grinder ready?', 'It is. Come by when you like.');
  const came = rina.getByRole('listitem').filter({ hasText: 'It is. Come by when you like.' });
  await expect(came.getByText('Delivered', { exact: true })).toBeVisible(SLOW);
  await expect(agent.getByText('Delivered', { exact: true })).toBeVisible(SLOW);
  await rina.getByRole('button', { name: 'Read (1)' }).click();
  await expect(came.getByText('Read', { exact: true })).toBeVisible(SLOW);
  await expect(agent.getByText('Read', { exact: true })).toBeVisible(SLOW);

  // Messages other than text, and a message written without a connection.
  await rina.getByRole('button', { name: 'Location' }).click();
  await expect(agent.getByText('Monas').last()).toBeVisible(SLOW);
  await rina.getByRole('button', { name: 'Go offline' }).click();
  await write(rina, 'I am in the lift');
  await expect(rina.getByText('Will be sent when online')).toBeVisible();
  const box = agent.getByRole('textbox', { name: 'Reply' });
  await box.fill('See you then.');
  await box.press('Enter');
  const late = rina.getByRole('listitem').filter({ hasText: 'See you then.' });
  await expect(late.getByText('Sent', { exact: true })).toBeVisible(SLOW);
  await rina.getByRole('button', { name: 'Go online' }).click();
  await expect(late.getByText('Delivered', { exact: true })).toBeVisible(SLOW);
  await expect(agent.getByText('I am in the lift').last()).toBeVisible(SLOW);

  await phones.locator('input[type="file"]').setInputFiles({
    name: 'cup.png',
    mimeType: 'image/png',
    buffer: PIXEL,
  });
  await expect(rina.getByRole('img', { name: 'Picture' })).toBeVisible();
  await expect(agent.getByRole('img', { name: /\.png$/ }).last()).toBeVisible(SLOW);

  await expectAccessible(phones);
  await lookAt(phones, 'wide-light-en');
  await phones.context().close();
  await agent.context().close();
});

test('the desk links to the simulated phones: from the menu, and from the page of accounts @full', async ({
  browser,
}) => {
  world = await startWorld('--rate', '0');
  const agent = await openAs(browser, world.desk, 'agent1');
  await agent.getByRole('button', { name: /^Your account:/ }).click();
  await leadsToPhones(agent, 'Open the customers’ phones');
  await agent.context().close();
  const admin = await openAs(browser, world.desk, 'admin');
  await admin.goto('/configurasi/config_socmed');
  await expect(admin.getByText('This demo workspace has simulated customers.')).toBeVisible();
  await expectAccessible(admin);
  await lookAt(admin, 'wide-light-en-accounts');
  await leadsToPhones(admin, 'Open their phones');
  await admin.context().close();
});

test('text messages and live chat work both ways, and show what each of them supports @full', async ({
  browser,
}) => {
  // Restarted on the same data: workspace and accounts are there, with new keys.
  world = await startWorld('--rate', '0');
  const phones = await openPhones(browser);
  const agent = await openAs(browser, world.desk, 'agent1');
  await agent.goto('/tickets');
  await goReady(agent);
  const budi = await openPhone(phones, 'SMS', 'Budi Santoso');
  await expect(budi.getByRole('button', { name: 'Sticker' })).toHaveCount(0);
  await write(budi, 'Where is my parcel?');
  await answer(agent, 'Where is my parcel?', 'At your door tomorrow.');
  const came = budi.getByRole('listitem').filter({ hasText: 'At your door tomorrow.' });
  await expect(came.getByText('Delivered', { exact: true })).toBeVisible(SLOW);
  await expect(agent.getByText('Delivered', { exact: true })).toBeVisible(SLOW);

  // The site's chat has no provider in between; a browser that was closed gets all messages when it is back.
  const tono = await openPhone(phones, 'Live chat', 'Tono Halim');
  await write(tono, 'Do you deliver to offices?');
  await answer(agent, 'Do you deliver to offices?', 'We do, on workdays.');
  const said = tono.getByRole('listitem').filter({ hasText: 'We do, on workdays.' });
  await expect(said.getByText('Delivered', { exact: true })).toBeVisible(SLOW);
  await tono.getByRole('button', { name: 'Go offline' }).click();
  const box = agent.getByRole('textbox', { name: 'Reply' });
  await box.fill('How many are you?');
  await box.press('Enter');
  await expect(agent.getByText('How many are you?').last()).toBeVisible(SLOW);
  await expect(tono.getByText('How many are you?')).toHaveCount(0);
  await tono.getByRole('button', { name: 'Go online' }).click();
  await expect(tono.getByText('How many are you?')).toBeVisible(SLOW);
  await tono.getByRole('button', { name: 'Read (2)' }).click();
  await expect(agent.getByText('Read', { exact: true }).last()).toBeVisible(SLOW);
  await phones.context().close();
  await agent.context().close();
});

test('an operator’s text messages, mails and the form on the site work both ways @full', async ({
  browser,
}) => {
  test.skip(!hasDovecot, 'mails need Dovecot');
  world = await startWorld('--rate', '0');
  const phones = await openPhones(browser);
  const agent = await openAs(browser, world.desk, 'agent1');
  await agent.goto('/tickets');
  await goReady(agent);
  const dian = await openPhone(phones, 'SMS (operator)', 'Dian Pratama');
  await write(dian, 'Is the shop open today?');
  await answer(agent, 'Is the shop open today?', 'It is, until nine.');
  const came = dian.getByRole('listitem').filter({ hasText: 'It is, until nine.' });
  await expect(came.getByText('Delivered', { exact: true })).toBeVisible(SLOW);
  await expect(agent.getByText('Delivered', { exact: true })).toBeVisible(SLOW);

  const mira = await openPhone(phones, 'E-mail', 'Mira Lestari');
  await write(mira, 'My kettle leaks. What can I do?');
  await agent.goto('/tickets?view=open');
  await answerMail(agent, 'My kettle leaks.', 'Send us a photo of it, please.');
  await expect(mira.getByText('Send us a photo of it, please.')).toBeVisible(SLOW);
  await expect(mira.getByText('My kettle leaks. What can I do?')).toHaveCount(1);
  await write(mira, 'Here it comes.');
  await expect(agent.getByText('Here it comes.').last()).toBeVisible(SLOW);

  const joko = await openPhone(phones, 'Web form', 'Joko Susilo');
  await write(joko, 'Do you repair grinders?');
  await expect(joko.getByText('Received by the company')).toBeVisible(SLOW);
  await answerMail(agent, 'Do you repair grinders', 'All of them.');
  await expect(joko.getByText('All of them.')).toBeVisible(SLOW);
  await lookAt(phones, 'wide-light-en-mail');
  await phones.context().close();
  await agent.context().close();
});

test('simulated customers write on every channel, and Ctrl-C ends everything @full', async ({ browser }) => {
  world = await startWorld('--rate', '120', '--seed', 'journey 31');
  const phones = await openPhones(browser, { locale: 'id-ID', colorScheme: 'dark' });
  const list = phones.getByRole('region', { name: 'Pelanggan' });
  // With this seed the first twelve customers use all channels, and no more than twelve are active at a time.
  const others = ['Messenger', 'Instagram', 'Live chat', 'Web form', ...(hasDovecot ? ['E-mail'] : [])];
  for (const channel of ['WhatsApp', 'SMS', 'SMS (operator)', ...others])
    await expect(list.getByRole('button').filter({ hasText: channel }).first()).toBeVisible({
      timeout: 60_000,
    });
  await expect(phones.getByText('Diterima perusahaan').first()).toBeVisible(SLOW);
  await expectAccessible(phones);
  await lookAt(phones, 'wide-dark-id');
  await phones.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(phones);
  await lookAt(phones, 'narrow-dark-id');

  const { desk } = world;
  expect(await world.end()).toBe(130);
  await expect(fetch(desk)).rejects.toThrow();
  await expect(phones.getByText('Simulator tidak menjawab')).toBeVisible(SLOW);
  await phones.context().close();
});

test('a port in use is refused, and the program that uses it gets no request @full', async () => {
  const asked: string[] = [];
  const other = http.createServer(({ url = '' }, response) => {
    asked.push(url);
    response.end('{}');
  });
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const { port } = other.address() as AddressInfo;
  const args = [COMMAND, '--data', path.join(folder, 'other')];
  const child = spawn(process.execPath, args, { env: { ...process.env, PORT: String(port), DEMO_PASSWORD } });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number];
  other.close();
  expect(said).toContain(`Port ${port} is taken: stop what uses it, or choose another with PORT.`);
  expect({ code, asked }).toEqual({ code: 1, asked: [] });
});

test('an invalid port is refused with one sentence @full', async () => {
  const args = [COMMAND, '--data', path.join(folder, 'other')];
  const child = spawn(process.execPath, args, { env: { ...process.env, PORT: 'abc', DEMO_PASSWORD } });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(1);
  expect(said).toContain('PORT is "abc": set it to a number from 1 to 65535, or leave it out.');
});

async function leadsToPhones(page: Page, link: string): Promise<void> {
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: link }).click();
  const phones = await opened;
  await expect(phones.getByRole('form', { name: 'New phone' })).toBeVisible(SLOW);
  expect(phones.url()).toBe(`${world.phones}/`);
}

type RunningSimulation = { desk: string; phones: string; end: () => Promise<number | null> };

/** Runs the command as a user would. */
async function startWorld(...args: string[]): Promise<RunningSimulation> {
  const port = String(await freePort());
  const env = { ...process.env, PORT: port, DEMO_PASSWORD, MEDIA_WORKERS: '1', MEDIA_LOAD_MAX: '1' };
  const child = spawn(process.execPath, [COMMAND, '--data', path.join(folder, 'data'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const hear = async (pattern: RegExp): Promise<string> => {
    await expect(() => {
      expect(child.exitCode, said).toBeNull();
      expect(said).toMatch(pattern);
    }).toPass({ timeout: 120_000 });
    return pattern.exec(said)?.[1] ?? '';
  };
  const end = () => endOf(child);
  try {
    return { phones: await hear(/phones: (\S+)/), desk: await hear(/The desk: (\S+)/), end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
  }
  return child.exitCode;
}

type BrowserOptions = { locale?: string; colorScheme?: 'light' | 'dark' };

async function openPhones(browser: Browser, look: BrowserOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    ...look,
  });
  const page = await context.newPage();
  await page.goto(world.phones);
  return page;
}

async function openPhone(phones: Page, channel: string, name: string) {
  const form = phones.getByRole('form', { name: 'New phone' });
  await form.getByLabel('Channel').selectOption({ label: channel });
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Add' }).click();
  const phone = phones.getByRole('article', { name });
  await expect(phone.getByRole('textbox', { name: `Message as ${name}` })).toBeFocused();
  return phone;
}

async function write(phone: Awaited<ReturnType<typeof openPhone>>, text: string): Promise<void> {
  const box = phone.getByRole('textbox');
  await box.fill(text);
  await box.press('Enter');
}

async function answer(agent: Page, question: string, text: string): Promise<void> {
  const offers = agent.getByRole('region', { name: 'Waiting conversations' });
  await expect(offers.getByText(question)).toBeVisible(SLOW);
  await offers.getByRole('button', { name: /^Take it:/ }).click();
  // Until the conversation is shown, the reply box still belongs to the previous ticket.
  await expect(agent.getByRole('log', { name: 'Conversation' }).getByText(question)).toBeVisible(SLOW);
  const box = agent.getByRole('textbox', { name: 'Reply' });
  await box.fill(text);
  await box.press('Enter');
}

/** Replies to the ticket with this subject, from the list of unassigned tickets. */
async function answerMail(agent: Page, subject: string, text: string): Promise<void> {
  const row = agent.getByRole('listitem').filter({ hasText: subject });
  await row.getByRole('link').first().click(SLOW);
  const box = agent.getByRole('textbox', { name: 'Reply' });
  await box.fill(text, SLOW);
  await agent.getByRole('button', { name: 'Send', exact: true }).click(SLOW);
}

async function lookAt(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: path.join(PICTURES, `phones-${name}.png`), fullPage: true });
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
