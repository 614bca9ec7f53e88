import type { Locator, Page } from 'playwright/test';
import { endChat, startChat } from '../support/chat.ts';
import { goReady, openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

// A server of its own, because calls and chats of other journeys would take the capacity that the three offers need.
test.use({ ground: 'offers' });

type FoundTickets = { data: { id: number }[] };

const offers = (page: Page) => page.getByRole('region', { name: 'Waiting conversations' });

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('one of them is not on the screen');
  const apart =
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
  return !apart;
}

for (const [device, viewport, isSideOpen, tag] of [
  ['a desk', { width: 1440, height: 900 }, true, ''],
  ['a desk without the context pane', { width: 1440, height: 900 }, false, ' @full'],
  ['a phone', { width: 390, height: 844 }, true, ' @full'],
] as const) {
  test(`of three offers one card is open on ${device}, and it covers neither conversation nor composer${tag}`, async ({
    browser,
    baseURL,
    server,
  }) => {
    const page = await openAs(browser, baseURL ?? '', 'agent1', { viewport });
    const { data } = (await (
      await page.request.get('/api/tickets?limit=1&assignee=me')
    ).json()) as FoundTickets;
    await page.evaluate((open) => localStorage.setItem('trunkline.desk.side-open', String(open)), isSideOpen);
    await page.goto(`/tickets/detail?id=${data[0]!.id}`);
    const composer = page.getByRole('region', { name: 'Write' });
    await expect(page.getByRole('log', { name: 'Conversation' }).getByRole('article').last()).toBeVisible();
    await goReady(page);
    const names = ['First Waiting', 'Second Waiting', 'Third Waiting'];
    const chats = [];
    for (const name of names) chats.push(await startChat(server.url, name));

    await expect(offers(page).getByText('2 more waiting')).toBeVisible();
    const cards = offers(page).getByRole('article');
    await expect(cards).toHaveCount(1);
    const last = page.getByRole('log', { name: 'Conversation' }).getByRole('article').last();
    await expect(last).toBeInViewport();
    expect(await overlap(cards, last)).toBe(false);
    expect(await overlap(cards, composer)).toBe(false);
    // The offer card covers some of the page, but not the last message above the composer.
    await expect.poll(() => overlap(last, composer)).toBe(false);

    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
    const isOnTop = await cards.evaluate((card) => {
      const { x, y, width, height } = card.getBoundingClientRect();
      return card.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(isOnTop).toBe(false);
    await page.keyboard.press('Escape');

    await offers(page).getByRole('button', { name: 'Not now' }).click();
    await expect(offers(page).getByRole('article', { name: 'Second Waiting' })).toBeVisible();
    for (const chat of chats) await endChat(server.url, chat);
    await expect(offers(page)).toHaveCount(0);
    await page.request.put('/api/user/activity', { data: { user_activity_id: 1 } });
    await page.context().close();
  });
}
