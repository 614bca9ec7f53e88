import type { Ticket } from '@trunkline/contract';
import type { Page } from 'playwright/test';
import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

// Office hours and holidays set by an administrator, and their effect on a ticket's SLA.

test.use({ ground: 'office-hours' });

const HOUR = 3_600_000;
/** The first of January of next year, after which the tests find their Mondays. */
const NEVER_OPEN_BEFORE = Date.UTC(new Date().getUTCFullYear() + 1, 0, 1);

const row = (page: Page, name: string) => page.getByRole('row').getByRole('link', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

async function save(page: Page, label: 'Save' | 'Create'): Promise<void> {
  await dialog(page).getByRole('button', { name: label, exact: true }).click();
  await expect(dialog(page)).toBeHidden();
}

async function openTicket(page: Page): Promise<Ticket> {
  const { data } = (await (await page.request.get('/api/tickets?limit=50&status=open')).json()) as {
    data: Ticket[];
  };
  const ticket = data.find(({ resolution_due_at: due }) => due !== null);
  if (!ticket) throw new Error('the demo has no open ticket with a deadline');
  return ticket;
}

const dueOf = async (page: Page, id: number): Promise<number> => {
  const { data } = (await (await page.request.get(`/api/tickets/${id}`)).json()) as {
    data: { ticket: Ticket };
  };
  return Date.parse(data.ticket.resolution_due_at ?? '');
};

test('changed hours of a department move the targets of its tickets, and an open ticket shows it at once @full', async ({
  browser,
  baseURL,
}) => {
  const agent = await openAs(browser, baseURL ?? '', 'supervisor');
  const ticket = await openTicket(agent);
  await agent.goto(`/tickets/detail?id=${ticket.id}`);
  await agent.getByRole('button', { name: 'SLA details' }).click();
  await expect(agent.getByText('Kopi Nusantara').first()).toBeVisible();

  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto('/settings/office_hours');
  await page.getByRole('button', { name: 'New office hours' }).click();
  await dialog(page).getByLabel('Name', { exact: true }).fill('One hour on Sundays');
  await dialog(page).getByRole('combobox', { name: 'Time zone' }).fill('Asia/Jakarta');
  await page.getByRole('option', { name: 'Asia/Jakarta' }).click();
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await dialog(page)
      .getByRole('button', { name: `Remove period 1 on ${day}` })
      .click();
  await dialog(page).getByRole('button', { name: 'Add hours on Sunday' }).click();
  await dialog(page).getByLabel('Sunday, period 1, from').fill('08:00');
  await dialog(page).getByLabel('Sunday, period 1, until').fill('07:00');
  await dialog(page).getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog(page).getByText('Each period must end after it starts')).toBeVisible();
  await dialog(page).getByLabel('Sunday, period 1, until').fill('09:00');
  await save(page, 'Create');
  await expect(page.getByRole('row', { name: /One hour on Sundays/ })).toContainText('Sun 08:00–09:00');

  await page.goto('/settings/departments');
  const { data } = (await (await page.request.get('/api/reference')).json()) as {
    data: { departments: { id: number; name: string }[] };
  };
  const department = data.departments.find(({ id }) => id === ticket.department_id);
  await row(page, department?.name ?? '').click();
  await dialog(page).getByRole('combobox', { name: 'Office hours' }).click();
  await page.getByRole('option', { name: 'One hour on Sundays' }).click();
  await save(page, 'Save');

  await expect(agent.getByText('One hour on Sundays').first()).toBeVisible();
  await expect
    .poll(() => dueOf(agent, ticket.id))
    .toBeGreaterThan(Date.parse(ticket.resolution_due_at ?? ''));

  // After Undo it is as before.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => dueOf(agent, ticket.id)).toBe(Date.parse(ticket.resolution_due_at ?? ''));
  await agent.context().close();
  await page.context().close();
});

test('a calendar is previewed, imported, and the import undone @full', async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto('/settings/holidays');
  await expect(row(page, 'Hari Natal')).toBeVisible();
  const year = new Date(NEVER_OPEN_BEFORE + 24 * HOUR).getUTCFullYear();
  const file = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    `DTSTART;VALUE=DATE:${year}0310`,
    'SUMMARY:Nyepi',
    'END:VEVENT',
    'BEGIN:VEVENT',
    `DTSTART:${year}0101T090000Z`,
    'SUMMARY:Stock-taking',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
  const importCalendar = async (content: string) => {
    await page.locator('input[type=file]').setInputFiles({
      name: 'holidays.ics',
      mimeType: 'text/calendar',
      buffer: Buffer.from(content),
    });
  };
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import a calendar' }).click();
  await importCalendar('no calendar at all');
  await expect(dialog(page).getByText('Not a calendar file.')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await importCalendar(file);
  await expect(dialog(page).getByText('1 holiday will be added.')).toBeVisible();
  await expect(dialog(page).getByText('Not a full day.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('row', { name: /Nyepi/ })).toContainText(`10 Mar ${year}`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Nyepi')).toHaveCount(0);
  await page.context().close();
});

test('a holiday is created by keyboard, and a second one on the same date is refused @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'admin');
  await page.goto('/settings/holidays');
  await expect(row(page, 'Hari Natal')).toBeVisible();
  const make = async (day: string) => {
    await page.keyboard.press('n');
    await expect(dialog(page).getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.type('Founders’ day');
    await page.keyboard.press('Tab');
    await page.keyboard.type(day);
  };
  // A date input takes the month first where the page's language is American English.
  await make('05042027');
  await dialog(page).getByLabel('Date').fill('2027-05-04');
  await save(page, 'Create');
  await expect(page.getByRole('row', { name: /Founders’ day/ })).toContainText('4 May 2027');
  await make('05042027');
  await dialog(page).getByLabel('Date').fill('2027-05-04');
  await dialog(page).getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog(page).getByText('There is already a holiday on this date.')).toBeVisible();
  await page.context().close();
});
