import { randomUUID } from 'node:crypto';
import { apiOf, callApi, signInOnce } from '../support/api.ts';
import { openAs } from '../support/people.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test('a macro assigns a ticket to a colleague and notifies the mentioned people, and explains when that cannot be done @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const { token } = await signInOnce(server.url, 'admin', DEMO_PASSWORD);
  const api = apiOf(server.url, token);
  const people = await api<{ id: number; fullname: string; department_ids: number[] }[]>(
    'GET',
    '/api/agents',
  );
  const budi = people.find(({ fullname }) => fullname === 'Budi Santoso');
  const home = budi?.department_ids[0] ?? 0;
  const customer = await api<{ id: number }>('POST', '/api/customers', { name: 'Macro Lover' });
  const make = (department_id: number) =>
    api<{ id: number }>('POST', '/api/tickets', {
      client_key: randomUUID(),
      customer_id: customer.id,
      subject: 'Who takes this?',
      department_id,
    });
  const reference = await callApi<{ data: { departments: { id: number }[] } }>(
    server.url,
    'GET',
    '/api/reference',
    { token },
  );
  const away = reference.body.data.departments.find(({ id }) => !budi?.department_ids.includes(id));
  const [here, there] = [await make(home), await make(away?.id ?? 0)];

  const admin = await openAs(browser, baseURL ?? '', 'admin');
  await admin.goto('/settings/macros');
  await admin.getByRole('button', { name: 'New macro' }).click();
  const form = admin.getByRole('dialog');
  await form.getByLabel('Name').fill('Give it to Budi');
  await form.getByLabel('Internal note').fill('Please look ');
  await form.getByRole('combobox', { name: 'Mention a colleague' }).click();
  await form.getByRole('option', { name: 'Budi Santoso' }).click();
  await expect(form.getByText('Please look @Budi Santoso')).toBeVisible();
  await form.getByRole('combobox', { name: 'Assign to' }).click();
  await form.getByRole('option', { name: 'Budi Santoso' }).click();
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(admin.getByRole('link', { name: 'Give it to Budi' })).toBeVisible();

  const colleague = await openAs(browser, baseURL ?? '', 'agent2');
  await admin.goto(`/tickets?view=open&id=${here.id}`);
  const run = async () => {
    await expect(admin.getByRole('log', { name: 'Conversation' })).toBeVisible();
    await admin.keyboard.press('m');
    const macros = admin.getByRole('dialog', { name: 'Run macro' });
    await macros.getByRole('combobox', { name: 'Search macros' }).fill('Give it');
    await expect(macros.getByRole('region', { name: 'Actions' })).toContainText('Assign to Budi Santoso');
    await expect(macros.getByRole('region', { name: 'Actions' })).toContainText('Please look @Budi Santoso');
    await admin.keyboard.press('Enter');
  };
  await run();
  await expect(admin.getByRole('button', { name: 'Assignee: Budi Santoso' })).toBeVisible();
  await expect(colleague.getByText(/mentioned you/)).toBeVisible();

  await admin.goto(`/tickets?view=open&id=${there.id}`);
  await run();
  await expect(admin.getByText(/Budi Santoso is not in the ticket’s department/)).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Assignee: Unassigned' })).toBeAttached();
  await admin.context().close();
  await colleague.context().close();
});
