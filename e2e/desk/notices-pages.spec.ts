import { apiOf, signInOnce } from '../support/api.ts';
import { openAs } from '../support/people.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test.use({ ground: 'notices-pages' });

const MANY = 60;

test('notifications go back beyond the latest fifty, and new ones appear on top @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const { token } = await signInOnce(server.url, 'agent1', DEMO_PASSWORD);
  const api = apiOf(server.url, token);
  const people = await api<{ id: number; fullname: string }[]>('GET', '/api/agents');
  const budi = people.find(({ fullname }) => fullname === 'Budi Santoso');
  const [ticket] = await api<{ id: number }[]>('GET', '/api/tickets?department=1&limit=1');
  const mention = (n: number) =>
    api('POST', `/api/tickets/${ticket?.id}/notes`, {
      client_key: `notices-pages-${n}`,
      body: `@{${budi?.id}} number ${n}.`,
    });
  for (let n = 1; n <= MANY; n += 1) await mention(n);

  const page = await openAs(browser, baseURL ?? '', 'agent2');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const told = page.getByRole('dialog', { name: 'Notifications' });
  await expect(told.getByRole('listitem').filter({ hasText: `number ${MANY}.` })).toBeVisible();
  await expect(told.getByText('number 1.', { exact: false })).toHaveCount(0);
  await told.getByRole('button', { name: 'Show more' }).click();
  await expect(told.getByText('@Budi Santoso number 1.')).toHaveCount(1);
  await mention(MANY + 1);
  await expect(told.getByRole('listitem').first()).toContainText(`number ${MANY + 1}.`);
  for (const n of [1, 10, 11, MANY])
    await expect(told.getByText(`@Budi Santoso number ${n}.`)).toHaveCount(1);
  // The list of mentions also goes back to the first one.
  await told.getByText('Mentions', { exact: true }).click();
  await told.getByRole('button', { name: 'Show more' }).click();
  await expect(told.getByText('@Budi Santoso number 1.')).toHaveCount(1);
  await page.context().close();
});
