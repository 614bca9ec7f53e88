import type { Page } from 'playwright/test';
import { expect } from '../test.ts';
import { button, type State } from './state.ts';
import type { Words } from '../words.ts';

const WHERE = encodeURIComponent(
  JSON.stringify([
    { field: 'created_at', op: 'between', value: ['-30d', '+0m'] },
    { field: 'priority_id', op: 'is', value: [1, 2, 3, 4] },
  ]),
);

async function openList(page: Page): Promise<void> {
  await page.goto(`/tickets?view=open&where=${WHERE}`);
  await expect(page.getByRole('listitem').first()).toBeVisible();
}

async function chooseOne(page: Page, { tickets }: Words): Promise<void> {
  await openList(page);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByRole('group', { name: tickets.bulk.label })).toBeVisible();
}

/** Creates a saved view once, which every look uses. */
async function keepView(page: Page): Promise<void> {
  const answer = await page.request.get('/api/tickets/views');
  const { data } = (await answer.json()) as { data: { views: { name: string }[] } };
  if (data.views.some(({ name }) => name === 'Walked')) return;
  const body = { name: 'Walked', is_shared: true, search: { view: 'open', sort: 'due' } };
  expect((await page.request.post('/api/tickets/views', { data: body })).status()).toBe(200);
}

async function openTable(page: Page, { tickets }: Words): Promise<void> {
  await openList(page);
  await button(page, tickets.table.show).click();
  await expect(page.getByRole('columnheader').nth(2)).toBeVisible();
}

/** Makes the page look as while a bulk update waits for the one before it. */
async function keepWaiting(page: Page): Promise<void> {
  const at = new Date().toISOString();
  const bulk = {
    id: 9_000_001,
    at,
    change: { action: 'solve' },
    undoes: null,
    undone_by: null,
    status: 'running',
    is_waiting: true,
    total: 120,
    done: 0,
    changed: 0,
    left_out: [],
    ended_at: null,
    can_undo: false,
  };
  await page.route('**/api/tickets/bulk', (route) => route.fulfill({ json: { data: [bulk] } }));
}

/** Makes the page look as after solving tickets of which some lack a required answer. */
async function answerNeeds(page: Page): Promise<void> {
  const answer = await page.request.get('/api/reference');
  const { data } = (await answer.json()) as { data: { custom_fields: { id: number; name: string }[] } };
  const asked = data.custom_fields.filter(({ name }) => name === 'Order number').map(({ id }) => id);
  const at = new Date().toISOString();
  const bulk = {
    id: 9_000_000,
    at,
    change: { action: 'solve' },
    undoes: null,
    undone_by: null,
    status: 'done',
    is_waiting: false,
    total: 5,
    done: 5,
    changed: 3,
    left_out: [{ reason: 'fields_missing', count: 2 }],
    ended_at: at,
    can_undo: true,
  };
  const needs = { ticket_ids: [1, 2], field_ids: asked };
  await page.route('**/api/tickets/bulk', (route) => route.fulfill({ json: { data: [bulk] } }));
  await page.route(`**/api/tickets/bulk/${bulk.id}`, (route) =>
    route.fulfill({ json: { data: { ...bulk, left: [], needs } } }),
  );
}

/** The ticket list: conditions, views, the table, and bulk updates. */
export const DESK_LIST_STATES: readonly State[] = [
  { name: 'tickets-conditions', show: openList },
  {
    name: 'tickets-filter-builder',
    show: async (page, { tickets, listing }) => {
      await openList(page);
      await page.keyboard.press('f');
      const dialog = page.getByRole('dialog', { name: tickets.filter.label });
      await button(page, listing.add).click();
      await page.getByRole('menuitem', { name: tickets.where.names.tags }).click();
      await button(page, tickets.where.apply).click();
      await expect(dialog.getByText(listing.incomplete)).toBeVisible();
    },
  },
  {
    name: 'tickets-followed',
    show: async (page, { tickets, listing }) => {
      await page.goto('/tickets?view=open&follower=me&q=nothing+like+this');
      const chip = listing.removeFilter.replace('{{name}}', tickets.followed.label);
      await expect(button(page, chip)).toBeVisible();
      await expect(page.getByText(tickets.empty.filter.title)).toBeVisible();
    },
  },
  {
    name: 'tickets-sort',
    show: async (page, { tickets }) => {
      await openList(page);
      await page.getByRole('button', { name: new RegExp(`^${tickets.sort.label}:`) }).click();
      await expect(page.getByRole('menuitem', { name: tickets.sort.priority_high })).toBeVisible();
    },
  },
  {
    name: 'tickets-views',
    show: async (page, { tickets }) => {
      await keepView(page);
      await openList(page);
      await button(page, tickets.views.label).click();
      await expect(page.getByRole('menuitem', { name: 'Walked' })).toBeVisible();
    },
  },
  {
    name: 'tickets-view-save',
    show: async (page, { tickets }) => {
      await openList(page);
      await page.keyboard.press('v');
      await page.getByRole('menuitem', { name: tickets.views.save }).click();
      await button(page, tickets.views.submit).click();
      await expect(page.getByText(tickets.views.needName)).toBeVisible();
    },
  },
  {
    name: 'tickets-views-manage',
    show: async (page, { tickets }) => {
      await keepView(page);
      await openList(page);
      await page.keyboard.press('v');
      await page.getByRole('menuitem', { name: tickets.views.manage }).click();
      await expect(page.getByRole('dialog', { name: tickets.views.manageTitle })).toBeVisible();
    },
  },
  { name: 'tickets-chosen', show: chooseOne },
  {
    name: 'tickets-bulk-change',
    show: async (page, words) => {
      await chooseOne(page, words);
      await button(page, words.tickets.bulk.change).click();
      await button(page, words.tickets.bulk.title_one.replace('{{count}}', '1')).click();
      await expect(page.getByText(words.tickets.bulk.needValue)).toBeVisible();
    },
  },
  {
    name: 'tickets-bulk-field',
    show: async (page, words) => {
      await chooseOne(page, words);
      await button(page, words.tickets.bulk.change).click();
      await page.getByRole('combobox', { name: words.tickets.bulk.what }).click();
      await page.getByRole('option', { name: 'Order number' }).click();
      await button(page, words.tickets.bulk.title_one.replace('{{count}}', '1')).click();
      await expect(page.getByRole('textbox', { name: 'Order number' })).toHaveAttribute(
        'aria-invalid',
        'true',
      );
    },
  },
  {
    name: 'tickets-bulk-needs',
    show: async (page, { tickets }) => {
      await answerNeeds(page);
      await openList(page);
      await button(page, tickets.bulk.give).click();
      await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Order number' })).toBeFocused();
    },
  },
  {
    name: 'tickets-bulk-needs-left',
    show: async (page, { tickets }) => {
      await button(page, tickets.bulk.cancel).click();
      await expect(button(page, tickets.bulk.give)).toBeVisible();
      await page.unrouteAll();
    },
  },
  {
    name: 'tickets-bulk-waiting',
    show: async (page, { tickets }) => {
      await keepWaiting(page);
      await openList(page);
      const news = page.getByRole('region', { name: tickets.bulk.last });
      await expect(news.getByRole('button', { name: tickets.bulk.stop })).toBeVisible();
      await page.unrouteAll();
    },
  },
  {
    name: 'tickets-bulk-done',
    show: async (page, words) => {
      await chooseOne(page, words);
      await button(page, words.tickets.bulk.change).click();
      await page.getByRole('combobox', { name: words.tickets.bulk.what }).click();
      await page.getByRole('option', { name: words.tickets.bulk.action.addTags }).click();
      await page.getByLabel(words.tickets.bulk.tags).first().fill('walked');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await button(page, words.tickets.bulk.title_one.replace('{{count}}', '1')).click();
      await expect(button(page, words.tickets.bulk.details)).toBeVisible();
    },
  },
  {
    name: 'tickets-bulk-history',
    show: async (page, { tickets }) => {
      await openList(page);
      await page.keyboard.press('v');
      await page.getByRole('menuitem', { name: tickets.bulk.last }).click();
      await expect(page.getByRole('dialog', { name: tickets.bulk.history.title })).toBeVisible();
    },
  },
  { name: 'tickets-table', only: 'wide', show: openTable },
  {
    name: 'tickets-columns',
    only: 'wide',
    show: async (page, { table }) => {
      await page.reload();
      await button(page, table.columns.choose).click();
      await expect(page.getByRole('dialog', { name: table.columns.title })).toBeVisible();
    },
  },
  {
    name: 'tickets-list-again',
    only: 'wide',
    show: async (page, { tickets }) => {
      await page.reload();
      await button(page, tickets.table.hide).click();
      await expect(page.getByRole('list', { name: tickets.list.label })).toBeVisible();
    },
  },
];
