import type { Reference, Ticket } from '@trunkline/contract';
import { apiOf, signInOnce } from '../support/api.ts';
import { openChat } from '../support/chat.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test('an agent who transfers a ticket out of their sight is told, continues with the next, and can undo it @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const { chat, page, close } = await openChat({ browser, baseURL, server }, 'Moved Visitor');
  await expect(
    page.getByRole('region', { name: 'Tickets' }).getByText('Moved Visitor').first(),
  ).toBeVisible();
  const list = page.getByRole('region', { name: 'Tickets' });
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
  await close();
});

test('an agent who transfers a ticket out of their sight on its own page is at the list with the keyboard @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const { page, close } = await openChat({ browser, baseURL, server }, 'Moved Alone', { alone: true });
  await page.keyboard.press('t');
  const form = page.getByRole('dialog', { name: /^Department/ });
  await form.getByRole('combobox', { name: 'Department' }).click();
  await form.getByRole('option', { name: 'Technical support' }).click();
  await form.getByRole('button', { name: 'Transfer' }).press('Enter');
  await expect(page).toHaveURL(/\/tickets(?:\?|$)/);
  await expect(form).toBeHidden();
  await expect(page.locator('#page')).toBeFocused();
  await close();
});

test('what an agent goes on typing when a colleague takes the ticket out of their sight does nothing to the next one @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const { chat, page, close } = await openChat({ browser, baseURL, server }, 'Moved Under Fingers');
  const supervisor = await signInOnce(server.url, 'supervisor', DEMO_PASSWORD);
  const ask = apiOf(server.url, supervisor.token);
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
  await close();
});
