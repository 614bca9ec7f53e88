import type { Page } from 'playwright/test';
import { holdRequests } from '../support/hold-requests.ts';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const rail = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const account = (page: Page) => page.getByRole('button', { name: /^Your account|^Akun Anda/ });

type FoundTickets = { data: { subject: string; number: string; customer_name: string; id: number }[] };

test('Ctrl+K finds a ticket and a customer, and Enter opens it @full', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL ?? '', 'agent5');
  const { data } = (await (
    await page.request.get('/api/tickets?limit=1&assignee=me')
  ).json()) as FoundTickets;
  const ticket = data[0]!;
  const box = page.getByRole('combobox', { name: 'Search' });
  await expect(account(page)).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
  await box.fill(ticket.number);
  await expect(page.getByRole('option', { selected: true })).toContainText(ticket.number);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/tickets/detail?id=${ticket.id}`);
  await expect(page.getByRole('heading', { name: `Ticket ${ticket.number}` })).toBeAttached();

  await page.keyboard.press('Control+k');
  await box.fill(ticket.customer_name);
  const customers = page.getByRole('group', { name: 'Customers' });
  await expect(customers.getByRole('option', { name: ticket.customer_name }).first()).toBeVisible();
  const chosen = customers.getByRole('option', { selected: true });
  while (!(await chosen.isVisible())) await page.keyboard.press('ArrowDown');
  await expect(chosen).toContainText(ticket.customer_name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/customers\?id=\d+/);
  await expect(page.getByRole('heading', { level: 2, name: ticket.customer_name })).toBeVisible();

  await page.keyboard.press('Control+k');
  await box.fill('no such thing anywhere');
  await expect(page.getByText('No results for “no such thing anywhere”')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  await page.context().close();
});

test('Ctrl+K shows where a message holds the word, marked @full', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL ?? '', 'agent5');
  const ask = async (path: string) => (await (await page.request.get(path)).json()) as { data: unknown };
  const { data: tickets } = (await ask('/api/tickets?limit=1&assignee=me&media=6')) as FoundTickets;
  const { data: said } = await ask(`/api/tickets/${tickets[0]!.id}/timeline`);
  const texts = (said as { kind: string; body: string }[]).filter(({ kind }) => kind === 'inbound');
  const word = texts.flatMap(({ body }) => /\p{L}{5,}/u.exec(body) ?? [])[0] ?? '';

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill(word);
  const found = page.getByRole('group', { name: 'Tickets' }).getByRole('option');
  await expect(found.locator('mark').first()).toBeVisible();
  await page.context().close();
});

test('text typed while the search is still loading appears in its field, and no key reaches the page below @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'agent5');
  const { data } = (await (
    await page.request.get('/api/tickets?limit=1&assignee=me&media=6')
  ).json()) as FoundTickets;
  const arrive = await holdRequests(page, /\/assets\/(search|shortcut-help)-[^/]+\.js$/);
  await page.goto(`/tickets/detail?id=${data[0]!.id}`);
  await expect(page.getByRole('log', { name: 'Conversation' })).toBeVisible();
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await reply.focus();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('evax');
  await page.keyboard.press('Backspace');
  await expect(reply).toBeFocused();
  await expect(reply).toBeEmpty();
  arrive();
  const box = page.getByRole('combobox', { name: 'Search' });
  await expect(box).toBeFocused();
  await page.keyboard.type(' r');
  await expect(box).toHaveValue('eva r');
  await page.keyboard.press('Escape');
  await expect(reply).toBeFocused();
  await page.keyboard.type('Hello');
  await expect(reply).toContainText('Hello');
  await page.context().close();
});

test('Escape cancels a help dialog that is still loading, and the page’s shortcuts work again @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'agent5');
  const arrive = await holdRequests(page, /\/assets\/shortcut-help-[^/]+\.js$/);
  await page.goto('/customers');
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  for (const key of ['?', 'g', 't']) await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/customers/);
  for (const key of ['g', 't']) await page.keyboard.press(key);
  await expect(page).toHaveURL(/\/tickets/);
  arrive();
  await page.context().close();
});

test('“?” opens the list of keys, and Esc closes it and gives the keyboard back @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'agent5');
  await expect(page.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();
  const link = rail(page).getByRole('link', { name: 'Customers' });
  await link.focus();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toBeVisible();
  await expect(help.getByText('Go to Customers')).toBeVisible();
  await page.keyboard.press('c'); // a key of the page below does nothing while the help lies over it
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(link).toBeFocused();

  await account(page).press('Enter');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter');
  await expect(help).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(account(page)).toBeFocused();
  await page.context().close();
});

test('a second tab is told, and “Use this tab” moves the work over @full', async ({ browser, baseURL }) => {
  const first = await openAs(browser, baseURL ?? '', 'agent5');
  const told = 'Trunkline is open in another tab. Calls ring there.';
  await expect(first.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();
  const second = await first.context().newPage();
  await second.goto('/customers');
  await expect(second.getByText(told)).toBeVisible();
  await expect(first.getByText(told)).toBeHidden();

  await second.getByRole('button', { name: 'Use this tab' }).click();
  await expect(second.getByText('Calls ring in this tab now.')).toBeVisible();
  await expect(second.getByText(told)).toBeHidden();
  await expect(first.getByText(told)).toBeVisible();

  await second.close();
  await expect(first.getByText(told)).toBeHidden();
  await first.context().close();
});

test('the banner says that the network is gone, and goes when it is back @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'agent5');
  await expect(page.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();
  await page.context().setOffline(true);
  const banner = page.getByText('You are offline. Information may be out of date.');
  await expect(banner).toBeVisible();
  await page.getByRole('button', { name: 'Retry now' }).click();
  await expect(banner).toBeVisible();
  await page.context().setOffline(false);
  await expect(banner).toBeHidden();
  await page.context().close();
});

test('what was not loaded yet waits for the network, and the page stays @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'agent5');
  await expect(page.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();
  await page.context().setOffline(true);
  await page.keyboard.press('Control+k');
  await page.getByRole('link', { name: 'Customers' }).first().click();
  await expect(page.getByText('You are offline. Information may be out of date.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  await page.context().close();
});

test('an attempt to connect that hangs does not hold up the next @full', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL ?? '', 'agent5');
  await expect(page.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();
  let answers = false;
  let hanging = 0;
  await page.route('**/socket.io/**', async (route) => {
    if (answers) await route.continue();
    else hanging += 1;
  });
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  const banner = page.getByText('Connection lost. Reconnecting');
  await expect(banner).toBeVisible();
  await expect.poll(() => hanging).toBeGreaterThan(0);
  answers = true;
  await page.getByRole('button', { name: 'Retry now' }).click();
  await expect(banner).toBeHidden();
  await page.context().close();
});

test('theme and language are kept: over a reload, and at the next sign-in elsewhere @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'agent5', { colorScheme: 'light' });
  const html = (of: Page) => of.locator('html');
  await account(page).click();
  await page.getByTitle('Dark').click();
  await expect(html(page)).toHaveAttribute('data-mantine-color-scheme', 'dark');
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByText('Indonesia', { exact: true }).click();
  expect((await saved).ok()).toBe(true);
  await page.keyboard.press('Escape');
  await expect(account(page)).toBeFocused();
  await expect(page.getByRole('heading', { level: 1, name: 'Saya' })).toBeVisible();
  await expect(html(page)).toHaveAttribute('lang', 'id');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Saya' })).toBeVisible();
  await expect(html(page)).toHaveAttribute('data-mantine-color-scheme', 'dark');

  const elsewhere = await openAs(browser, baseURL ?? '', 'agent5', { colorScheme: 'light' });
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Saya' })).toBeVisible();
  await expect(html(elsewhere)).toHaveAttribute('data-mantine-color-scheme', 'dark');

  await account(elsewhere).click();
  await elsewhere.getByText('English', { exact: true }).click();
  await elsewhere.getByTitle('System default').click();
  await expect(html(elsewhere)).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();
  await page.context().close();
  await elsewhere.context().close();
});

test('a user’s activity and its time survive a reload, and show on their other screen @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'agent3');
  const other = await openAs(browser, baseURL ?? '', 'agent3');
  const activity = (of: Page) => of.getByRole('banner').locator('[data-activity][aria-haspopup="menu"]');
  const seconds = async (of: Page) => {
    const [, minutes, rest] = /(\d+):(\d\d)$/.exec(await activity(of).innerText()) ?? [];
    return Number(minutes) * 60 + Number(rest);
  };
  const choose = async (of: Page, name: RegExp) => {
    await activity(of).click();
    await of.getByRole('menuitem', { name }).click();
  };
  await choose(page, /^Ready/);
  await expect(activity(page)).toContainText('Ready');
  await expect(activity(other)).toContainText('Ready');
  await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(2);
  const before = await seconds(page);
  await page.reload();
  await expect(activity(page)).toContainText('Ready');
  expect(await seconds(page)).toBeGreaterThanOrEqual(before);

  await activity(page).click();
  const reason = page.getByRole('menuitem').last();
  const word = await reason.innerText();
  await reason.click();
  await expect(activity(page)).toContainText(word);
  expect(await seconds(page)).toBeLessThan(before);
  await expect(activity(other)).toContainText(word);

  await page.context().setOffline(true);
  await choose(page, /^Ready/);
  await expect(page.getByText('Connection lost.')).toBeVisible();
  await expect(activity(page)).toContainText(word);
  await page.context().setOffline(false);
  await choose(other, /^Offline/);
  await expect(activity(page)).toContainText('Offline');
  await page.context().close();
  await other.context().close();
});

test('a page that the role does not allow says so, and so does an unknown address; both offer a way on @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'agent5');
  await page.goto('/configurasi/config_app');
  await expect(page.getByRole('heading', { name: 'Your role has no access to this page' })).toBeVisible();
  await expect(page.getByText('“Agent” doesn’t include it.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to home page' }).click();
  await expect(page).toHaveURL('/tickets');

  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page).toHaveTitle(/Page not found/);
  await expect(rail(page)).toBeVisible();
  await page.getByRole('link', { name: 'Go to home page' }).click();
  await expect(page).toHaveURL('/tickets');
  await page.context().close();
});

test('the top bar counts on channels that are in use, and on no others @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'agent1');
  const counters = page.getByRole('navigation', { name: 'Unread messages' });
  await expect(counters.getByRole('link', { name: /^Live chat: / })).toBeVisible();
  await expect(counters.getByRole('link')).toHaveCount(1);
  await counters.getByRole('link').click();
  await expect(page).toHaveURL('/tickets?assignee=me&media=6');
  await page.context().close();
});
