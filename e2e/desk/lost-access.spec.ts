import type { Reference, Ticket } from '@trunkline/contract';
import { apiOf, signInOnce } from '../support/api.ts';
import { endChat, startChat } from '../support/chat.ts';
import { openAs } from '../support/people.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test('an agent who transfers a ticket out of their sight is told, continues with the next, and can undo it @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const chat = await startChat(server.url, 'Moved Visitor');
  const page = await openAs(browser, baseURL ?? '', 'agent1');
  await page.goto(`/tickets?view=open&id=${chat.ticketId}`);
  await expect(
    page.getByRole('region', { name: 'Tickets' }).getByText('Moved Visitor').first(),
  ).toBeVisible();
  const list = page.getByRole('region', { name: 'Tickets' });
  await expect(page.getByRole('log', { name: 'Conversation' }).getByText(/^Hello/)).toBeVisible();
  await page.keyboard.press('t');
  const form = page.getByRole('dialog', { name: /^Department/ });
  await form.getByRole('combobox', { name: 'Department' }).click();
  await form.getByRole('option', { name: 'Technical support' }).click();
  await form.getByRole('button', { name: 'Transfer' }).click();
  const words = 'Transferred to Technical support. You no longer have access to this ticket.';
  await expect(page.getByText(words)).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(`id=${chat.ticketId}(?:&|$)`));
  await expect(page).toHaveURL(/id=\d+/);
  await expect(list.getByText('Moved Visitor')).toHaveCount(0);
  // The keyboard, which was in the dialog, is on the next ticket of the list.
  const [, next] = /[?&]id=(\d+)/.exec(page.url()) ?? [];
  await expect(list.locator(`[data-ticket="${next}"]`)).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByText('Moved Visitor').first()).toBeVisible();
  await endChat(server.url, chat);
  await page.context().close();
});

test('an agent who transfers a ticket out of their sight on its own page is at the list with the keyboard @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const chat = await startChat(server.url, 'Moved Alone');
  const page = await openAs(browser, baseURL ?? '', 'agent1');
  await page.goto(`/tickets/detail?id=${chat.ticketId}`);
  await expect(page.getByRole('log', { name: 'Conversation' }).getByText(/^Hello/)).toBeVisible();
  await page.keyboard.press('t');
  const form = page.getByRole('dialog', { name: /^Department/ });
  await form.getByRole('combobox', { name: 'Department' }).click();
  await form.getByRole('option', { name: 'Technical support' }).click();
  await form.getByRole('button', { name: 'Transfer' }).press('Enter');
  await expect(page).toHaveURL(/\/tickets(?:\?|$)/);
  await expect(form).toBeHidden();
  await expect(page.locator('#page')).toBeFocused();
  await endChat(server.url, chat);
  await page.context().close();
});

test('what an agent goes on typing when a colleague takes the ticket out of their sight does nothing to the next one @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const chat = await startChat(server.url, 'Moved Under Fingers');
  const supervisor = await signInOnce(server.url, 'supervisor', DEMO_PASSWORD);
  const ask = apiOf(server.url, supervisor.token);
  const page = await openAs(browser, baseURL ?? '', 'agent1');
  await page.goto(`/tickets?view=open&id=${chat.ticketId}`);
  await expect(page.getByRole('log', { name: 'Conversation' }).getByText(/^Hello/)).toBeVisible();
  await page.keyboard.press('r');
  await page.keyboard.type('We look i');
  const { ticket } = await ask<{ ticket: Ticket }>('GET', `/api/tickets/${chat.ticketId}`);
  const { departments } = await ask<Reference>('GET', '/api/reference');
  const other = departments.find(({ name }) => name === 'Technical support');
  const body = { version: ticket.version, department_id: other?.id };
  await ask('POST', `/api/tickets/${chat.ticketId}/transfer`, body);
  const typeOn = async () => {
    await page.keyboard.press('.');
    return page.url();
  };
  const isOpen = new RegExp(`id=${chat.ticketId}(?:&|$)`);
  await expect.poll(typeOn, { intervals: [100], timeout: 20_000 }).not.toMatch(isOpen);
  // Each of these opens something on the ticket that is open now.
  await page.keyboard.type('t and sz');
  await expect(page.locator('#page')).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  await expect(page.locator('[role="dialog"]')).toHaveCount(1);
  await expect(page.getByRole('textbox', { name: /^(Reply|Note|Internal note)$/ })).toHaveValue('');
  await endChat(server.url, chat);
  await page.context().close();
});
