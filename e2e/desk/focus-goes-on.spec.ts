import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('what a button replaces does not lose the keyboard focus: an empty search that is widened or cleared @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'agent1', { first: '/tickets?view=unassigned' });
  const search = page.getByRole('searchbox', { name: 'Search tickets' });
  await search.fill('nothing is called like this');
  const widen = page.getByRole('button', { name: 'Search all tickets' });
  await widen.press('Enter');
  await expect(page).toHaveURL(/[?&]status=/);
  await expect(widen).toHaveCount(0);
  await expect(search).toBeFocused();
  await page.getByRole('button', { name: 'Clear search and filters' }).press('Enter');
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();
  await page.context().close();
});
