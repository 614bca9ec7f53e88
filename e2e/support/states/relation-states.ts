import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { expect } from '../test.ts';
import type { Words } from '../words.ts';
import { button, type State } from './state.ts';

type Ticket = { id: number; number: string; customer_id: number; department_id: number };

async function open(page: Page, { tickets }: Words, id: number): Promise<void> {
  await page.goto(`/tickets?view=open&id=${id}`);
  await expect(page.getByRole('log', { name: tickets.timeline.label })).toBeVisible();
}

async function post<T>(page: Page, path: string, data: object): Promise<T> {
  const answer = await page.request.post(path, { data });
  return ((await answer.json()) as { data: T }).data;
}

/** Creates another ticket of the same customer, with a note. */
async function createSecondTicket(page: Page, id: number, subject: string): Promise<Ticket> {
  const answer = await page.request.get(`/api/tickets/${id}`);
  const { ticket } = ((await answer.json()) as { data: { ticket: Ticket } }).data;
  const { customer_id, department_id } = ticket;
  const own = {
    client_key: randomUUID(),
    customer_id,
    department_id,
    subject,
    note: 'By phone, this morning',
  };
  return post<Ticket>(page, '/api/tickets', own);
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Relations of a ticket: its dialogs, linked and merged tickets, mentions, macros and notifications. */
export const RELATION_STATES: readonly State[] = [
  {
    name: 'among-merge',
    show: async (page, words, id) => {
      await open(page, words, id);
      await page.keyboard.press('Shift+M');
      await expect(dialog(page, words.relations.mergeDialog.title)).toBeVisible();
    },
  },
  {
    name: 'among-split',
    show: async (page, words, id) => {
      await open(page, words, id);
      await page.keyboard.press('Shift+S');
      const split = dialog(page, words.relations.splitDialog.title);
      await split.getByRole('checkbox').first().check();
    },
  },
  {
    name: 'among-link',
    show: async (page, words, id) => {
      await open(page, words, id);
      await page.keyboard.press('l');
      await expect(dialog(page, words.relations.linkDialog.title)).toBeVisible();
    },
  },
  {
    name: 'among-macro',
    show: async (page, words, id) => {
      await open(page, words, id);
      await page.keyboard.press('m');
      await expect(page.getByRole('region', { name: words.macros.preview })).toBeVisible();
    },
  },
  {
    name: 'among-linked',
    show: async (page, words, id) => {
      const [linked, merged] = [
        await createSecondTicket(page, id, 'A linked matter'),
        await createSecondTicket(page, id, 'The same, told twice'),
      ];
      await page.request.post(`/api/tickets/${id}/links`, { data: { ticket_id: linked.id, kind: 'child' } });
      await page.request.post(`/api/tickets/${id}/merge`, { data: { from: [merged.id] } });
      await page.request.put(`/api/tickets/${id}/follow`, { data: { follow: true } });
      await open(page, words, id);
      const details = button(page, words.tickets.action.showDetails);
      if (await details.isVisible()) await details.click();
      const region = page.getByRole('region', { name: words.relations.title });
      await expect(region).toContainText('The same, told twice');
      await region.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'among-merged-away',
    show: async (page, words, id) => {
      const merged = await createSecondTicket(page, id, 'Told twice');
      await page.request.post(`/api/tickets/${id}/merge`, { data: { from: [merged.id] } });
      await open(page, words, merged.id);
      await expect(button(page, words.relations.merged.part)).toBeVisible();
    },
  },
  {
    name: 'among-mention',
    show: async (page, words, id) => {
      await open(page, words, id);
      await page.keyboard.press('n');
      await expect(page.getByRole('textbox', { name: words.tickets.composer.note })).toBeFocused();
      await page.keyboard.type('@');
      await expect(page.getByRole('listbox', { name: words.relations.mention.label })).toBeVisible();
    },
  },
  {
    name: 'among-notices',
    show: async (page, words) => {
      await page.goto('/tickets?view=open');
      await page.getByRole('button', { name: new RegExp(`^${words.notices.title}`) }).click();
      await expect(dialog(page, words.notices.title)).toBeVisible();
    },
  },
];
