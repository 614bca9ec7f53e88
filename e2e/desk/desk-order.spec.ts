import type { Page } from 'playwright/test';
import { callApi, signInOnce } from '../support/api.ts';
import { openAs } from '../support/people.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test.use({ ground: 'desk-order' });

type CreatedTicket = { id: number; number: string; version: number };
const TAG = 'in-order';
const WHERE = encodeURIComponent(JSON.stringify([{ field: 'tags', op: 'is', value: [TAG] }]));

async function tokenOf(url: string, username: string): Promise<string> {
  return (await signInOnce(url, username, DEMO_PASSWORD)).token;
}

/** Creates a ticket of each of these priorities, in this order. */
async function makeTickets(url: string, priorities: readonly string[]): Promise<CreatedTicket[]> {
  const token = await tokenOf(url, 'agent1');
  const { body } = await callApi<{ data: { priorities: { id: number; name: string }[] } }>(
    url,
    'GET',
    '/api/reference',
    { token },
  );
  const customer = await callApi<{ data: { id: number } }>(url, 'POST', '/api/customers', {
    token,
    body: { name: 'Order Lover' },
  });
  const made: CreatedTicket[] = [];
  for (const name of priorities) {
    const priority = body.data.priorities.find((one) => one.name === name);
    const answer = await callApi<{ data: CreatedTicket }>(url, 'POST', '/api/tickets', {
      token,
      body: {
        client_key: `desk-order-${made.length}`,
        customer_id: customer.body.data.id,
        subject: name,
        department_id: 1,
        priority_id: priority?.id,
        tags: [TAG],
      },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    made.push(answer.body.data);
  }
  return made;
}

const cells = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link') });
const rows = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');

test('the list is sorted by priority and by number, both ways, and a ticket with a raised priority moves up on open screens @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const made = await makeTickets(server.url, ['Normal', 'Urgent', 'Low', 'High']);
  const page = await openAs(browser, baseURL ?? '', 'agent2');
  await page.goto(`/tickets?view=open&where=${WHERE}`);
  await page.getByRole('button', { name: 'Show as table' }).click();
  const head = (name: string) => page.getByRole('columnheader', { name });
  await head('Priority').getByRole('button').click();
  await expect(head('Priority')).toHaveAttribute('aria-sort', 'descending');
  await expect(cells(page)).toContainText(['Urgent', 'High', 'Normal', 'Low']);
  await head('Priority').getByRole('button').click();
  await expect(head('Priority')).toHaveAttribute('aria-sort', 'ascending');
  await expect(cells(page)).toContainText(['Low', 'Normal', 'High', 'Urgent']);

  // A colleague raises the lowest one to the most urgent: it moves by an event alone.
  const token = await tokenOf(server.url, 'agent1');
  const low = made[2];
  const { body } = await callApi<{ data: { priorities: { id: number; name: string }[] } }>(
    server.url,
    'GET',
    '/api/reference',
    { token },
  );
  const urgent = body.data.priorities.find(({ name }) => name === 'Urgent');
  await callApi(server.url, 'PATCH', `/api/tickets/${low?.id}`, {
    token,
    body: { version: low?.version, priority_id: urgent?.id },
  });
  await expect(cells(page)).toContainText(['Normal', 'High', 'Low', 'Urgent']);

  await head('Number').getByRole('button').click();
  await expect(page).toHaveURL(/sort=number_high/);
  const numbers = made.map(({ number }) => number);
  await expect(cells(page)).toContainText(numbers.toReversed());
  await page.getByRole('button', { name: /^Sort by:/ }).click();
  await page.getByRole('menuitem', { name: 'Lowest number first' }).click();
  await expect(cells(page)).toContainText(numbers);
  await page.context().close();
});

test('an agent lists followed tickets, saves that as a view, and it updates at once when they follow another elsewhere @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const token = await tokenOf(server.url, 'agent2');
  const { body } = await callApi<{ data: CreatedTicket[] }>(
    server.url,
    'GET',
    '/api/tickets?sort=number_low&limit=2',
    { token },
  );
  const [one, two] = body.data;
  const follow = (id: number | undefined, yes: boolean) =>
    callApi(server.url, 'PUT', `/api/tickets/${id}/follow`, { token, body: { follow: yes } });
  await follow(one?.id, true);
  const page = await openAs(browser, baseURL ?? '', 'agent2');
  await page.goto('/tickets?view=open');
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('f');
  await page.getByRole('checkbox', { name: 'Following' }).check();
  await page.getByRole('button', { name: 'Show tickets' }).click();
  await expect(rows(page)).toHaveCount(1);
  expect(page.url()).toContain('follower=me');

  await page.keyboard.press('v');
  await page.getByRole('menuitem', { name: 'Save as view…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('What I follow');
  await page.keyboard.press('Enter');
  await expect(page.getByText('“What I follow” saved.')).toBeVisible();

  // The user follows a ticket on another device.
  await follow(two?.id, true);
  await expect(rows(page)).toHaveCount(2);
  await follow(one?.id, false);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove filter: Following' }).click();
  await expect(page).not.toHaveURL(/follower/);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'What I follow' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.context().close();
});

test('a shared view that is added, renamed or taken away is so on another agent’s screen at once @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'agent1');
  await page.goto('/tickets?view=open');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await expect(page.getByRole('menuitem', { name: 'Save as view…' })).toBeVisible();
  const token = await tokenOf(server.url, 'admin');
  const shared = await callApi<{ data: { id: number } }>(server.url, 'POST', '/api/tickets/views', {
    token,
    body: {
      name: 'Everybody’s urgent ones',
      is_shared: true,
      search: { view: 'open', sort: 'priority_high' },
    },
  });
  expect(shared.status, JSON.stringify(shared.body)).toBe(200);
  const address = `/api/tickets/views/${shared.body.data.id}`;
  await expect(page.getByRole('menuitem', { name: 'Everybody’s urgent ones' })).toBeVisible();
  await callApi(server.url, 'PATCH', address, { token, body: { version: 1, name: 'Fires' } });
  await expect(page.getByRole('menuitem', { name: 'Fires' })).toBeVisible();
  await callApi(server.url, 'DELETE', address, { token });
  await expect(page.getByRole('menuitem', { name: 'Fires' })).toHaveCount(0);
  await page.context().close();
});
