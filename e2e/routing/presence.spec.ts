import { randomUUID } from 'node:crypto';
import type { getTimeline, ResponseOf, VisitorCall } from '@trunkline/contract';
import type { Page } from 'playwright/test';
import { callApi, signInOnce } from '../support/api.ts';
import { endChat, newVisitor, startChat, type Chat } from '../support/chat.ts';
import { goReady, openAs } from '../support/people.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

// Calls and chats are offered only to agents who are connected, and an agent who comes back finds what still rings.

test.use({ ground: 'who-is-there' });

const offer = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Waiting conversations' }).getByRole('article', { name });
const ring = (page: Page) => page.getByRole('dialog', { name: 'Incoming Voip' });

async function callAs(url: string, name: string) {
  const token = await newVisitor(url);
  const body = { client_key: randomUUID(), kind: 'voice', name };
  const answer = await callApi<{ data: VisitorCall }>(url, 'POST', '/api/livechat/calls', { token, body });
  const { room_name } = answer.body.data;
  return {
    end: () => callApi(url, 'POST', '/api/livechat/calls/end', { token, body: { room_name } }),
  };
}

/** Returns to whom the chat was offered, from the ticket's time line. */
async function offeredTo(url: string, { ticketId }: Chat): Promise<number[]> {
  const admin = await signInOnce(url, 'admin', DEMO_PASSWORD);
  type Line = ResponseOf<typeof getTimeline>;
  const { body } = await callApi<Line>(url, 'GET', `/api/tickets/${ticketId}/timeline`, admin);
  return body.data.flatMap(({ event }) => (event?.type === 'offered' ? [event.user_id] : []));
}

test('a page that is reloaded still rings, and so does one whose connection broke when the ringing began @full', async ({
  browser,
  server,
}) => {
  const page = await openAs(browser, server.url, 'agent1');
  let isCut = false;
  const lines = new Set<() => Promise<void>>();
  // Drops everything that the server sends, while the server believes it arrived, as in a silently broken connection.
  await page.routeWebSocket(/\/socket\.io\//, (line) => {
    const wire = line.connectToServer();
    wire.onMessage((message) => void (isCut || line.send(message)));
    lines.add(async () => {
      await wire.close();
      await line.close();
    });
  });
  await page.reload();
  await goReady(page);
  await expect.poll(() => lines.size).toBeGreaterThan(0);
  const first = await callAs(server.url, 'Joko');
  await expect(ring(page).getByText('Joko', { exact: true })).toBeVisible();
  await page.reload();
  await expect(ring(page).getByText('Joko', { exact: true })).toBeVisible();
  await first.end();
  await expect(ring(page)).toBeHidden();

  const before = lines.size;
  isCut = true;
  const second = await callAs(server.url, 'Rudi');
  await expect
    .poll(async () => (await page.request.get('/api/voip/daily/current')).text())
    .toContain('"caller":"Rudi"');
  await expect(ring(page)).toBeHidden();
  isCut = false;
  await Promise.all([...lines].map((end) => end()));
  await expect.poll(() => lines.size).toBeGreaterThan(before);
  await expect(ring(page).getByText('Rudi', { exact: true })).toBeVisible();
  await second.end();
  await expect(ring(page)).toBeHidden();
  await page.context().close();
});

test('after a power cut of the server a chat is offered to an agent who is back, not to one who was there before @full', async ({
  browser,
  server,
}) => {
  test.setTimeout(120_000);
  const gone = await openAs(browser, server.url, 'agent1');
  await goReady(gone);
  const ringing = await startChat(server.url, 'Ringing Before');
  await expect(offer(gone, 'Ringing Before')).toBeVisible();
  const stays = await openAs(browser, server.url, 'agent6');
  await goReady(stays);
  const { id: goneId } = await signInOnce(server.url, 'agent1', DEMO_PASSWORD);
  const { id: staysId } = await signInOnce(server.url, 'agent6', DEMO_PASSWORD);

  await server.kill9();
  await gone.context().close();
  await server.restart();
  const chat = await startChat(server.url, 'After The Cut');
  await expect(offer(stays, 'After The Cut')).toBeVisible({ timeout: 15_000 });
  expect(await offeredTo(server.url, chat)).toEqual([staysId]);
  // The call of the disconnected agent waits for the page as long as reloads take, and then goes to the other one.
  await expect.poll(() => offeredTo(server.url, ringing), { timeout: 20_000 }).toEqual([goneId, staysId]);
  for (const one of [ringing, chat]) await endChat(server.url, one);
  await stays.context().close();
});
