import type { Page } from 'playwright/test';
import { endChat, startChat } from '../support/chat.ts';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const LIMIT = 20_000;

/** Pastes by an event as the clipboard does, because the browser's own paste cuts off what does not fit. */
async function paste(page: Page, text: string): Promise<boolean> {
  return page.evaluate((words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', words);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    return document.activeElement?.dispatchEvent(event) ?? false;
  }, text);
}

test('no field cuts off a text: a reply that is too long stays, and what does not fit elsewhere is not inserted @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const chat = await startChat(server.url, 'Long Reader');
  const page = await openAs(browser, baseURL ?? '', 'agent1');
  await page.goto(`/tickets?id=${chat.ticketId}`);
  const write = page.getByRole('region', { name: 'Write' });
  const reply = page.getByRole('textbox', { name: 'Reply' });
  const text = 'x'.repeat(LIMIT + 3);
  await reply.fill(text);
  await expect(write.getByText('3 characters too many (maximum 20,000).')).toBeVisible();
  await expect(write.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await reply.press('Enter');
  await expect(reply).toHaveValue(text);
  await reply.fill(text.slice(3));
  await expect(write.getByText('20,000 of 20,000 characters')).toBeVisible();
  await expect(write.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await reply.fill('');

  await page.keyboard.press('Escape');
  const search = page.getByRole('searchbox').first();
  await search.fill('parcel');
  expect(await paste(page, 'y'.repeat(1000))).toBe(false);
  await expect(page.getByText(/Not inserted: [\d,]+ characters too long/)).toBeVisible();
  await expect(search).toHaveValue('parcel');
  await endChat(server.url, chat);
  await page.context().close();
});
