import { endChat, startChat } from '../support/chat.ts';
import { press } from '../support/keys.ts';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('what a key opened gives the focus to its button where nothing had it, and a ticket that goes gives it to the page @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const chat = await startChat(server.url, 'Key Visitor');
  const page = await openAs(browser, baseURL ?? '', 'agent1');
  const openTicket = async () => {
    // The search leaves no other ticket that could be the next one.
    await page.goto(`/tickets?view=open&q=Key+Visitor&id=${chat.ticketId}`);
    await expect(page.getByRole('log', { name: 'Conversation' }).getByText(/^Hello/)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Snooze/ })).toBeVisible();
    await expect(page.locator(':focus')).toHaveCount(0);
  };
  const opened = [
    ['a', page.getByRole('combobox', { name: 'Search colleagues' }), /^Assignee/],
    ['t', page.getByRole('combobox', { name: 'Department' }), /^Department/],
    ['z', page.getByRole('dialog', { name: 'Snooze' }), /^Snooze/],
    ['g n', page.getByRole('dialog', { name: 'Notifications' }), /^Notifications/],
  ] as const;
  for (const [keys, part, button] of opened) {
    await openTicket();
    await press(page, ...keys.split(' '));
    await expect(part).toBeVisible();
    await expect(page.locator('[role="dialog"] :focus, [role="combobox"]:focus')).toHaveCount(1);
    await press(page, 'Escape');
    await expect(part).toBeHidden();
    await expect(page.getByRole('button', { name: button })).toBeFocused();
  }

  await openTicket();
  await press(page, 't');
  const form = page.getByRole('dialog', { name: /^Department/ });
  await expect(form.getByRole('combobox', { name: 'Department' })).toBeFocused();
  await form.getByRole('combobox', { name: 'Department' }).press('ArrowDown');
  await form.getByRole('option', { name: 'Technical support' }).click();
  await form.getByRole('button', { name: 'Transfer' }).press('Enter');
  await expect(page).not.toHaveURL(/[?&]id=/);
  await expect(page.getByRole('main')).toBeFocused();
  await endChat(server.url, chat);
  await page.context().close();
});
