import type { Locator, Page } from 'playwright/test';
import { endChat, startChat } from '../support/chat.ts';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** Presses a button as the keyboard does. */
async function pressOn(button: Locator): Promise<void> {
  await button.focus();
  await button.press('Enter');
}

/** Opens a menu by its button, and presses one of its entries. */
async function choose(page: Page, button: Locator, entry: string | RegExp): Promise<void> {
  await pressOn(button);
  await pressOn(page.getByRole('menuitem', { name: entry }));
}

test('the keyboard focus stays in place: after dialogs of a menu, sending, scheduling, discarding, blocking, adding fields @full', async ({
  browser,
  baseURL,
  server,
}) => {
  test.setTimeout(150_000);
  const chat = await startChat(server.url, 'Focus Visitor');
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto(`/tickets?view=open&q=Focus+Visitor&id=${chat.ticketId}`);
  const conversation = page.getByRole('log', { name: 'Conversation' });
  await expect(conversation).toContainText('Hello');
  const reply = page.getByRole('textbox', { name: 'Reply' });
  const write = page.getByRole('region', { name: 'Write' });

  // A dialog that was opened from a menu gives the focus back to the menu's button.
  const more = page.getByRole('button', { name: 'More actions' });
  await choose(page, more, 'Merge…');
  await expect(page.getByRole('combobox', { name: 'Search tickets' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(more).toBeFocused();

  // Sending by its button, and scheduling by the menu beside it.
  await page.keyboard.press('r');
  await page.keyboard.type('On its way');
  await pressOn(write.getByRole('button', { name: 'Send', exact: true }));
  await expect(conversation).toContainText('On its way');
  await expect(reply).toBeFocused();
  await page.keyboard.type('And tomorrow');
  await choose(page, write.getByRole('button', { name: 'More options' }), /^Send later/);
  const times = page.getByRole('dialog', { name: 'Send later' });
  const tomorrow = times.getByRole('button', { name: /^Tomorrow/ });
  await expect(times.getByRole('button').nth(1)).toBeFocused();
  await pressOn(tomorrow);
  const scheduled = page.getByRole('list', { name: 'Scheduled replies' });
  await expect(scheduled).toContainText('And tomorrow');
  await expect(reply).toBeFocused();

  // Discarding what is scheduled.
  await pressOn(scheduled.getByRole('button', { name: 'Discard' }));
  await expect(scheduled).toHaveCount(0);
  await expect(reply).toBeFocused();

  // Discarding what could not be sent, and its undo.
  await page.route(/\/messages$/, (route) => route.abort());
  await page.keyboard.type('Nobody hears this');
  await page.keyboard.press('Enter');
  await pressOn(conversation.getByRole('button', { name: 'Discard' }));
  await expect(conversation).not.toContainText('Nobody hears this');
  await expect(conversation).toBeFocused();
  await page.keyboard.press('u');
  await expect(conversation).toContainText('Nobody hears this');
  await page.unroute(/\/messages$/);
  await expect(conversation.getByRole('button', { name: 'Discard' })).toHaveCount(0, { timeout: 90_000 });
  await expect(conversation).toContainText('Nobody hears this');

  // Blocking and unblocking.
  const block = page.getByRole('button', { name: 'Block', exact: true });
  for (const [entry, count] of [
    [/^Block /, 1],
    [/^Unblock /, 0],
  ] as const) {
    await choose(page, block, entry);
    await expect(page.getByText(/^Blocked: .*contact/)).toHaveCount(count);
    await expect(block).toBeFocused();
  }

  // A further field of a bulk update.
  await page
    .getByRole('checkbox', { name: /^Select ticket/ })
    .first()
    .check();
  await pressOn(page.getByRole('button', { name: 'Update…' }));
  const bulk = page.getByRole('dialog');
  await pressOn(bulk.getByRole('button', { name: 'Add field' }));
  const fields = bulk.getByRole('combobox', { name: 'Field' });
  await expect(fields).toHaveCount(2);
  await expect(fields.last()).toBeFocused();
  await endChat(server.url, chat);
  await page.context().close();
});
