import { randomUUID } from 'node:crypto';
import type { FrameLocator, Page } from 'playwright/test';
import { callApi, signIn } from '../support/api.ts';
import { press } from '../support/keys.ts';
import { openMailbox, plainText } from '../support/mail/mail.ts';
import { goReady, openAs } from '../support/people.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const chatOf = (page: Page): FrameLocator => page.frameLocator('trunkline-chat iframe');

test('a visitor chats by keys alone, from the launcher to the transcript @full', async ({
  browser,
  baseURL,
  page,
  server,
}) => {
  const desk = await openAs(browser, baseURL ?? '', 'agent1');
  await goReady(desk);
  const mailbox = await openMailbox(server.url);
  const agent = await signIn(server.url, 'agent1', DEMO_PASSWORD);
  const call = async <T>(method: string, address: string, body?: unknown): Promise<T> => {
    const answer = await callApi<T>(server.url, method, address, { token: agent.token, body });
    expect(answer.status, `${method} ${address}`).toBe(200);
    return answer.body;
  };
  const launcher = page.locator('trunkline-chat button.launcher');
  const chat = chatOf(page);
  const field = chat.getByLabel('Write a message');
  const log = chat.getByRole('log', { name: 'Messages' });
  await page.goto('/demo');
  await expect(launcher).toBeVisible();
  for (let tries = 0; tries < 40 && !(await isFocused(page)); tries += 1) await press(page, 'Tab');
  await expect(launcher).toBeFocused();
  await press(page, 'Enter');
  await expect(chat.getByLabel('Name')).toBeFocused();
  await press(page, 'Escape');
  await expect(launcher).toBeFocused();
  await press(page, 'Enter');
  await expect(chat.getByLabel('Name')).toBeFocused();

  await page.keyboard.type('Key Visitor');
  await press(page, 'Tab', 'Tab', 'Tab');
  await page.keyboard.type('Is the shop open on Sunday?');
  await press(page, 'Tab');
  await expect(chat.getByRole('button', { name: 'Start chat' })).toBeFocused();
  await press(page, 'Enter');
  await expect(chat.getByLabel('E-mail')).toBeFocused();
  await expect(chat.getByLabel('E-mail')).toHaveAccessibleDescription(/Enter a valid e-mail address/);
  await page.keyboard.type('key@example.com');
  await press(page, 'Enter');
  await expect(field).toBeFocused();
  await expect(log).toContainText('Is the shop open on Sunday?');

  type Tickets = { data: { id: number; customer_name: string }[] };
  const { data } = await call<Tickets>('GET', '/api/tickets?limit=20&sort=created&assignee=any');
  const ticketId = data.find((ticket) => ticket.customer_name === 'Key Visitor')!.id;
  const write = (body: string) =>
    call('POST', `/api/tickets/${ticketId}/messages`, { client_key: randomUUID(), body });
  await write('From nine to five.');
  // A log is a live region, so screen readers announce what is added.
  await expect(log).toContainText('From nine to five.');
  await expect(log).not.toHaveAttribute('aria-live', 'off');
  await expect(field).toBeFocused();
  await press(page, 'Escape');
  await expect(launcher).toBeFocused();
  await write('See you then!');
  await expect(page.locator('trunkline-chat').getByRole('status')).toHaveText(
    'Open chat: Kopi Nusantara, 1 unread',
  );
  await press(page, 'Enter');
  await expect(field).toBeFocused();
  await expect(page.locator('trunkline-chat').getByRole('status')).toHaveText('');
  await page.keyboard.type('Thanks');
  await press(page, 'Enter');
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();

  const options = chat.getByRole('button', { name: 'Options' });
  const choose = async (name: string) => {
    await options.press('Enter');
    await expect(options).toHaveAttribute('aria-expanded', 'true');
    while (!(await isNamed(chat, name))) await press(page, 'Tab');
    await press(page, 'Enter');
  };
  // Escape before the menu is painted closes the menu, and not the chat behind it.
  await options.evaluate(async (button: HTMLElement) => {
    button.click();
    await Promise.resolve();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  });
  await expect(options).toBeFocused();
  await options.press('Enter');
  await press(page, 'Tab', 'Escape');
  await expect(options).toBeFocused();
  await expect(options).toHaveAttribute('aria-expanded', 'false');
  const sheet = chat.getByRole('region', { name: 'End this chat?' });
  await choose('End chat');
  await expect(sheet.getByRole('button', { name: 'End chat' })).toBeFocused();
  await press(page, 'Escape');
  await expect(sheet).toBeHidden();
  await expect(field).toBeFocused();
  await choose('End chat');
  await expect(sheet.getByRole('button', { name: 'End chat' })).toBeFocused();
  // The event arrives before the answer, which must not close what was opened meanwhile.
  let answer = () => {};
  const late = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/livechat/chat', (route) => late.then(() => route.continue()), { times: 1 });
  await press(page, 'Enter');
  await expect(chat.getByText('This chat has ended')).toBeVisible();
  await expect(chat.getByRole('button', { name: 'Start a new chat' })).toBeFocused();

  await press(page, 'Tab');
  await expect(chat.getByRole('button', { name: 'E-mail transcript' })).toBeFocused();
  await press(page, 'Enter');
  await expect(chat.getByLabel('Send transcript to')).toBeFocused();
  await expect(chat.getByLabel('Send transcript to')).toHaveValue('key@example.com');
  const answered = page.waitForResponse('**/api/livechat/chat');
  answer();
  await answered;
  await press(page, 'Enter');
  await expect(chat.getByRole('status').filter({ hasText: 'Sent to key@example.com.' })).toBeVisible();
  await expect(chat.getByRole('button', { name: 'OK' })).toBeFocused();
  await press(page, 'Enter');
  await expect(chat.getByRole('button', { name: 'Start a new chat' })).toBeFocused();
  await expect.poll(() => plainText(mailbox.mails.at(-1) ?? '')).toContain('From nine to five.');
  await press(page, 'Escape');
  await expect(launcher).toBeFocused();
  await call('PUT', '/api/user/activity', { user_activity_id: 1 });
  await desk.context().close();
  await mailbox.close();
});

const isFocused = (page: Page) => page.evaluate(() => document.activeElement?.tagName === 'TRUNKLINE-CHAT');

const isNamed = (chat: FrameLocator, name: string) =>
  chat
    .locator('body')
    .evaluate((body, wanted) => body.ownerDocument.activeElement?.textContent?.trim() === wanted, name);
