import { openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('a post that must be read stays on an agent’s notice board until they have confirmed it @full', async ({
  browser,
  baseURL,
}) => {
  const admin = await openAs(browser, baseURL ?? '', 'admin');
  await admin.request.post('/api/settings/information_categories', {
    data: { values: { name: 'Products' } },
  });
  await admin.goto('/information');
  await admin.getByRole('button', { name: 'New post' }).click();
  const drawer = admin.getByRole('dialog', { name: 'New post' });
  await drawer.getByLabel('Title').fill('New grinder');
  await drawer.getByRole('combobox', { name: 'Category' }).click();
  await admin.getByRole('option', { name: 'Products' }).click();
  await drawer.getByLabel('Text').fill('The G3 replaces the G2.');
  await drawer.getByRole('switch', { name: 'Must read' }).click();
  const agent = await openAs(browser, baseURL ?? '', 'agent1');
  await agent.goto('/information');
  await expect(agent.getByRole('article')).toHaveCount(3);
  await drawer.getByRole('button', { name: 'Publish' }).click();

  const post = agent.getByRole('article', { name: 'New grinder' });
  await expect(post.getByText('Must read')).toBeVisible();
  await post.getByRole('button', { name: 'Mark as read: New grinder' }).click();
  await expect(post.getByText('Read', { exact: true })).toBeVisible();
  await admin.getByRole('button', { name: 'Read by: New grinder' }).click();
  await expect(admin.getByText('1 of 9 have read this.')).toBeVisible();
});
