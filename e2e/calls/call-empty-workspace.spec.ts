import fs from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright/test';
import { MAIL_PASSWORD } from '../../packages/server/test/mail/dovecot.ts';
import { loudness } from '../support/calls/call-people.ts';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { checkScreen } from '../support/check-screen.ts';
import { SCREEN_VARIANTS, type ScreenVariant } from '../support/screen-variants.ts';
import { hasDovecot } from '../support/mail/mail-desk.ts';
import { plainText } from '../support/mail/mail.ts';
import { startMailServers } from '../support/mail/mail-servers.ts';
import { startServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

test.skip(!hasDovecot, 'Dovecot is not installed: no real mailbox to connect to');

const PASSWORD = 'sate ayam madura 12';
const SLOW = { timeout: 30_000 };
const IN_JAKARTA: BrowserContextOptions = {
  locale: 'en-US',
  timezoneId: 'Asia/Jakarta',
  reducedMotion: 'reduce',
};
const [WIDE] = SCREEN_VARIANTS;
const NARROW: ScreenVariant | undefined = WIDE && {
  ...WIDE,
  name: 'narrow-en',
  isNarrow: true,
  context: { ...WIDE.context, viewport: { width: 390, height: 844 } },
};

let browser: Browser;
test.beforeAll(async () => {
  browser = await launchFirstTimeCallers();
});
test.afterAll(() => browser.close());

/** Checks the screen wide and narrow, in both themes. */
async function expectVideo(page: Page, name: string): Promise<void> {
  for (const look of [NARROW, WIDE]) {
    if (!look) continue;
    await page.setViewportSize(look.context.viewport);
    await checkScreen(page, look, `first-${name}`);
  }
}

async function openWide(baseURL: string): Promise<Page> {
  const viewport = WIDE?.context.viewport ?? null;
  return (await browser.newContext({ ...IN_JAKARTA, baseURL, viewport })).newPage();
}

/** Opens the page of one of the checklist's items. */
async function openItem(page: Page, name: string): Promise<void> {
  await openChecklist(page);
  await page.getByRole('link', { name: `Open: ${name}` }).click();
}

/** The first page has the checklist, and so has the menu of the settings. */
async function openChecklist(page: Page): Promise<void> {
  const title = page.getByRole('heading', { name: 'Setup checklist', level: 1 });
  if (!(await title.isVisible())) await page.getByRole('link', { name: 'Setup checklist' }).click();
  await expect(title).toBeVisible();
}

async function expectDone(page: Page, name: string): Promise<void> {
  await openChecklist(page);
  const item = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await expect(item.getByRole('img', { name: 'Done' })).toBeVisible();
}

/** The wizard: account, organisation, department with hours, chat. Returns the code for the site. */
async function goThroughWizard(page: Page, address: string): Promise<string> {
  await page.goto(address);
  await page.getByLabel('Your name').fill('Rina Hartono');
  await page.getByLabel('User name').fill('rina');
  await page.getByLabel('E-mail (optional)').fill('rina@desk.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  await expectVideo(page, 'account');
  await page.getByRole('button', { name: 'Create account' }).click();

  await expect(page.getByRole('heading', { name: 'Your organisation' })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Kopi Gayo');
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Indonesia');
  await expectVideo(page, 'organisation');
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: 'Your first department' })).toBeVisible();
  await page.getByText('Sat', { exact: true }).click();
  await page.getByRole('combobox', { name: 'From' }).click();
  await page.getByRole('option', { name: '08:00' }).click();
  await expectVideo(page, 'department');
  await page.getByRole('button', { name: 'Continue' }).click();

  await page.getByRole('button', { name: 'Create chat' }).click();
  const snippet = (await page.getByLabel('Code for your website').textContent()) ?? '';
  await expectVideo(page, 'channel');
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: 'Your colleagues' })).toBeVisible();
  await expectVideo(page, 'colleagues');
  await page.getByRole('button', { name: 'Finish setup' }).click();
  await expect(page.getByRole('heading', { name: 'Setup checklist', level: 1 })).toBeVisible();
  await expectVideo(page, 'checklist');
  return snippet;
}

/** The chat may stand on the company's site only. */
async function allowSite(page: Page, site: string): Promise<void> {
  await openItem(page, 'First channel');
  await page.getByRole('main').getByText('Kopi Gayo', { exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Allowed sites' }).fill(site);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expectVideo(page, 'chat');
}

type Ports = { imapPort: number; smtpPort: number };

async function connectMailbox(page: Page, { imapPort, smtpPort }: Ports): Promise<void> {
  await openItem(page, 'Mailbox');
  await expectVideo(page, 'no-mailbox');
  await page.getByRole('button', { name: 'New mailbox' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Support');
  await page.getByLabel('Address', { exact: true }).fill('support@desk.example');
  for (const [name, port] of [
    ['Incoming mail', imapPort],
    ['Outgoing mail', smtpPort],
  ] as const) {
    const part = page.getByRole('group', { name, exact: true });
    await part.getByLabel('Server').fill('127.0.0.1');
    await part.getByText('None', { exact: true }).first().click();
    await part.getByLabel('Port', { exact: true }).fill(String(port));
  }
  const incoming = page.getByRole('group', { name: 'Incoming mail', exact: true });
  await incoming.getByLabel('User name').fill('support');
  await incoming.locator('input[type=password]').fill(MAIL_PASSWORD);
  const outgoing = page.getByRole('group', { name: 'Outgoing mail', exact: true });
  await outgoing.getByRole('group', { name: 'Sign-in' }).getByText('None', { exact: true }).click();
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText('Incoming mail works.')).toBeVisible(SLOW);
  await expect(page.getByText('Outgoing mail works.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Working', { exact: true })).toBeVisible(SLOW);
  await expectVideo(page, 'mailbox');
  await expectDone(page, 'Mailbox');
}

async function setUpOutgoingMail(page: Page, { smtpPort }: Ports): Promise<void> {
  await openItem(page, 'Outgoing mail');
  const part = page.getByRole('group', { name: 'Outgoing mail', exact: true });
  await expect(part).toBeInViewport();
  await part.getByLabel('Server').fill('127.0.0.1');
  await part.getByRole('textbox', { name: 'Port' }).fill(String(smtpPort));
  await part.getByLabel('Sender address').fill('desk@desk.example');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const test = part.getByRole('button', { name: 'Send a test e-mail to me' });
  await test.click();
  await expect(part.getByText('Test e-mail sent to you.')).toBeVisible(SLOW);
  await expectVideo(page, 'outgoing-mail');
  await expectDone(page, 'Outgoing mail');
}

/** Invites an agent with an extension. Returns the name of their mailbox. */
async function inviteSam(page: Page): Promise<string> {
  await openItem(page, 'Colleagues');
  await page.getByRole('button', { name: 'New user' }).click();
  const drawer = page.getByRole('dialog', { name: 'New user' });
  await drawer.getByLabel('Name', { exact: true }).fill('Sam Lee');
  await drawer.getByLabel('User name').fill('sam');
  await drawer.getByLabel('E-mail', { exact: true }).fill('sam@desk.example');
  await drawer.getByRole('combobox', { name: 'Role', exact: true }).click();
  await page.getByRole('option', { name: 'Agent', exact: true }).click();
  await expect(drawer.getByText('Support', { exact: true }).filter({ visible: true })).toBeVisible();
  await drawer.getByRole('button', { name: /^Use \d+$/ }).click();
  await expectVideo(page, 'new-user');
  await drawer.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('row', { name: /Sam Lee/ })).toContainText('Invited');
  await expectVideo(page, 'users');
  await expectDone(page, 'Colleagues');
  return 'sam';
}

/** Follows the invitation, signs in, and is ready. */
async function signInByInvitation(page: Page, mail: string): Promise<void> {
  const [link = ''] = /http\S+\/reset\?token=[\w-]+/.exec(plainText(mail)) ?? [];
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat new password').fill(PASSWORD);
  await expectVideo(page, 'invitation');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByLabel('User name').fill('sam');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Tickets' }).click();
  await expectVideo(page, 'agent');
  await page.getByRole('banner').locator('button[data-activity]').click();
  await page.getByRole('menuitem', { name: /^Ready/ }).click();
  await expect(page.locator('button[data-activity="6"]')).toBeVisible();
}

async function answerChat(agent: Page, visitor: Page): Promise<void> {
  await visitor.locator('trunkline-chat button.launcher').click();
  const chat = visitor.frameLocator('trunkline-chat iframe');
  await chat.getByRole('textbox', { name: 'Name' }).fill('Lina');
  await chat.getByRole('textbox', { name: 'How can we help?' }).fill('Is the Gayo roast in stock?');
  await chat.getByRole('button', { name: 'Start chat' }).click();
  await agent.getByRole('button', { name: 'Take it: Lina' }).click(SLOW);
  const reply = agent.getByRole('textbox', { name: 'Reply' });
  await reply.fill('Yes, since this morning.');
  await reply.press('Enter');
  await expect(chat.getByText('Yes, since this morning.')).toBeVisible();
  await expectVideo(agent, 'chat-answered');
}

async function answerMail(agent: Page, mail: Awaited<ReturnType<typeof startMailServers>>): Promise<void> {
  await mail.write({
    from: 'Dewi Lestari <dewi@mail.example>',
    to: 'support@desk.example',
    subject: 'My parcel is late',
    text: 'Where is it?',
  });
  await agent.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Tickets' }).click();
  await agent
    .getByRole('link', { name: 'Unassigned' })
    .or(agent.getByRole('tab', { name: 'Unassigned' }))
    .first()
    .click();
  await agent.getByText('Dewi Lestari').first().click(SLOW);
  await expect(agent.getByRole('heading', { name: 'My parcel is late' })).toBeVisible();
  await agent.getByRole('textbox', { name: /Write|Reply/ }).fill('It comes tomorrow.');
  await agent.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => mail.received('dewi'), SLOW).toHaveLength(1);
  const [answer = ''] = await mail.received('dewi');
  expect(answer).toContain('It comes tomorrow.');
  await expectVideo(agent, 'mail-answered');
}

async function answerCall(agent: Page, visitor: Page): Promise<void> {
  await visitor.locator('trunkline-chat button.launcher').click();
  const widget = visitor.frameLocator('trunkline-chat iframe');
  await widget.getByRole('button', { name: 'Call', exact: true }).click();
  await widget.getByLabel('Name').fill('Joko');
  await widget.getByRole('button', { name: 'Call now' }).click();
  const ring = agent.getByRole('dialog', { name: 'Incoming Voip' });
  await expect(ring.getByText('Joko', { exact: true })).toBeVisible(SLOW);
  await ring.getByRole('button', { name: 'Pickup' }).click();
  await expect(widget.getByText('You are talking to Sam Lee')).toBeVisible(SLOW);
  const frame = visitor.frames().find((each) => each.url().includes('/widget/'));
  if (!frame) throw new Error('the widget is gone');
  await expect.poll(() => loudness(frame), SLOW).toBeGreaterThan(4);
  await expect.poll(() => loudness(agent), SLOW).toBeGreaterThan(4);
  await expectVideo(agent, 'call');
  await agent.getByRole('button', { name: 'Hang up' }).click();
  await expect(widget.getByText('The call has ended')).toBeVisible();
}

test('an owner goes from an empty folder to an answered chat, an answered e-mail and a call in which both are heard @full', async () => {
  test.setTimeout(600_000);
  const mail = await startMailServers();
  const server = await startServer({ setup: 'empty' });
  let snippet = '';
  const site = await startSite(() => `<h1>Kopi Gayo</h1>${snippet}`);
  const printed = async () => /http\S+\/setup#\S+/.exec(await fs.readFile(server.logFile, 'utf8'))?.[0] ?? '';
  await expect.poll(printed).not.toBe('');
  const address = await printed();

  const owner = await openWide(server.url);
  snippet = await goThroughWizard(owner, address);
  await allowSite(owner, site.url);
  await connectMailbox(owner, mail);
  await setUpOutgoingMail(owner, mail);
  const box = await inviteSam(owner);

  await expect.poll(() => mail.received(box), SLOW).not.toEqual([]);
  const sam = await openWide(server.url);
  await signInByInvitation(sam, (await mail.received(box)).at(-1) ?? '');

  for (const answer of [answerChat, answerCall]) {
    const visitor = await openWide(site.url);
    await visitor.goto('/');
    await answer(sam, visitor);
    await visitor.context().close();
  }
  await answerMail(sam, mail);

  await openChecklist(owner);
  await expectVideo(owner, 'checklist-later');
  for (const page of [owner, sam]) await page.context().close();
  site.close();
  await server.discard();
  await mail.close();
});
