import { randomUUID } from 'node:crypto';
import type { FrameLocator, Page } from 'playwright/test';
import { callApi, signIn } from '../support/api.ts';
import { endChat, startChat } from '../support/chat.ts';
import { openMailbox, plainText } from '../support/mail/mail.ts';
import { goReady, openAs } from '../support/people.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Returns the shortcuts that are listed now, as "keys: description". */
async function listedKeys(page: Page): Promise<string[]> {
  await press(page, '?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toBeVisible();
  const rows = await help.locator('dl > div').evaluateAll((all) =>
    all.map((row) => {
      const keys = [...row.querySelectorAll('kbd')].map((key) => key.textContent).join(' ');
      return `${keys}: ${row.querySelector('dt')?.textContent}`;
    }),
  );
  await press(page, 'Escape');
  await expect(help).toBeHidden();
  return rows.toSorted();
}

const EVERYWHERE = [
  'Ctrl K: Search',
  'G ,: Go to Settings',
  '?: Show keyboard shortcuts',
  '[: Collapse or expand menu',
  'G T: Go to Tickets',
  'G C: Go to Customers',
  'G N: Notifications',
];

test('a ticket goes from the list to solved by keys alone @full', async ({ browser, baseURL, server }) => {
  test.setTimeout(90_000);
  const name = 'Keyboard Visitor';
  const chat = await startChat(server.url, name, 'My kettle leaks');
  const page = await openAs(browser, baseURL ?? '', 'agent2');
  await page.goto('/tickets?view=unassigned');
  const rows = page.getByRole('list', { name: 'Tickets' }).getByRole('link');
  const cursor = page.locator('[data-cursor]');
  await expect(rows.first()).toBeVisible();

  // The list: move, search, open, and go back.
  await press(page, 'j', 'j');
  await expect(cursor).toHaveAttribute('data-ticket', (await rows.nth(1).getAttribute('data-ticket'))!);
  await press(page, 'k');
  await expect(cursor).toHaveAttribute('data-ticket', (await rows.nth(0).getAttribute('data-ticket'))!);
  await press(page, '/');
  await expect(page.getByRole('searchbox', { name: 'Search tickets' })).toBeFocused();
  await page.keyboard.type(name);
  await expect(rows).toHaveCount(1);
  await press(page, 'Enter', 'j', 'Enter');
  await expect(page).toHaveURL(new RegExp(`[?&]id=${chat.ticketId}\\b`));
  const conversation = page.getByRole('log', { name: 'Conversation' });
  await expect(conversation).toContainText('My kettle leaks');
  await press(page, 'Escape');
  await expect(conversation).toBeHidden();
  await press(page, 'j', 'Enter');
  await expect(conversation).toBeVisible();
  const ticketKeys = [
    'C: Create a ticket',
    '⇧ C: New e-mail',
    '⇧ N: Take next',
    'Esc: Back to the list',
    '/: Search tickets',
    'J: Next ticket',
    'K: Previous ticket',
    '↵: Open ticket',
    'R: Reply',
    'N: Add note',
    '⇧ R: No reply needed',
    'Z: Snooze',
    'A: Assign',
    'T: Transfer',
    'S: Status, solve, reopen',
    'P: Priority',
    'E: Edit tags',
    'F: Filter list',
    'V: Saved views',
    'X: Select ticket',
    '⇧ X: Select up to here',
    '⇧ ↓: Extend selection',
    'M: Run macro',
    '⇧ M: Merge',
    '⇧ S: Split',
    'L: Link',
    'W: Follow or unfollow',
    ']: Open next ticket',
    '[: Open previous ticket',
  ];
  // While a ticket is open, `[` opens the one before it instead.
  const elsewhere = EVERYWHERE.filter((line) => !line.startsWith('[:'));
  expect(await listedKeys(page)).toEqual([...elsewhere, ...ticketKeys].toSorted());

  // The ticket's head: each key opens a menu, and Escape closes it without leaving the ticket.
  await press(page, 'a');
  await expect(page.getByRole('combobox', { name: 'Search colleagues' })).toBeFocused();
  await page.keyboard.type('Budi');
  await expect(page.getByRole('option')).toHaveCount(1);
  await press(page, 'Enter');
  await expect(page.getByRole('button', { name: 'Assignee: Budi Santoso' })).toBeFocused();
  await press(page, 'p');
  await expect(page.getByRole('option', { name: 'Normal' })).toBeVisible();
  await press(page, 'Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(conversation).toBeVisible();
  await press(page, 'p', 'ArrowUp', 'Enter');
  await expect(page.getByRole('button', { name: 'Priority: High' })).toBeFocused();

  await press(page, 'e');
  const tags = page.getByRole('combobox', { name: 'Add tag' });
  await expect(tags).toBeFocused();
  await page.keyboard.type('kettle-leak');
  await press(page, 'Enter');
  await expect(page.getByRole('button', { name: 'Remove tag kettle-leak' })).toBeVisible();
  await press(page, 'Escape');
  await expect(tags).not.toBeFocused();
  await expect(conversation).toBeVisible();

  await press(page, 't');
  const transfer = page.getByRole('dialog', { name: 'Department: Customer care' });
  await expect(transfer.getByRole('combobox', { name: 'Department' })).toBeFocused();
  await page.keyboard.type('Billing');
  await press(page, 'ArrowDown', 'Enter', 'Tab');
  await expect(transfer.getByRole('textbox', { name: 'Note (optional)' })).toBeFocused();
  await page.keyboard.type('She wants her money back');
  await press(page, 'Tab', 'Tab', 'Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Department: Billing' })).toBeVisible();

  // A reply with a template and a second line, then a note.
  await press(page, 'r');
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await expect(reply).toBeFocused();
  await page.keyboard.type('/hi');
  await expect(page.getByRole('listbox', { name: 'Templates' })).toBeVisible();
  await press(page, 'Enter');
  await expect(reply).toHaveValue(/Keyboard Visitor/);
  await press(page, 'Shift+Enter');
  await page.keyboard.type('Budi here.');
  await press(page, 'Enter');
  await expect(conversation).toContainText('Budi here.');
  await expect(reply).toHaveValue('');
  await expect(reply).toBeFocused();
  await press(page, 'Escape', 'n');
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('A seal, probably');
  await press(page, 'Enter');
  await expect(conversation.getByRole('article').last()).toContainText('Internal note');
  await press(page, 'Escape');

  await press(page, 's');
  await expect(page.getByRole('option', { name: 'Solved' })).toBeVisible();
  while (!(await page.locator('[data-combobox-selected]', { hasText: 'Solved' }).isVisible()))
    await press(page, 'ArrowDown');
  await press(page, 'Enter');
  await expect(conversation).toContainText('Budi Santoso solved the ticket');
  await press(page, 'Escape');
  await expect(conversation).toBeHidden();
  await endChat(server.url, chat);
  await page.context().close();
});

test('the keys that work everywhere, and a ticket created with them @full', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL ?? '', 'agent2');
  const title = (name: string) => page.getByRole('heading', { level: 1, name });
  await expect(title('Mine')).toBeVisible();
  await press(page, 'g', 'c');
  await expect(title('Customers')).toBeVisible();
  await press(page, 'g', 't');
  await expect(title('Mine')).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await press(page, '[');
  await expect(menu.getByText('Collapse menu')).toBeVisible();
  await press(page, '[');
  await expect(menu.getByText('Collapse menu')).toBeHidden();

  await press(page, 'c');
  const drawer = page.getByRole('dialog', { name: 'Create a ticket' });
  await expect(drawer.getByRole('combobox', { name: 'Customer' })).toBeFocused();
  await press(page, 'Escape');
  await expect(drawer).toBeHidden();
  const { data } = (await (await page.request.get('/api/customers?limit=1')).json()) as {
    data: { name: string }[];
  };
  const found = drawer.getByRole('option').filter({ hasNotText: 'as a customer' }).first();
  await press(page, 'c');
  await expect(drawer.getByRole('combobox', { name: 'Customer' })).toBeFocused();
  await page.keyboard.type(data[0]!.name);
  await expect(found).toContainText(data[0]!.name);
  await press(page, 'ArrowDown', 'Enter');
  const another = drawer.getByRole('button', { name: 'Choose another customer' });
  await expect(another).toBeFocused();
  await press(page, 'Enter');
  await expect(drawer.getByRole('combobox', { name: 'Customer' })).toBeFocused();
  await page.keyboard.type(data[0]!.name);
  await expect(found).toContainText(data[0]!.name);
  await press(page, 'ArrowDown', 'Enter', 'Tab');
  await expect(drawer.getByRole('textbox', { name: 'Subject' })).toBeFocused();
  await page.keyboard.type('Called about her invoice');
  await press(page, 'Tab');
  await expect(drawer.getByRole('combobox', { name: 'Department' })).toBeFocused();
  await press(page, 'ArrowDown');
  await expect(drawer.getByRole('option', { name: 'Billing' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await press(page, 'Enter', 'Shift+Tab', 'Enter');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('button', { name: 'Called about her invoice' })).toBeVisible();
  await page.context().close();
});

test('customers are found, opened and changed by keys alone @full', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL ?? '', 'agent2');
  for (const name of ['Tari Papan Ketik', 'Tari Papan Tulis'])
    await page.request.post('/api/customers', { data: { name } });
  await page.goto('/customers');
  const names = page
    .getByRole('table', { name: 'List of customers' })
    .getByRole('rowgroup')
    .last()
    .getByRole('link');
  await expect(names.first()).toBeVisible();
  await press(page, 'j', 'j');
  await expect(names.nth(1)).toBeFocused();
  await press(page, 'k');
  await expect(names.nth(0)).toBeFocused();

  await press(page, '/');
  const search = page.getByRole('searchbox', { name: 'Search name, company, e-mail or phone' });
  await expect(search).toBeFocused();
  // About as slow as the pause after which a search starts: an earlier search must not undo later typing.
  await page.keyboard.type('Tari Papan', { delay: 200 });
  await expect(search).toHaveValue('Tari Papan');
  await expect(names.last()).toHaveText(/^Tari Papan/);
  const name = await names.first().innerText();
  await press(page, 'Enter', 'j');
  await expect(names.first()).toBeFocused();
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  const customerKeys = [
    '/: Search customers',
    'F: Filter list',
    'C: New customer',
    'Esc: Close customer',
    'J: Next customer',
    'K: Previous customer',
    'E: Edit customer',
  ];
  expect(await listedKeys(page)).toEqual([...EVERYWHERE, ...customerKeys].toSorted());
  await expect(names.first()).toBeFocused();

  await press(page, 'e');
  const drawer = page.getByRole('dialog', { name: `Edit ${name}` });
  await expect(drawer.getByLabel('Name')).toBeFocused();
  await press(page, 'Tab');
  await expect(drawer.getByLabel('Company')).toBeFocused();
  await press(page, 'Control+a');
  await page.keyboard.type('Warung Papan Ketik');
  await press(page, 'Enter');
  await expect(drawer).toBeHidden();
  await expect(names.first()).toBeFocused();
  await expect(page.getByRole('region', { name: 'Customer', exact: true })).toContainText(
    'Warung Papan Ketik',
  );

  await press(page, 'c');
  await expect(page.getByRole('dialog', { name: 'New customer' }).getByLabel('Name')).toBeFocused();
  await press(page, 'Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await press(page, 'Escape');
  await expect(page.getByRole('heading', { level: 2, name })).toBeHidden();
  await page.context().close();
});

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
  const say = (body: string) =>
    call('POST', `/api/tickets/${ticketId}/messages`, { client_key: randomUUID(), body });
  await say('From nine to five.');
  // A log is a live region, so screen readers announce what is added.
  await expect(log).toContainText('From nine to five.');
  await expect(log).not.toHaveAttribute('aria-live', 'off');
  await expect(field).toBeFocused();
  await press(page, 'Escape');
  await expect(launcher).toBeFocused();
  await say('See you then!');
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
