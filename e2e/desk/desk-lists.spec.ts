import type { Page } from 'playwright/test';
import { callApi, signInOnce } from '../support/api.ts';
import { openAs } from '../support/people.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test.use({ ground: 'desk-lists' });

type CreatedTicket = { id: number; number: string };
let count = 0;

/** Creates tickets of a new customer, as an agent would. */
async function makeTickets(url: string, many: number, more: object = {}): Promise<CreatedTicket[]> {
  const { token } = await signInOnce(url, 'agent1', DEMO_PASSWORD);
  count += 1;
  const customer = await callApi<{ data: { id: number } }>(url, 'POST', '/api/customers', {
    token,
    body: { name: `List Maker ${count}` },
  });
  const made: CreatedTicket[] = [];
  for (let n = 1; n <= many; n += 1) {
    const body = {
      client_key: `desk-lists-${count}-${n}`,
      customer_id: customer.body.data.id,
      subject: `Parcel ${count}/${n}`,
      department_id: 1,
      ...more,
    };
    const answer = await callApi<{ data: CreatedTicket }>(url, 'POST', '/api/tickets', { token, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    made.push(answer.body.data);
  }
  return made;
}

const rows = (page: Page) => page.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const withTag = (tag: string) =>
  encodeURIComponent(JSON.stringify([{ field: 'tags', op: 'is', value: [tag] }]));

test('an agent filters the list, saves it as a view, and finds it in another session', async ({
  browser,
  baseURL,
  server,
}) => {
  await makeTickets(server.url, 3, { tags: ['narrow'] });
  const page = await openAs(browser, baseURL ?? '', 'agent1');
  await page.goto('/tickets?view=open');
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('f');
  const filter = dialog(page, 'Filter');
  await filter.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('menuitem', { name: 'Tags' }).click();
  await filter.getByLabel('Value').first().fill('narrow');
  await page.keyboard.press('Enter');
  // The field's suggestions close when it loses the focus.
  await page.keyboard.press('Tab');
  await filter.getByRole('button', { name: 'Show tickets' }).click();
  // The pointer must not be over the list, because new rows would wait there.
  await page.mouse.move(0, 0);
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Remove filter: Tags has one of #narrow' })).toBeVisible();
  expect(page.url()).toContain('where=');

  // A ticket that now matches appears and one that no longer does disappears, by events alone.
  const [other] = await makeTickets(server.url, 1);
  const { token } = await signInOnce(server.url, 'agent1', DEMO_PASSWORD);
  const tagged = (tags: string[], version: number) =>
    callApi(server.url, 'PATCH', `/api/tickets/${other?.id}`, { token, body: { version, tags } });
  await tagged(['narrow'], 1);
  await expect(rows(page)).toHaveCount(4);
  await tagged([], 2);
  await expect(rows(page)).toHaveCount(3);

  await page.keyboard.press('v');
  await page.getByRole('menuitem', { name: 'Save as view…' }).click();
  await dialog(page, /Save as view/)
    .getByLabel('Name')
    .fill('Narrow ones');
  await page.keyboard.press('Enter');
  await expect(page.getByText('“Narrow ones” saved.')).toBeVisible();
  await page.context().close();

  const again = await openAs(browser, baseURL ?? '', 'agent1', { locale: 'en-US' });
  await again.goto('/tickets');
  await again.getByRole('button', { name: 'Saved views' }).click();
  await again.getByRole('menuitem', { name: 'Narrow ones' }).click();
  await expect(rows(again)).toHaveCount(3);

  await again.getByRole('button', { name: 'Saved views' }).click();
  await again.getByRole('menuitem', { name: 'Manage views…' }).click();
  await again.getByRole('button', { name: 'Actions for Narrow ones' }).click();
  await again.getByRole('menuitem', { name: 'Set as default' }).click();
  await expect(again.getByText('default', { exact: true })).toBeVisible();
  await again.keyboard.press('Escape');
  await again.goto('/');
  await again.goto('/tickets');
  await expect(rows(again)).toHaveCount(3);

  // Deleted, and restored.
  await again.getByRole('button', { name: 'Saved views' }).click();
  await again.getByRole('menuitem', { name: 'Manage views…' }).click();
  await again.getByRole('button', { name: 'Actions for Narrow ones' }).click();
  await again.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(again.getByRole('textbox', { name: 'Name of view Narrow ones' })).toHaveCount(0);
  await again.getByRole('button', { name: 'Undo' }).click();
  await expect(again.getByRole('textbox', { name: 'Name of view Narrow ones' })).toBeVisible();
  await again.context().close();
});

test('the list is a table with the columns that one chooses, on every device @full', async ({
  browser,
  baseURL,
  server,
}) => {
  await makeTickets(server.url, 2, { tags: ['columns'] });
  const page = await openAs(browser, baseURL ?? '', 'agent2');
  await page.goto(`/tickets?view=open&where=${withTag('columns')}`);
  await page.getByRole('button', { name: 'Show as table' }).click();
  const table = page.getByRole('table', { name: 'Ticket table' });
  await expect(table.getByRole('columnheader', { name: 'Subject' })).toBeVisible();
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const columns = dialog(page, 'Table columns');
  await columns.getByRole('checkbox', { name: 'Subject' }).uncheck();
  await columns.getByRole('checkbox', { name: 'Created' }).check();
  await columns.getByRole('button', { name: 'Save' }).click();
  await expect(table.getByRole('columnheader', { name: 'Subject' })).toHaveCount(0);
  await table.getByRole('button', { name: 'Created' }).click();
  await expect(page).toHaveURL(/sort=created/);
  await expect(table.getByRole('columnheader', { name: 'Created' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await page.context().close();

  const again = await openAs(browser, baseURL ?? '', 'agent2');
  await again.goto('/tickets?view=open');
  await again.getByRole('button', { name: 'Show as table' }).click();
  await expect(again.getByRole('columnheader', { name: 'Created' })).toBeVisible();
  await expect(again.getByRole('columnheader', { name: 'Subject' })).toHaveCount(0);

  // A custom field is a column, and a condition like any other.
  await expect(again.getByRole('columnheader', { name: 'Product' })).toBeVisible();
  await again.keyboard.press('f');
  await dialog(again, 'Filter').getByRole('button', { name: 'Add condition' }).click();
  await again.getByRole('menuitem', { name: 'Product' }).click();
  await dialog(again, 'Filter').getByLabel('Value').first().click();
  await again.getByRole('option', { name: 'Grinder' }).click();
  await again.keyboard.press('Tab');
  await dialog(again, 'Filter').getByRole('button', { name: 'Show tickets' }).click();
  await expect(again.getByRole('button', { name: /Product is one of Grinder/ })).toBeVisible();
  const lines = again.getByRole('row').filter({ has: again.getByRole('link') });
  await expect(lines.first()).toContainText('Grinder');
  await expect(lines.filter({ hasNotText: 'Grinder' })).toHaveCount(0);
  await again
    .getByRole('link')
    .filter({ hasText: /^\d{6}$/ })
    .first()
    .click();
  // The ticket opens beside the table, which becomes a list.
  await expect(again.getByRole('region', { name: 'Ticket details' })).toBeVisible();
  await expect(again.getByRole('list', { name: 'Tickets', exact: true })).toBeVisible();
  await again.context().close();
});

test('one agent changes some hundred tickets and undoes it, while another changes one of them @full', async ({
  browser,
  baseURL,
  server,
}) => {
  test.setTimeout(120_000);
  const made = await makeTickets(server.url, 220, { tags: ['many'] });
  const page = await openAs(browser, baseURL ?? '', 'agent1');
  await page.goto(`/tickets?view=open&where=${withTag('many')}`);
  await expect(rows(page).first()).toBeVisible();
  // By keyboard: the first, then the three below it.
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Select all 220' }).click();
  await expect(page.getByText('220 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Update…' }).click();
  const change = dialog(page, 'Update 220 tickets');
  await change.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Solve' }).click();
  await change.getByRole('button', { name: 'Update' }).click();
  const news = page.getByRole('region', { name: 'Recent bulk updates' });
  await expect(news).toContainText('Updating tickets');
  await expect(news).toContainText('220 tickets updated.', { timeout: 60_000 });
  await expect(page.getByText('No tickets match')).toBeVisible();

  // Somebody else has reopened one of them.
  const { token } = await signInOnce(server.url, 'agent2', DEMO_PASSWORD);
  const [one] = made;
  const reopened = await callApi(server.url, 'POST', `/api/tickets/${one?.id}/reopen`, {
    token,
    body: { version: 2 },
  });
  expect(reopened.status).toBe(200);
  await expect(rows(page)).toHaveCount(1);

  await news.getByRole('button', { name: 'Undo' }).click();
  await expect(news).toContainText('219 tickets restored.', { timeout: 60_000 });
  await expect(news).toContainText('1 skipped: 1 changed since.');
  await news.getByRole('button', { name: 'Details' }).click();
  const history = dialog(page, 'Recent bulk updates');
  await history.getByRole('button', { name: 'Skipped' }).first().click();
  await expect(history.getByText(`Ticket ${one?.number}: changed since`)).toBeVisible();
  await page.context().close();
});

test('a bulk update continues after the server was killed in the middle of it, each ticket once @full', async ({
  server,
}) => {
  test.setTimeout(180_000);
  const made = await makeTickets(server.url, 150);
  const { token } = await signInOnce(server.url, 'agent1', DEMO_PASSWORD);
  type Bulk = { data: { id: number; done: number; changed: number; status: string } };
  const started = await callApi<Bulk>(server.url, 'POST', '/api/tickets/bulk', {
    token,
    body: {
      change: { action: 'tag', add: ['survivor'], remove: [] },
      tickets: { ids: made.map(({ id }) => id) },
    },
  });
  const address = `/api/tickets/bulk/${started.body.data.id}`;
  const read = async () => (await callApi<Bulk>(server.url, 'GET', address, { token })).body.data;
  await expect.poll(async () => (await read()).done, { intervals: [20] }).toBeGreaterThan(0);
  await server.kill9();
  await server.restart();
  const before = await read();
  expect(before.status, 'killed too late to prove anything').toBe('running');
  await expect.poll(async () => (await read()).status, { timeout: 100_000 }).toBe('done');
  expect(await read()).toMatchObject({ done: 150, changed: 150 });
  for (const { id } of made) {
    const line = await callApi<{ data: unknown[] }>(
      server.url,
      'GET',
      `/api/tickets/${id}/timeline?kind=event`,
      { token },
    );
    expect(line.body.data).toHaveLength(2);
  }
});
