import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('a customer is exported, put on legal hold, then erased, and a certificate says how much is gone @full', async ({
  browser,
  baseURL,
}) => {
  const admin = await openAs(browser, baseURL ?? '', 'admin');
  const made = await admin.request.post('/api/customers', {
    data: { name: 'Erasable Person', identities: [{ kind: 'email', value: 'erasable@buyer.example' }] },
  });
  const { data } = (await made.json()) as { data: { id: number } };
  await admin.goto(`/customers?id=${data.id}`);
  const privacy = admin.getByRole('region', { name: 'Privacy' });
  await privacy.getByRole('button', { name: 'Export data' }).click();
  await expect(privacy.getByRole('link', { name: /^Download \(/ })).toBeVisible();
  await privacy.getByRole('button', { name: 'Legal hold…' }).click();
  const hold = admin.getByRole('dialog', { name: 'Put Erasable Person on legal hold' });
  await hold.getByLabel('Reason').fill('A court asks');
  await hold.getByRole('button', { name: 'Legal hold' }).click();
  await expect(privacy.getByText('A court asks').first()).toBeVisible();
  await expect(privacy.getByRole('button', { name: 'Erase…' })).toBeDisabled();
  await expect(privacy.getByText('Customer: put on legal hold').first()).toBeVisible();
  await privacy.getByRole('button', { name: 'End legal hold' }).click();

  await privacy.getByRole('button', { name: 'Erase…' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Erase Erasable Person?' });
  await expect(dialog.getByText('1 address or number')).toBeVisible();
  await dialog.getByLabel('Type “Erasable Person” to confirm').fill('Erasable Person');
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
  await expect(privacy.getByText(/^Erased .* by /)).toBeVisible();
  await expect(admin.getByText('erasable@buyer.example')).toBeHidden();

  await admin.goto('/settings/privacy');
  const erasures = admin.getByRole('region', { name: 'Erased customers' });
  await expect(erasures.getByRole('listitem').first()).toContainText(`Customer ${data.id}`);
});
