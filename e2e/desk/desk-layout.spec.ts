import { randomUUID } from 'node:crypto';
import type { ResponseOf, startVisitorCall } from '@trunkline/contract';
import type { Locator } from 'playwright/test';
import { callApi } from '../support/api.ts';
import { endChat, newVisitor, openChat } from '../support/chat.ts';
import { goReady, openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const WIDE = { viewport: { width: 1440, height: 900 } };

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('it is not there');
  return { ...box, right: box.x + box.width };
}

test('a call that rings leaves the open ticket’s head and conversation in sight @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const { chat, page } = await openChat({ browser, baseURL, server }, 'Open Ticket', WIDE);
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await endChat(server.url, chat);
  await goReady(page);
  const token = await newVisitor(server.url);
  const call = { client_key: randomUUID(), kind: 'voice', name: 'Joko' };
  const started = await callApi<ResponseOf<typeof startVisitorCall>>(
    server.url,
    'POST',
    '/api/livechat/calls',
    {
      token,
      body: call,
    },
  );
  const ringing = page.getByRole('dialog', { name: 'Incoming Voip' });
  await expect(ringing).toContainText('Joko');
  expect((await boxOf(ringing)).x).toBeGreaterThanOrEqual((await boxOf(conversation)).right);
  // Nor does it cover what is being filled in.
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const name of [/^Department:/, 'Snooze']) {
    await page.getByRole('button', { name }).click();
    const opened = page.getByRole('dialog', { name });
    await expect(opened).toBeVisible();
    expect((await boxOf(opened)).right).toBeLessThanOrEqual((await boxOf(ringing)).x);
    await page.keyboard.press('Escape');
  }
  // It would go on ringing at the desk of the next journey.
  expect(
    (
      await callApi(server.url, 'POST', '/api/livechat/calls/end', {
        token,
        body: { room_name: started.body.data.room_name },
      })
    ).status,
  ).toBe(200);
});

test('the table gives the remaining width to customer and subject, and cuts off no column head @full', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL ?? '', 'supervisor', { ...WIDE, first: '/tickets?view=open' });
  await page.getByRole('button', { name: 'Show as table' }).click();
  const heads = page.getByRole('columnheader');
  await expect(heads.filter({ hasText: 'Subject' })).toBeVisible();
  const subject = await boxOf(heads.filter({ hasText: 'Subject' }));
  for (const name of ['Assignee', 'Waiting since', 'Last message'])
    expect((await boxOf(heads.filter({ hasText: name }))).width).toBeLessThan(subject.width);
  const cut = await heads.evaluateAll((all) =>
    all.filter((head) => head.scrollWidth > head.clientWidth).map((head) => head.textContent),
  );
  expect(cut).toEqual([]);
  expect((await boxOf(page.getByRole('searchbox', { name: 'Search tickets' }))).width).toBeLessThanOrEqual(
    480,
  );
});

test('the marks before the names of the clocks keep their width, however long the words beside them @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const { page, close } = await openChat({ browser, baseURL, server }, 'Long Clock', WIDE);
  const line = page.getByRole('listitem').filter({ hasText: 'Resolution' });
  await expect(line.locator('time')).toBeVisible();
  // As after its end: a dot instead of the ring.
  await line.evaluate((item) => {
    item.querySelector('span')?.replaceChildren();
    const time = item.querySelector('time');
    if (time) time.textContent = 'solved after 29 s, none of it working time, '.repeat(4);
  });
  expect((await boxOf(line.locator(':scope > span').first())).width).toBe(16);
  await close();
});

test('the list of colleagues opens with oneself in sight on a ticket without an assignee @full', async ({
  browser,
  baseURL,
  server,
}) => {
  const { page, close } = await openChat({ browser, baseURL, server }, 'Nobody Yet', WIDE);
  await expect(page.getByRole('button', { name: 'Assignee: Unassigned' })).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByRole('option', { name: /Load 0 of/ }).first()).toBeVisible();
  await expect(page.getByRole('option', { name: /\(me\)/ })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Assignee: Dewi Lestari' })).toBeVisible();
  await close();
});
