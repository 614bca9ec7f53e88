import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { apiOf, callApi, signInOnce } from '../support/api.ts';
import { endChat, startChat } from '../support/chat.ts';
import { openAs } from '../support/people.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

type Ticket = { id: number; number: string; customer_id: number; department_id: number; subject: string };

const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation' });
const openTicket = async (page: Page, id: number) => {
  await page.goto(`/tickets?view=open&id=${id}`);
  await expect(conversation(page)).toBeVisible();
};
const chooseMore = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name }).click();
};

test('two agents: a ticket is merged while the other has it open, the chat goes on, and it is unmerged again @full', async ({
  browser,
  baseURL,
  server,
}) => {
  test.setTimeout(120_000);
  const { token } = await signInOnce(server.url, 'admin', DEMO_PASSWORD);
  const api = apiOf(server.url, token);
  const chat = await startChat(server.url, 'Merge Visitor', 'The grinder is loud');
  const { ticket: chatted } = await api<{ ticket: Ticket }>('GET', `/api/tickets/${chat.ticketId}`);
  const target = await api<Ticket>('POST', '/api/tickets', {
    client_key: randomUUID(),
    customer_id: chatted.customer_id,
    department_id: chatted.department_id,
    subject: 'Grinder, by phone',
    note: 'She called this morning',
  });

  const one = await openAs(browser, baseURL ?? '', 'agent1');
  const two = await openAs(browser, baseURL ?? '', 'agent2');
  await openTicket(one, target.id);
  await openTicket(two, chatted.id);
  await expect(conversation(two)).toContainText('The grinder is loud');
  await two.getByRole('textbox', { name: 'Reply' }).fill('I am just writing');
  await expect(two.getByText('Draft saved')).toBeVisible();

  await chooseMore(one, 'Merge…');
  const dialog = one.getByRole('dialog', { name: 'Merge tickets' });
  await expect(dialog.getByRole('combobox', { name: 'Search tickets' })).toBeFocused();
  await one.keyboard.type(chatted.number);
  await expect(
    dialog.getByRole('option', { name: new RegExp(chatted.number), selected: true }),
  ).toBeVisible();
  await one.keyboard.press('Enter');
  await expect(dialog.getByRole('list', { name: 'Selected tickets' })).toContainText(chatted.number);
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(dialog).toBeHidden();
  await expect(conversation(one)).toContainText('The grinder is loud');
  await expect(conversation(one)).toContainText('She called this morning');
  await expect(conversation(one)).toContainText(`merged ticket ${chatted.number} into this one`);

  // The merged ticket, whose agent was writing: it can be read, links to the other one, and keeps the draft.
  const note = two.getByText(`This ticket was merged into ${target.number}`);
  await expect(note).toBeVisible();
  await expect(two.getByRole('textbox', { name: 'Reply' })).toBeHidden();
  await two.getByRole('button', { name: `Go to ${target.number}` }).click();
  await expect(conversation(two)).toContainText('She called this morning');
  await expect(two.getByRole('textbox', { name: 'Reply' })).toHaveValue('I am just writing');

  await callApi(server.url, 'POST', '/api/livechat/chat/messages', {
    token: chat.token,
    body: { client_key: randomUUID(), body: 'Still loud' },
  });
  for (const page of [one, two]) await expect(conversation(page)).toContainText('Still loud');
  await two.getByRole('textbox', { name: 'Reply' }).fill('We send a new one');
  await two.keyboard.press('Enter');
  await expect(conversation(one)).toContainText('We send a new one');

  // Both press the button before either gets the event: one unmerges, the other is told that it is done.
  const part = (page: Page) => page.getByRole('button', { name: `Unmerge ${chatted.number}` });
  let release = () => {};
  const parted = new Promise<void>((resolve) => (release = resolve));
  await two.route('**/unmerge', (route) => parted.then(() => route.continue()), { times: 1 });
  const pressed = two.waitForRequest('**/unmerge');
  await part(two).click();
  await pressed;
  await part(one).click();
  await expect(part(one)).toBeHidden();
  release();
  for (const page of [one, two]) {
    await expect(conversation(page)).not.toContainText('Still loud');
    await expect(conversation(page)).toContainText('She called this morning');
    await expect(part(page)).toBeHidden();
  }
  await openTicket(one, chatted.id);
  await expect(conversation(one)).toContainText('We send a new one');
  await expect(conversation(one)).not.toContainText('She called this morning');
  await endChat(server.url, chat);
  await one.context().close();
  await two.context().close();
});

test('merging tickets of two customers and parting them again keeps the keyboard where one works @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const { token } = await signInOnce(server.url, 'admin', DEMO_PASSWORD);
  const api = apiOf(server.url, token);
  const customers = await api<{ id: number }[]>('GET', '/api/customers?limit=2');
  const { departments } = await api<{ departments: { id: number }[] }>('GET', '/api/reference');
  const [one, other] = [customers[0]?.id, customers[1]?.id].map((customer_id) =>
    api<Ticket>('POST', '/api/tickets', {
      client_key: randomUUID(),
      customer_id,
      department_id: departments[0]?.id,
      subject: 'The same fault',
      note: 'Reported',
    }),
  );
  const [ticket, second] = [await one, await other];
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await openTicket(page, ticket?.id ?? 0);
  await chooseMore(page, 'Merge…');
  const dialog = page.getByRole('dialog', { name: 'Merge tickets' });
  await page.keyboard.type(second?.number ?? '');
  await expect(dialog.getByRole('option', { selected: true })).toContainText(second?.number ?? '');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Merge' }).press('Enter');
  // The button cannot be pressed again before the warning is confirmed, so the keyboard is there.
  await expect(dialog.getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('Space');
  await dialog.getByRole('button', { name: 'Merge' }).press('Enter');
  await expect(dialog).toBeHidden();
  const part = page.getByRole('button', { name: `Unmerge ${second?.number}` });
  await part.press('Enter');
  await expect(part).toBeHidden();
  const around = () =>
    page.evaluate(() => document.activeElement?.closest('[tabindex="-1"]')?.textContent ?? '');
  await expect.poll(around).toContain('Linked tickets');
  await page.context().close();
});

test('messages are split off, the parts are linked, a parent tells of its open subtickets, and all is undone @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const { token } = await signInOnce(server.url, 'admin', DEMO_PASSWORD);
  const api = apiOf(server.url, token);
  const [customer] = await api<{ id: number; name: string }[]>('GET', '/api/customers?limit=1');
  const { departments } = await api<{ departments: { id: number }[] }>('GET', '/api/reference');
  const ticket = await api<Ticket>('POST', '/api/tickets', {
    client_key: randomUUID(),
    customer_id: customer?.id,
    department_id: departments[0]?.id,
    subject: 'Two matters in one',
    note: 'The kettle',
  });
  for (const body of ['The toaster', 'The toaster again'])
    await api('POST', `/api/tickets/${ticket.id}/notes`, { client_key: randomUUID(), body });

  const page = await openAs(browser, baseURL ?? '', 'admin');
  await openTicket(page, ticket.id);
  await chooseMore(page, 'Split…');
  const dialog = page.getByRole('dialog', { name: 'Split ticket' });
  await dialog.getByLabel('Subject of the new ticket').fill('The toaster alone');
  await dialog.getByRole('checkbox', { name: /The toaster$/ }).check();
  await dialog.getByRole('checkbox', { name: 'Include all later messages' }).check();
  await dialog.getByRole('button', { name: 'Split from here' }).click();
  await expect(dialog).toBeHidden();
  await expect(conversation(page)).not.toContainText('The toaster');
  const undo = page.getByRole('button', { name: 'Undo' });
  const links = page.getByRole('region', { name: 'Linked tickets' });
  await expect(links.getByRole('link', { name: /The toaster alone/ })).toContainText('Related');

  // It becomes a subticket; solving the parent warns that it is still open.
  await chooseMore(page, 'Link…');
  const linking = page.getByRole('dialog', { name: 'Link ticket' });
  await linking.getByRole('combobox', { name: 'Search tickets' }).fill('The toaster alone');
  await linking.getByRole('option', { name: /The toaster alone/ }).click();
  await linking.getByRole('radio', { name: 'Subticket of this ticket' }).check();
  await linking.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(links.getByRole('link', { name: /The toaster alone/ })).toContainText('Subticket');
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await expect(page.getByText('One subticket is still open.')).toBeVisible();
  await page.getByRole('button', { name: 'Reopen' }).click();

  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Followers' })).toContainText('Unfollow');
  await expect(undo.first()).toBeVisible();

  // Undone after a while: the split-off part is merged back.
  await chooseMore(page, 'Merge…');
  const merging = page.getByRole('dialog', { name: 'Merge tickets' });
  await merging.getByRole('combobox', { name: 'Search tickets' }).fill('The toaster alone');
  await merging.getByRole('option', { name: /The toaster alone/ }).click();
  await merging.getByRole('button', { name: 'Merge' }).click();
  await expect(conversation(page)).toContainText('The toaster again');
  await page.context().close();
});
