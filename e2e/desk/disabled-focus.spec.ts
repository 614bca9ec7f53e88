import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('a button that saves keeps the keyboard focus, and Escape reaches its drawer meanwhile @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'admin');
  const named = { data: { values: { name: 'Products' } } };
  expect((await page.request.post('/api/settings/information_categories', named)).ok()).toBe(true);
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/information', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await answered;
    return route.fulfill({ status: 500, json: {} });
  });
  await page.goto('/information');
  await page.getByRole('button', { name: 'New post' }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'New post' });
  await drawer.getByLabel('Title').fill('New grinder');
  await drawer.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'Products' }).click();
  await drawer.getByLabel('Text').fill('The G3 replaces the G2.');
  const publish = drawer.getByRole('button', { name: 'Publish' });
  await publish.press('Enter');
  await expect(publish).toBeDisabled();
  await expect(drawer).toBeFocused();
  answer();
  await expect(publish).toBeEnabled();
  await expect(publish).toBeFocused();
});
