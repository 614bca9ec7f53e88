import { type Browser, type Page } from 'playwright/test';
import { callOut, decodedFrameCount, guestLink, openLink } from '../support/calls/desk-calls.ts';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { expect, test } from '../support/test.ts';

let browser: Browser;
test.beforeAll(async () => {
  browser = await launchFirstTimeCallers();
});
test.afterAll(() => browser.close());

// A server of its own, because calls of other journeys would ring here.
test.use({ ground: 'call-guests' });

const joinAs = async (page: Page, name: string, button = 'Ask to join') => {
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('button', { name: button }).click();
};

/** Records the addresses of all connections to the media server, so that a test can use one again. */
async function keepLines(page: Page): Promise<() => string[]> {
  const lines: string[] = [];
  page.on('websocket', (socket) => socket.url().includes('/media/') && lines.push(socket.url()));
  await page.reload();
  return () => lines;
}

test('a guest waits in the lobby, is refused, asks again and is admitted; then all three see each other @full', async ({
  server,
}) => {
  test.setTimeout(180_000);
  const own = await callOut(browser, server.url, { agent: 'agent1', customer: 'Grace' });
  const { agent, call } = own;
  const customer = await openLink(browser, own.link);
  await customer.getByRole('button', { name: 'Join call' }).click();
  await expect.poll(() => decodedFrameCount(agent, 'Grace'), { timeout: 30_000 }).toBeGreaterThan(5);

  const guest = await openLink(browser, await guestLink(own, server.url));
  await expect(guest.getByText('Someone in the call will let you in.')).toBeVisible();
  await joinAs(guest, 'Budi');
  await expect(guest.getByRole('heading', { name: 'Waiting to be admitted' })).toBeVisible({
    timeout: 20_000,
  });
  await expect(call.getByText('Budi wants to join')).toBeVisible({ timeout: 20_000 });
  // The customer cannot admit guests and does not see them.
  await expect(customer.getByText(/Budi/)).toHaveCount(0);
  await call.getByRole('button', { name: 'Deny' }).click();
  await expect(guest.getByRole('heading', { name: 'Your request was denied' })).toBeVisible();
  await expect(call.getByText('Budi wants to join')).toBeHidden();

  await guest.getByRole('button', { name: 'Ask again' }).click();
  await call.getByRole('button', { name: 'Admit' }).click();
  await expect.poll(() => decodedFrameCount(guest, 'Grace'), { timeout: 30_000 }).toBeGreaterThan(5);
  await expect.poll(() => decodedFrameCount(guest, 'Dewi Lestari'), { timeout: 30_000 }).toBeGreaterThan(5);
  await expect.poll(() => decodedFrameCount(agent, 'Budi'), { timeout: 30_000 }).toBeGreaterThan(5);
  await expect.poll(() => decodedFrameCount(customer, 'Budi'), { timeout: 30_000 }).toBeGreaterThan(5);

  // A guest who was admitted skips the lobby after a reload.
  await guest.reload();
  await joinAs(guest, 'Budi', 'Join call');
  await expect.poll(() => decodedFrameCount(guest, 'Grace'), { timeout: 30_000 }).toBeGreaterThan(5);
  await call.getByRole('button', { name: 'Hang up' }).click();
  await expect(guest.getByRole('heading', { name: 'The call has ended' })).toBeVisible();
  // An ended call cannot be joined again.
  await expect(guest.getByText('You can close this page')).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  // Only the customer is asked for a rating.
  await expect(guest.getByText('How was the call?')).toHaveCount(0);
  await customer.getByRole('radio', { name: '4 of 5' }).press('Space');
  await customer.getByLabel('Anything to add?').fill('Quick and kind');
  await customer.getByRole('button', { name: 'Send' }).click();
  await expect(customer.getByText('Thank you for your feedback.')).toBeVisible();
  await expect(agent.getByRole('log').getByText('Quick and kind')).toBeVisible();
  for (const page of [agent, customer, guest]) await page.context().close();
});

test('the agent mutes a guest and removes them, and they stay out until that is undone @full', async ({
  server,
}) => {
  test.setTimeout(180_000);
  const own = await callOut(browser, server.url, { agent: 'agent1', customer: 'Rina' });
  const { agent, call } = own;
  const customer = await openLink(browser, own.link);
  await customer.getByRole('button', { name: 'Join call' }).click();
  const guest = await openLink(browser, await guestLink(own, server.url));
  const lines = await keepLines(guest);
  await joinAs(guest, 'Budi');
  await call.getByRole('button', { name: 'Admit' }).click({ timeout: 30_000 });
  await expect.poll(() => decodedFrameCount(agent, 'Budi'), { timeout: 30_000 }).toBeGreaterThan(5);

  const people = call.getByRole('complementary', { name: 'Participants' });
  await expect(people.getByText('Guest', { exact: true })).toBeVisible();
  await expect(people.getByText('Customer', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(people.getByRole('button', { name: 'Remove Rina' })).toHaveCount(0);
  await people.getByRole('button', { name: 'Mute Budi' }).click();
  await expect(guest.getByRole('button', { name: 'Microphone' })).toHaveAttribute('aria-pressed', 'false');
  await expect(people.getByRole('img', { name: 'Microphone off' })).toBeVisible();
  await guest.getByRole('button', { name: 'Microphone' }).click();
  await expect(people.getByRole('img', { name: 'Microphone off' })).toHaveCount(0);

  await people.getByRole('button', { name: 'Remove Budi' }).click();
  await expect(guest.getByRole('heading', { name: 'You were removed from the call' })).toBeVisible();
  await expect(people.getByText('Budi')).toHaveCount(0);
  await guest.getByRole('button', { name: 'Try again' }).click();
  await expect(guest.getByRole('heading', { name: 'You were removed from the call' })).toBeVisible();
  // A removed guest's media token, valid for minutes, does not let them in past the page.
  const closed = await guest.evaluate(
    (url) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(url);
        socket.onopen = () => void setTimeout(() => resolve('stayed'), 10_000);
        socket.onclose = () => resolve('closed');
      }),
    lines().at(-1) ?? '',
  );
  expect(closed).toBe('closed');
  await expect(people.getByText('Budi')).toHaveCount(0);

  await agent.getByRole('button', { name: 'Undo' }).click();
  await expect(agent.getByText('Budi can rejoin')).toBeVisible();
  await guest.getByRole('button', { name: 'Try again' }).click();
  await joinAs(guest, 'Budi');
  await expect(call.getByText('Budi wants to join')).toBeVisible({ timeout: 20_000 });
  await call.getByRole('button', { name: 'Hang up' }).click();
  for (const page of [agent, customer, guest]) await page.context().close();
});

test('the desk writes in the call and shows its screen, and the customer sees both @full', async ({
  server,
}) => {
  test.setTimeout(120_000);
  // A browser without a window cannot show the list of screens, so this one has chosen by a flag.
  const chosen = await launchFirstTimeCallers(['--use-fake-ui-for-media-stream']);
  const own = await callOut(chosen, server.url, { agent: 'agent1', customer: 'Wati' });
  const { agent, call } = own;
  const customer = await openLink(browser, own.link);
  await customer.getByRole('button', { name: 'Join call' }).click();
  await expect.poll(() => decodedFrameCount(agent, 'Wati'), { timeout: 30_000 }).toBeGreaterThan(5);
  await call.getByRole('button', { name: 'Chat', exact: true }).click();
  await call.getByRole('textbox', { name: 'Message everyone' }).fill('Look at this, please');
  await agent.keyboard.press('Enter');
  await customer.getByRole('button', { name: 'Chat', exact: true }).click();
  await customer.getByRole('textbox', { name: 'Message everyone' }).fill('I see it');
  await customer.keyboard.press('Enter');
  await expect(call.getByText('I see it')).toBeVisible();

  await call.getByRole('button', { name: 'Share screen' }).click();
  await expect
    .poll(() => decodedFrameCount(customer, 'Dewi Lestari’s screen'), { timeout: 30_000 })
    .toBeGreaterThan(1);
  await call.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(customer.locator('video[aria-label="Dewi Lestari’s screen"]')).toHaveCount(0);
  await call.getByRole('button', { name: 'Hang up' }).click();
  await customer.context().close();
  await chosen.close();
});

test('the same link in two browsers is one guest: the second browser takes over, and the first is told @full', async ({
  server,
}) => {
  test.setTimeout(120_000);
  const own = await callOut(browser, server.url, { agent: 'agent1', customer: 'Joko' });
  const first = await openLink(browser, own.link);
  await first.getByRole('button', { name: 'Join call' }).click();
  await expect.poll(() => decodedFrameCount(own.agent, 'Joko'), { timeout: 30_000 }).toBeGreaterThan(5);
  const second = await openLink(browser, own.link);
  await second.getByRole('button', { name: 'Join call' }).click();
  await expect(first.getByText('You joined this call in another window')).toBeVisible({
    timeout: 20_000,
  });
  await expect.poll(() => decodedFrameCount(second, 'Dewi Lestari'), { timeout: 30_000 }).toBeGreaterThan(5);
  await own.call.getByRole('button', { name: 'Hang up' }).click();
  for (const page of [own.agent, first, second]) await page.context().close();
});
