import type { Page } from 'playwright/test';
import { expect } from '../test.ts';
import type { Words } from '../words.ts';
import { button, type State } from './state.ts';

async function openTicket(page: Page, { tickets }: Words, ticketId: number): Promise<void> {
  await page.goto(`/tickets?view=open&id=${ticketId}`);
  await expect(page.getByRole('textbox', { name: tickets.composer.reply })).toBeVisible();
}

/** The page of tickets with one open. */
export const DESK_STATES: readonly State[] = [
  {
    name: 'tickets-mine',
    show: async (page, { tickets }) => {
      await page.goto('/tickets');
      await expect(page.getByText(tickets.empty.mine.title)).toBeVisible();
    },
  },
  {
    name: 'tickets-open',
    show: async (page) => {
      await page.goto('/tickets?view=open');
      await expect(page.getByRole('listitem').nth(4)).toBeVisible();
    },
  },
  { name: 'ticket-in-desk', show: openTicket },
  {
    name: 'ticket-alone',
    show: async (page, { tickets }, id) => {
      await page.goto(`/tickets/detail?id=${id}`);
      await expect(page.getByRole('textbox', { name: tickets.composer.reply })).toBeVisible();
    },
  },
  ...(['s', 'p', 'a', 't'] as const).map((key) => ({
    name: `ticket-menu-${key}`,
    show: async (page: Page, words: Words, id: number) => {
      const choices = page.getByRole('option').or(page.getByRole('menuitem')).or(page.getByRole('dialog'));
      const shown = choices.filter({ visible: true });
      // The menus are opened one after the other on the same page, so the open one is closed first.
      if (page.url().endsWith(`&id=${id}`)) await page.keyboard.press('Escape');
      else await openTicket(page, words, id);
      await expect(shown).toHaveCount(0);
      await page.keyboard.press(key);
      await expect(shown.first()).toBeVisible();
    },
  })),
  {
    name: 'ticket-context',
    only: 'narrow',
    show: async (page, words, id) => {
      await openTicket(page, words, id);
      await button(page, words.tickets.action.showDetails).click();
      await expect(page.getByText(words.tickets.sla.title)).toBeVisible();
    },
  },
  {
    name: 'ticket-clocks',
    show: async (page, words, id) => {
      await openTicket(page, words, id);
      const details = button(page, words.tickets.action.showDetails);
      if (await details.isVisible()) await details.click();
      await button(page, words.tickets.sla.whyLabel).click();
      await expect(page.getByText(words.tickets.sla.story.opened).first()).toBeVisible();
    },
  },
  {
    name: 'ticket-note',
    show: async (page, words, id) => {
      await openTicket(page, words, id);
      await page.keyboard.press('n');
      await expect(page.getByRole('textbox', { name: words.tickets.composer.note })).toBeFocused();
    },
  },
  {
    name: 'ticket-missing',
    show: async (page, { tickets }) => {
      await page.goto('/tickets/detail?id=999999');
      await expect(page.getByText(tickets.failed.notFound.title)).toBeVisible();
    },
  },
  {
    name: 'tickets-filter',
    show: async (page, { tickets }) => {
      await page.goto('/tickets?view=open&status=pending');
      await button(page, tickets.filter.count.replace('{{count}}', '1')).click();
      await expect(page.getByRole('dialog', { name: tickets.filter.label })).toBeVisible();
    },
  },
  {
    name: 'tickets-empty',
    show: async (page, { tickets }) => {
      await page.goto('/tickets?view=open&q=nothing+like+this');
      await expect(page.getByText(tickets.empty.filter.title)).toBeVisible();
    },
  },
  {
    name: 'tickets-failed',
    isLoaded: true,
    show: async (page) => {
      await page.route('**/api/tickets?*', (route) =>
        route.fulfill({ status: 500, json: { code: 'internal', message: '' } }),
      );
      await page.goto('/tickets?view=open');
      await expect(page.getByRole('alert')).toBeVisible();
      await page.unroute('**/api/tickets?*');
    },
  },
  {
    name: 'ticket-create',
    show: async (page, { tickets }) => {
      await page.goto('/tickets?view=open');
      await button(page, tickets.create.open).click();
      await expect(page.getByRole('dialog', { name: tickets.create.title })).toBeVisible();
    },
  },
];
