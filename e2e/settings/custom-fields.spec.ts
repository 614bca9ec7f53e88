import type { ListRow, Ticket } from '@trunkline/contract';
import type { Page } from 'playwright/test';
import { endChat, startChat } from '../support/chat.ts';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const drawer = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const closeAll = (...pages: Page[]) => Promise.all(pages.map((page) => page.context().close()));

/** Creates a row of a settings list by a request. */
async function make(admin: Page, list: string, values: object): Promise<ListRow> {
  const answer = await admin.request.post(`/api/settings/${list}`, { data: { values } });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { data: ListRow }).data;
}

async function switchOff(admin: Page, { id }: ListRow): Promise<void> {
  await admin.request.post('/api/settings/custom_fields/bulk', { data: { ids: [id], is_active: false } });
}

async function ticketOf(page: Page, id: number): Promise<Ticket> {
  const answer = await page.request.get(`/api/tickets/${id}`);
  return ((await answer.json()) as { data: { ticket: Ticket } }).data.ticket;
}

async function setType(page: Page, id: number, type: number): Promise<void> {
  const { version } = await ticketOf(page, id);
  await page.request.patch(`/api/tickets/${id}`, { data: { version, type_id: type } });
}

/** Selects an option by typing its beginning. */
async function choose(page: Page, field: string, option: string): Promise<void> {
  await drawer(page).getByRole('combobox', { name: field, exact: true }).focus();
  await press(page, 'ArrowDown');
  const wanted = page.getByRole('option', { name: option, exact: true });
  await expect(wanted).toBeVisible();
  while (!(await wanted.getAttribute('data-combobox-selected'))) await press(page, 'ArrowDown');
  await press(page, 'Enter');
}

test('by keys alone: a field is created, appears on the open desk at once, and is required before the ticket is solved @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const admin = await openAs(browser, baseURL ?? '', 'admin');
  const agent = await openAs(browser, baseURL ?? '', 'agent1');
  const type = await make(admin, 'types', { name: 'Return' });
  const chat = await startChat(server.url, 'Fields Visitor');
  await setType(admin, chat.ticketId, type.id);
  await agent.goto(`/tickets/detail?id=${chat.ticketId}`);
  await expect(button(agent, 'Type: Return')).toBeVisible();

  await admin.goto('/settings/custom_fields');
  await expect(admin.getByRole('row').locator('a').first()).toBeVisible();
  await press(admin, 'n');
  await expect(drawer(admin).getByLabel('Name', { exact: true })).toBeFocused();
  await admin.keyboard.type('Reason of return');
  await choose(admin, 'Type', 'Single-select');
  await button(admin, 'Add option').focus();
  await press(admin, 'Enter');
  await admin.keyboard.type('Broken');
  await press(admin, 'Enter');
  await admin.keyboard.type('Not as described');
  await press(admin, 'Alt+ArrowUp');
  await expect(drawer(admin).getByLabel('Option 1', { exact: true })).toBeFocused();
  await choose(admin, 'Required', 'When solved');
  await choose(admin, 'Ticket types', 'Return');
  await drawer(admin).getByLabel('Key', { exact: true }).focus();
  await admin.keyboard.type('return_reason');
  await press(admin, 'Enter');
  await expect(admin.getByRole('status').getByText('“Reason of return” created')).toBeVisible();

  const field = button(agent, /^Reason of return: /);
  await expect(field).toHaveAccessibleName('Reason of return: None');
  await press(agent, 's');
  await agent.keyboard.type('s');
  await expect(agent.getByRole('option', { name: 'Solved' })).toBeVisible();
  while (!(await agent.getByRole('option', { name: 'Solved' }).getAttribute('data-combobox-selected')))
    await press(agent, 'ArrowDown');
  await press(agent, 'Enter');
  const asked = agent.getByRole('dialog', { name: 'Required to solve' });
  await expect(asked.getByRole('combobox', { name: 'Reason of return' })).toBeFocused();
  await asked.getByRole('button', { name: 'Solve' }).focus();
  await press(agent, 'Enter');
  await expect(asked.getByText('This field is required.')).toBeVisible();
  await choose(agent, 'Reason of return', 'Not as described');
  await asked.getByRole('button', { name: 'Solve' }).focus();
  await press(agent, 'Enter');
  await expect(asked).toBeHidden();
  await expect(field).toHaveAccessibleName('Reason of return: Not as described');
  expect(await ticketOf(agent, chat.ticketId)).toMatchObject({ status: 'solved' });
  await expect(agent.getByText(/Reason of return.*Not as described/).first()).toBeVisible();

  // After renaming, the option is still the answer; an option in use cannot be deleted.
  await admin.goto('/settings/custom_fields?q=return');
  await admin.getByRole('link', { name: 'Reason of return' }).press('Enter');
  await drawer(admin).getByLabel('Option 1', { exact: true }).fill('Other than described');
  await button(admin, 'Save').press('Enter');
  await expect(field).toHaveAccessibleName('Reason of return: Other than described');
  await admin.getByRole('link', { name: 'Reason of return' }).press('Enter');
  await expect(drawer(admin).getByRole('combobox', { name: 'Type', exact: true })).toBeDisabled();
  await button(admin, 'Remove option 1').press('Enter');
  await button(admin, 'Save').press('Enter');
  await expect(drawer(admin).getByText('Items in use can’t be removed.')).toBeVisible();
  await closeAll(admin, agent);
});

test('an agent answers custom fields in place, and is told when a colleague was faster @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const admin = await openAs(browser, baseURL ?? '', 'admin');
  const agent = await openAs(browser, baseURL ?? '', 'agent1');
  const type = await make(admin, 'types', { name: 'Repair' });
  const here = { entity: 'ticket', type_ids: [type.id] };
  const serial = await make(admin, 'custom_fields', {
    ...here,
    name: 'Serial number',
    key: 'serial',
    kind: 'line',
  });
  await make(admin, 'custom_fields', { ...here, name: 'Cost', key: 'cost', kind: 'number' });
  await make(admin, 'custom_fields', { ...here, name: 'Photos', key: 'photos', kind: 'link' });
  await make(admin, 'custom_fields', { ...here, name: 'Pick-up', key: 'pick_up', kind: 'date_time' });
  await make(admin, 'custom_fields', { ...here, name: 'On loan', key: 'on_loan', kind: 'check' });
  const chat = await startChat(server.url, 'Repair Visitor');
  await setType(admin, chat.ticketId, type.id);
  await agent.goto(`/tickets/detail?id=${chat.ticketId}`);

  await button(agent, 'Serial number: None').press('Enter');
  await agent.keyboard.type('SN-77');
  await press(agent, 'Enter');
  await expect(button(agent, 'Serial number: SN-77')).toBeFocused();
  await button(agent, 'Cost: None').press('Enter');
  await agent.keyboard.type('much');
  await press(agent, 'Enter');
  await expect(agent.getByText('Use a number such as 1,234.5.')).toBeVisible();
  await agent.getByLabel('Cost', { exact: true }).fill('12.5');
  await press(agent, 'Enter');
  await expect(button(agent, 'Cost: 12.5')).toBeVisible();
  await button(agent, 'Photos: None').press('Enter');
  await agent.keyboard.type('https://shop.example/photos/7');
  await press(agent, 'Enter');
  await expect(agent.getByRole('link', { name: 'shop.example/photos/7' })).toHaveAttribute('rel', /noopener/);
  await button(agent, 'Pick-up: None').press('Enter');
  await agent.getByLabel('Pick-up', { exact: true }).fill('2026-12-01T10:00');
  await press(agent, 'Enter');
  await expect(button(agent, 'Pick-up: 1 Dec 2026, 10:00')).toBeVisible();
  await agent.getByRole('checkbox', { name: 'On loan' }).press('Space');
  await expect(agent.getByRole('checkbox', { name: 'On loan' })).toBeChecked();
  // The demo workspace is in Jakarta's time zone.
  const { fields } = await ticketOf(agent, chat.ticketId);
  expect(Object.values(fields)).toEqual([
    'SN-77',
    12.5,
    'https://shop.example/photos/7',
    '2026-12-01T03:00:00.000Z',
    true,
  ]);

  // A colleague changes another field at the same version; neither change is lost silently.
  await button(agent, 'Serial number: SN-77').press('Enter');
  const line = agent.getByLabel('Serial number', { exact: true });
  await line.fill('SN-78');
  await agent.route('**/api/tickets/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    const { version } = await ticketOf(admin, chat.ticketId);
    const data = { version, fields: { [serial.id]: 'SN-99' } };
    await admin.request.patch(`/api/tickets/${chat.ticketId}`, { data });
    await agent.unroute('**/api/tickets/*');
    return route.fallback();
  });
  await press(agent, 'Enter');
  const stale = agent.getByRole('alertdialog');
  await expect(stale).toContainText('Serial number');
  await expect(stale).toContainText('SN-99');
  await expect(stale).toContainText('SN-78');
  await stale.getByRole('button').last().press('Enter');
  await expect(button(agent, 'Serial number: SN-78')).toBeVisible();

  // A reply fills the template's variable with it.
  const body = 'Your {{ticket.field.serial}} is ready.';
  await make(admin, 'templates', { name: 'Repair done', shortcut: 'repaired', language: 'en', body });
  const reply = agent.getByRole('textbox', { name: /reply/i });
  await reply.focus();
  await agent.keyboard.type('/repaired');
  await expect(agent.getByRole('option', { name: /Repair done/ })).toBeVisible();
  await press(agent, 'Enter');
  await expect(reply).toHaveValue('Your SN-78 is ready.');
  await endChat(server.url, chat);
  await closeAll(admin, agent);
});

test('a customer’s field is edited by two at once: the second sees both answers @full', async ({
  browser,
  baseURL,
}) => {
  const admin = await openAs(browser, baseURL ?? '', 'admin');
  const agent = await openAs(browser, baseURL ?? '', 'agent1');
  const options = ['Silver', 'Gold', 'Platinum'].map((name) => ({ id: '', name, is_active: true }));
  const card = await make(admin, 'custom_fields', {
    name: 'Loyalty card',
    key: 'loyalty_card',
    entity: 'customer',
    kind: 'choice',
    options,
  });
  const made = await admin.request.post('/api/customers', { data: { name: 'Two At Once' } });
  const { id, version } = ((await made.json()) as { data: { id: number; version: number } }).data;
  await agent.goto(`/customers?id=${id}`);
  await button(agent, 'Edit').press('Enter');
  await choose(agent, 'Loyalty card', 'Gold');
  const data = { version, fields: { [card.id]: '1' } };
  expect((await admin.request.patch(`/api/customers/${id}`, { data })).status()).toBe(200);
  await button(agent, 'Save').press('Enter');
  const stale = drawer(agent).getByRole('alert');
  await expect(stale.getByRole('row', { name: /Loyalty card/ })).toContainText(/Silver\s*Gold/);
  await stale.getByRole('button').first().press('Enter');
  await expect(drawer(agent)).toBeHidden();
  const about = agent.getByRole('definition').filter({ hasText: 'Gold' });
  await expect(about).toBeVisible();
  await switchOff(admin, card);
  await expect(about).toBeHidden();
  await closeAll(admin, agent);
});

test('a new ticket asks for the fields of its type @full', async ({ browser, baseURL }) => {
  const admin = await openAs(browser, baseURL ?? '', 'admin');
  const agent = await openAs(browser, baseURL ?? '', 'agent1');
  const type = await make(admin, 'types', { name: 'Spare part' });
  await make(admin, 'custom_fields', {
    name: 'Part number',
    key: 'part_number',
    entity: 'ticket',
    kind: 'line',
    required: 'create',
    type_ids: [type.id],
  });
  await agent.goto('/tickets');
  await expect(agent.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();
  await press(agent, 'c');
  await drawer(agent).getByRole('combobox', { name: 'Customer' }).fill('a');
  await drawer(agent).getByRole('option').first().click();
  await drawer(agent).getByLabel('Subject').fill('A spare part');
  await choose(agent, 'Type', 'Spare part');
  await agent.getByRole('dialog').getByRole('button', { name: 'Create ticket' }).press('Enter');
  await expect(drawer(agent).getByText('This field is required.')).toBeVisible();
  await drawer(agent).getByLabel('Part number').fill('P-12');
  await agent.getByRole('dialog').getByRole('button', { name: 'Create ticket' }).press('Enter');
  await expect(button(agent, 'Part number: P-12')).toBeVisible();
  await closeAll(admin, agent);
});

test('tickets that a bulk update could not solve stay selected, and the missing answer is set on all of them at once @full', async ({
  browser,
  baseURL,
}) => {
  const admin = await openAs(browser, baseURL ?? '', 'admin');
  const agent = await openAs(browser, baseURL ?? '', 'agent1');
  const type = await make(admin, 'types', { name: 'Many complaints' });
  const here = { entity: 'ticket', type_ids: [type.id], kind: 'line' };
  const cause = await make(admin, 'custom_fields', {
    ...here,
    name: 'Cause',
    key: 'cause',
    required: 'solve',
  });
  const size = await make(admin, 'custom_fields', { ...here, name: 'Size', key: 'size' });
  const ticket = { customer_id: 1, subject: 'Complaint', department_id: 1, tags: ['complaint'] };
  const open = async (more: object) => {
    const answer = await agent.request.post('/api/tickets', { data: { ...ticket, ...more } });
    return ((await answer.json()) as { data: Ticket }).data;
  };
  const plain = await open({ client_key: 'fields-bulk-1' });
  const first = await open({ client_key: 'fields-bulk-2', type_id: type.id });
  const second = await open({ client_key: 'fields-bulk-3', type_id: type.id });
  const where = encodeURIComponent(JSON.stringify([{ field: 'tags', op: 'is', value: ['complaint'] }]));
  await agent.goto(`/tickets?view=open&where=${where}`);
  const rows = agent.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);

  const chooseAll = async () => {
    for (const { number } of [plain, first, second])
      await agent.getByRole('checkbox', { name: `Select ticket ${number}` }).check();
  };
  const change = async (what: string) => {
    await button(agent, 'Update…').click();
    await drawer(agent).getByRole('combobox', { name: 'Field' }).click();
    await agent.getByRole('option', { name: what, exact: true }).click();
  };
  const news = agent.getByRole('region', { name: 'Recent bulk updates' });
  await chooseAll();
  await change('Size');
  await drawer(agent).getByRole('textbox', { name: 'Size' }).fill('XL');
  await button(agent, 'Update 3 tickets').click();
  await expect(news).toContainText('Size: XL');
  await expect(news).toContainText('2 tickets updated. 1 skipped: 1 field not used.');
  await expect(news).not.toContainText('need');

  await chooseAll();
  await change('Solve');
  await button(agent, 'Update 3 tickets').click();
  await expect(news).toContainText('2 tickets have empty required fields: Cause.');
  await expect(rows).toHaveCount(2);
  await expect(agent.getByRole('group', { name: 'Selected tickets' })).toContainText('2 selected');
  await button(agent, 'Fill in fields…').click();
  await button(agent, 'Solve').click();
  await expect(drawer(agent).getByText('Fill in at least one field.')).toBeVisible();
  await drawer(agent).getByRole('textbox', { name: 'Cause' }).fill('Rain');
  await button(agent, 'Solve').click();
  await expect(rows).toHaveCount(0);
  await expect(news).toContainText('2 tickets updated.');
  const { fields } = await ticketOf(agent, first.id);
  expect(fields).toEqual({ [cause.id]: 'Rain', [size.id]: 'XL' });

  await news.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(2);
  expect((await ticketOf(agent, first.id)).fields).toEqual({ [size.id]: 'XL' });
  await closeAll(admin, agent);
});
