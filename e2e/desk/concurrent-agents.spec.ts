import type { Page, Route } from 'playwright/test';
import { endChat, startChat } from '../support/chat.ts';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const person = (page: Page, of: string) => page.getByRole('button', { name: `Assignee: ${of}` });
const priority = (page: Page, of: string) => page.getByRole('button', { name: `Priority: ${of}` });
const panel = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Someone else changed this in the meantime' });

/** Holds requests back until this many have arrived. */
function holdUntil(count: number): (route: Route) => Promise<void> {
  let release: () => void;
  let missing = count;
  const all = new Promise<void>((resolve) => (release = resolve));
  return async (route) => {
    missing -= 1;
    if (missing === 0) release();
    await all;
    await route.continue();
  };
}

test('of two agents who take a ticket at the same moment one gets it, and the other is told who @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const chat = await startChat(server.url, 'Raced Visitor');
  const dewi = await openAs(browser, baseURL ?? '', 'agent1');
  const tom = await openAs(browser, baseURL ?? '', 'agent6');
  const hold = holdUntil(2);
  for (const page of [dewi, tom]) {
    await page.route('**/api/tickets/*/take', hold);
    await page.goto(`/tickets/detail?id=${chat.ticketId}`);
  }
  for (const page of [dewi, tom]) await page.getByRole('button', { name: 'Take it', exact: true }).click();

  const outcome = (page: Page) =>
    page.getByText(/^(Ticket assigned to you\.|.+ already took this ticket\.)$/);
  await expect(outcome(dewi)).toBeVisible();
  await expect(outcome(tom)).toBeVisible();
  const said = [await outcome(dewi).innerText(), await outcome(tom).innerText()];
  expect([
    ['Ticket assigned to you.', 'Dewi Lestari already took this ticket.'],
    ['Tom Baker already took this ticket.', 'Ticket assigned to you.'],
  ]).toContainEqual(said);
  const owner = said[0] === 'Ticket assigned to you.' ? 'Dewi Lestari' : 'Tom Baker';
  for (const page of [dewi, tom]) {
    await expect(person(page, owner)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Take it', exact: true })).toHaveCount(0);
  }
  await endChat(server.url, chat);
  await dewi.context().close();
  await tom.context().close();
});

test('a change that would overwrite somebody else’s asks first: keep theirs, or apply one’s own @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const chat = await startChat(server.url, 'Contested Visitor');
  const dewi = await openAs(browser, baseURL ?? '', 'agent1');
  const tom = await openAs(browser, baseURL ?? '', 'agent6');
  for (const page of [dewi, tom]) {
    await page.goto(`/tickets/detail?id=${chat.ticketId}`);
    await expect(priority(page, 'Normal')).toBeVisible();
  }
  const choose = async (page: Page, from: string, to: string) => {
    await priority(page, from).click();
    await page.getByRole('option', { name: to }).click();
  };
  /** Dewi's next change reaches the server only after Tom has made his. */
  const tomIsFaster = async (from: string, to: string) => {
    await dewi.route(
      `**/api/tickets/${chat.ticketId}`,
      async (route) => {
        if (route.request().method() === 'GET') return route.fallback();
        await choose(tom, from, to);
        await expect(priority(tom, to)).toBeVisible();
        await route.continue();
      },
      { times: 1 },
    );
  };

  await tomIsFaster('Normal', 'Low');
  await choose(dewi, 'Normal', 'Urgent');
  await expect(panel(dewi)).toContainText('Priority: Normal → Low');
  await expect(panel(dewi)).toContainText('Tom Baker, just now');
  await expect(panel(dewi)).toContainText('Your version: Priority: Urgent');
  await expect(panel(tom)).toBeHidden();
  await panel(dewi).getByRole('button', { name: 'Use saved version' }).click();
  await expect(panel(dewi)).toBeHidden();
  await expect(priority(dewi, 'Low')).toBeVisible();

  await tomIsFaster('Low', 'High');
  await choose(dewi, 'Low', 'Urgent');
  await panel(dewi).getByRole('button', { name: 'Save my version' }).click();
  await expect(panel(dewi)).toBeHidden();
  for (const page of [dewi, tom]) await expect(priority(page, 'Urgent')).toBeVisible();
  const conversation = tom.getByRole('log', { name: 'Conversation' });
  await expect(
    conversation.getByText('Dewi Lestari changed the priority from High to Urgent').first(),
  ).toBeVisible();
  await endChat(server.url, chat);
  await dewi.context().close();
  await tom.context().close();
});

test('an agent who is overtaken while writing is told, and can look or send anyway; a second press sends @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const chat = await startChat(server.url, 'Answered Visitor');
  const dewi = await openAs(browser, baseURL ?? '', 'agent1');
  const tom = await openAs(browser, baseURL ?? '', 'agent6');
  for (const page of [dewi, tom]) await page.goto(`/tickets/detail?id=${chat.ticketId}`);
  const field = (page: Page) => page.getByRole('textbox', { name: 'Reply', exact: true });
  const log = dewi.getByRole('log');
  const answer = async (text: string) => {
    await field(tom).fill(text);
    await field(tom).press('Enter');
    await expect(log.getByText(text)).toBeVisible();
  };
  await answer('This was before you began.');
  await field(dewi).fill('It comes tomorrow.');
  const news = dewi.getByText('Tom Baker replied just now.');
  await expect(news).toHaveCount(0);
  await answer('It comes today.');
  await expect(news).toBeVisible();

  // A double click sends once.
  await dewi.getByRole('button', { name: 'Send', exact: true }).dblclick();
  await expect(dewi.getByRole('alert').getByText(/Send again to send your reply anyway/)).toBeVisible();
  await expect(log.getByText('It comes tomorrow.')).toHaveCount(0);
  await dewi.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(news).toHaveCount(0);

  await answer('At noon.');
  await field(dewi).press('Enter');
  const anyway = dewi.getByRole('button', { name: 'Send anyway' });
  await expect(anyway).toBeVisible();
  await expect(async () => {
    await anyway.click({ timeout: 500 });
    await expect(log.getByText('It comes tomorrow.')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(log.getByText('It comes tomorrow.')).toHaveCount(1);
  await expect(field(dewi)).toHaveValue('');
  await expect(news).toHaveCount(0);
  await Promise.all([dewi, tom].map((page) => page.context().close()));
});
