import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { apiOf, signInOnce } from '../support/api.ts';
import { endChat, startChat } from '../support/chat.ts';
import { openAs } from '../support/people.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

type Ticket = { id: number; number: string; customer_id: number; department_id: number };

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('a shift without the mouse: take, reply, mention, macro, assign, status, link, merge, next, search @full', async ({
  browser,
  baseURL,
  server,
}) => {
  test.setTimeout(150_000);
  const { token } = await signInOnce(server.url, 'admin', DEMO_PASSWORD);
  const api = apiOf(server.url, token);
  const chat = await startChat(server.url, 'Shift Visitor', 'The pump hums');
  const { ticket } = await api<{ ticket: Ticket }>('GET', `/api/tickets/${chat.ticketId}`);
  const { customer_id, department_id } = ticket;
  const make = (subject: string) =>
    api<Ticket>('POST', '/api/tickets', { client_key: randomUUID(), customer_id, department_id, subject });
  const [linked, merged] = [await make('Shift: pump, by phone'), await make('Shift: pump, again')];
  const values = {
    name: 'Ask for a video',
    reply: 'Dear {{customer.name}}, a video please',
    status: 'pending',
    tags_added: 'video',
  };
  await api('POST', '/api/settings/macros', { values });

  const colleague = await openAs(browser, baseURL ?? '', 'agent2');
  const page = await openAs(browser, baseURL ?? '', 'agent1');
  await page.goto('/tickets?view=unassigned');
  const rows = page.getByRole('list', { name: 'Tickets' }).getByRole('link');
  await expect(rows.first()).toBeVisible();

  // Search, open and take the ticket.
  await press(page, '/');
  await page.keyboard.type('Shift Visitor');
  await expect(rows).toHaveCount(3);
  await page.goto(`/tickets?view=open&q=Shift+Visitor&id=${ticket.id}`);
  const conversation = page.getByRole('log', { name: 'Conversation' });
  await expect(conversation).toContainText('The pump hums');
  await press(page, 'a');
  await expect(page.getByRole('combobox', { name: 'Search colleagues' })).toBeFocused();
  await page.keyboard.type('Dewi');
  await expect(page.getByRole('option')).toHaveCount(1);
  await press(page, 'Enter');
  await expect(page.getByRole('button', { name: 'Assignee: Dewi Lestari' })).toBeFocused();

  // Reply, and write a note with a mention.
  await press(page, 'r');
  await expect(page.getByRole('textbox', { name: 'Reply' })).toBeFocused();
  await page.keyboard.type('We are on it');
  await press(page, 'Enter');
  await expect(conversation).toContainText('We are on it');
  await press(page, 'Escape', 'n');
  const note = page.getByRole('textbox', { name: 'Note' });
  await expect(note).toBeFocused();
  await page.keyboard.type('Please look, @Bud');
  await expect(page.getByRole('option', { name: /Budi Santoso/ })).toBeVisible();
  await press(page, 'Enter');
  await expect(note).toHaveValue('Please look, @Budi Santoso ');
  await press(page, 'Enter');
  await expect(conversation.locator('[data-mention]')).toHaveText('@Budi Santoso');
  await press(page, 'Escape');

  // The colleague gets a toast, finds the notification by keyboard, and opening the ticket marks it as read.
  const bell = colleague.getByRole('button', { name: /^Notifications/ });
  await expect(colleague.getByText(`${ticket.number}: Dewi Lestari mentioned you`)).toBeVisible();
  await expect(bell).toHaveAccessibleName('Notifications: 1 new');
  await press(colleague, 'g', 'n');
  const told = colleague.getByRole('dialog', { name: 'Notifications' });
  await expect(told).toContainText('Please look, @Budi Santoso');
  await expect(told.getByRole('button', { name: /mentioned you/ }).first()).toBeFocused();
  await press(colleague, 'Enter');
  await expect(colleague.getByRole('log', { name: 'Conversation' })).toContainText('We are on it');
  await expect(bell).toHaveAccessibleName('Notifications: none new');

  // A macro: previewed and run, its reply checked and sent.
  await press(page, 'm');
  const macros = page.getByRole('dialog', { name: 'Run macro' });
  await expect(macros.getByRole('combobox', { name: 'Search macros' })).toBeFocused();
  await page.keyboard.type('video');
  await expect(macros.getByRole('region', { name: 'Actions' })).toContainText(
    'Dear Shift Visitor, a video please',
  );
  await press(page, 'Enter');
  await expect(macros).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveValue(
    'Dear Shift Visitor, a video please',
  );
  await expect(page.getByRole('button', { name: 'Status: Pending' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Reply' }).press('Enter');
  await expect(conversation).toContainText('Dear Shift Visitor, a video please');
  await press(page, 'Escape');

  // Status, link, follow, merge.
  await press(page, 's');
  await expect(page.getByRole('option', { name: 'On hold' })).toBeVisible();
  while (!(await page.locator('[data-combobox-selected]', { hasText: 'On hold' }).isVisible()))
    await press(page, 'ArrowDown');
  await press(page, 'Enter');
  await expect(page.getByRole('button', { name: 'Status: On hold' })).toBeFocused();
  await press(page, 'l');
  const finder = page.getByRole('combobox', { name: 'Search tickets' });
  await expect(finder).toBeFocused();
  await page.keyboard.type(linked.number);
  await expect(page.getByRole('option', { name: new RegExp(linked.number), selected: true })).toBeVisible();
  await press(page, 'Enter');
  await expect(page.getByRole('button', { name: 'Link', exact: true })).toBeEnabled();
  await press(page, 'Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Linked tickets' })).toContainText('Shift: pump, by phone');
  await press(page, 'w');
  await expect(page.getByRole('region', { name: 'Followers' })).toContainText('Dewi Lestari');
  await press(page, 'Shift+M');
  await expect(finder).toBeFocused();
  await page.keyboard.type(merged.number);
  await expect(page.getByRole('option', { name: new RegExp(merged.number), selected: true })).toBeVisible();
  await press(page, 'Enter');
  await expect(page.getByRole('list', { name: 'Selected tickets' })).toContainText(merged.number);
  await expect(finder).toBeFocused();
  await press(page, 'Enter');
  await expect(conversation).toContainText(`merged ticket ${merged.number} into this one`);

  // The next one, and the one before.
  const address = (id: number) => new RegExp(`[?&]id=${id}\\b`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await press(page, ']');
  await expect(page).not.toHaveURL(address(ticket.id));
  await expect(page.getByRole('heading', { level: 2, name: 'Shift: pump, by phone' })).toBeVisible();
  await press(page, '[');
  await expect(page).toHaveURL(address(ticket.id));
  await endChat(server.url, chat);
  await page.context().close();
  await colleague.context().close();
});
