import { type Browser, type Page } from 'playwright/test';
import { callFromSiteIn, openReadyIn } from '../support/calls/call-people.ts';
import { startChat } from '../support/chat.ts';
import { callOut, openLink } from '../support/calls/desk-calls.ts';
import { openReadyPerson, openWidgetCall } from '../support/calls/screen-variant-calls.ts';
import { checkScreen } from '../support/check-screen.ts';
import { SCREEN_VARIANTS } from '../support/screen-variants.ts';
import { startRoomSite } from '../support/calls/room-site.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { WORDS } from '../support/words.ts';

// Platform cloudflare: the room of a call is a page of another origin in a frame.

let browser: Browser;
let server: TestServer;
let site: Awaited<ReturnType<typeof startRoomSite>>;

test.beforeAll(async () => {
  site = await startRoomSite();
  server = await startServer({
    env: { CALL_PLATFORM: 'cloudflare', CLOUDFLARE_ROOM_URL: `${site.url}/meet/{room}` },
  });
  browser = await launchFirstTimeCallers();
});
test.afterAll(async () => {
  await browser.close();
  site.close();
  await server.discard();
});

const roomOf = (page: Page) => page.frameLocator('iframe[allow="camera; microphone; picture-in-picture"]');

test('a customer calls: both meet on the page in the frame, it is made small and large, and the agent hangs up @full', async () => {
  test.setTimeout(120_000);
  const agent = await openReadyIn(browser, server.url, 'agent1');
  const { page, frame } = await callFromSiteIn(browser, {
    baseURL: server.url,
    button: 'Video call',
    name: 'Joko',
  });
  const ring = agent.getByRole('dialog', { name: 'Incoming Voip' });
  await expect(ring.getByText('Joko', { exact: true })).toBeVisible();
  await expect(frame.getByText('Connecting you…')).toBeVisible();
  expect(site.opened).toEqual([]);
  await ring.getByRole('button', { name: 'Pickup' }).click();
  await agent.waitForURL(/\/tickets\/detail\?id=\d+/);

  const call = agent.getByRole('region', { name: 'Call with Joko' });
  const element = call.locator('iframe');
  await agent.setViewportSize({ width: 1440, height: 900 });
  await expect(element).toHaveAttribute('allow', 'camera; microphone; picture-in-picture');
  expect(await element.boundingBox()).toMatchObject({ width: 1024, height: 610 });
  const room = roomOf(agent);
  await expect(room.getByText('Camera and microphone are on')).toBeVisible();
  const address = (await room.getByRole('heading').textContent()) ?? '';
  const customers = frame.frameLocator('iframe');
  await expect(customers.getByText('Camera and microphone are on')).toBeVisible();
  await expect(customers.getByRole('heading')).toHaveText(address);
  await expect(frame.getByText('You are talking to Dewi Lestari')).toBeVisible();

  await call.getByRole('button', { name: 'Minimize' }).click();
  await expect(element).toBeHidden();
  expect((await call.boundingBox())?.height).toBeLessThan(140);
  await call.getByRole('button', { name: 'Expand' }).click();
  await expect(room.getByText('Camera and microphone are on')).toBeVisible();
  // The call went on meanwhile, because the frame was not loaded again.
  expect(site.opened).toEqual([address, address]);
  await expect(call.getByRole('button', { name: 'Hold' })).toBeHidden();
  await expect(call.getByRole('button', { name: /record/i })).toBeHidden();

  await agent.reload();
  await expect(room.getByRole('heading')).toHaveText(address);
  await call.getByRole('button', { name: 'Hang up' }).click();
  await expect(agent.getByText('Call ended successfully')).toBeVisible();
  await expect(call).toBeHidden();
  await expect(frame.getByText('The call has ended')).toBeVisible();
  await expect(frame.getByLabel('5 of 5')).toBeAttached();
  await expect(frame.locator('iframe')).toHaveCount(0);
  const time = agent.getByLabel('Conversation', { exact: true });
  await expect(time.getByText(/call.*ended/i).first()).toBeVisible();
  await agent.context().close();
  await page.context().close();
});

test('a voice call has the frame too, and the customer who hangs up ends it for the agent @full', async () => {
  test.setTimeout(120_000);
  const agent = await openReadyIn(browser, server.url, 'agent1');
  const { page, frame } = await callFromSiteIn(browser, {
    baseURL: server.url,
    button: 'Call',
    name: 'Siti',
  });
  await agent.getByRole('button', { name: 'Pickup' }).click();
  const call = agent.getByRole('region', { name: 'Call with Siti' });
  await expect(roomOf(agent).getByText('Camera and microphone are on')).toBeVisible();
  await expect(call.getByText(/^\d\d:\d\d:\d\d$/)).toBeVisible();
  await frame.getByRole('button', { name: 'Hang up' }).click();
  await expect(call.getByText('Meeting has ended')).toBeVisible();
  await expect(call).toBeHidden();
  await agent.context().close();
  await page.context().close();
});

test('a link leads to the same page in a frame, and no further once the call is over @full', async () => {
  test.setTimeout(120_000);
  const { agent, call, link } = await callOut(browser, server.url, { agent: 'agent6', customer: 'Grace' });
  const address = (await roomOf(agent).getByRole('heading').textContent()) ?? '';
  const guest = await openLink(browser, link);
  await expect(guest.getByRole('heading', { name: 'Video call' })).toBeVisible();
  await guest.getByRole('button', { name: 'Join call' }).click();
  await expect(roomOf(guest).getByRole('heading')).toHaveText(address);
  await expect(roomOf(guest).getByText('Camera and microphone are on')).toBeVisible();
  await guest.getByRole('button', { name: 'Hang up' }).click();
  await expect(guest.getByRole('heading', { name: 'You left the call' })).toBeVisible();
  await guest.getByRole('button', { name: 'Try again' }).click();
  await guest.getByRole('button', { name: 'Join call' }).click();
  await expect(roomOf(guest).getByRole('heading')).toHaveText(address);

  await call.getByRole('button', { name: 'Hang up' }).click();
  await expect(agent.getByText('Call ended successfully')).toBeVisible();
  await expect(guest.getByRole('heading', { name: 'The call has ended' })).toBeVisible();
  await expect(guest.locator('iframe')).toHaveCount(0);
  await guest.context().close();
  await agent.context().close();
});

test('no page may frame a site other than the one of the rooms @full', async () => {
  const page = await browser.newPage();
  const answer = await page.goto(`${server.url}/login`);
  expect(answer?.headers()['content-security-policy']).toContain(`frame-src 'self' ${site.url};`);
  await page.close();
});

for (const look of SCREEN_VARIANTS) {
  test(`${look.name}: the frame, large and small, on the desk, in the widget and by a link @full`, async () => {
    test.setTimeout(180_000);
    const { calls: words } = WORDS[look.language];
    const place = { browser, baseURL: server.url, look };
    const agent = await openReadyPerson(place, 'agent1');
    const { customer, frame, press } = await openWidgetCall(place, 'video');
    await press();
    await agent.getByRole('button', { name: 'Pickup' }).click();
    await expect(roomOf(agent).getByText('Camera and microphone are on')).toBeVisible();
    await checkScreen(agent, look, 'frame-large');
    await agent.getByRole('button', { name: words.minimize }).click();
    await checkScreen(agent, look, 'frame-small');
    await expect(frame.frameLocator('iframe').getByText('Camera and microphone are on')).toBeVisible();
    await checkScreen(customer, look, 'frame-widget');
    await frame.locator('.call-round.end').click();
    await expect(frame.locator('.call-stars')).toBeVisible();
    await expect(agent.locator('iframe')).toHaveCount(0);

    // The agent calls on the same ticket, and the customer joins by the link.
    const { ticketId } = await startChat(server.url, 'Grace');
    const started = await agent.request.post(`/api/tickets/${ticketId}/calls`, {
      data: { kind: 'video', client_key: `look-${ticketId}-0001` },
    });
    const { link } = (await started.json()) as { link: string };
    const { pathname, search } = new URL(link);
    await customer.goto(pathname + search);
    const join = customer.getByRole('button', { name: words.room.join });
    await expect(join).toBeVisible();
    await checkScreen(customer, look, 'frame-door');
    await join.click();
    await expect(roomOf(customer).getByText('Camera and microphone are on')).toBeVisible();
    await checkScreen(customer, look, 'frame-page');
    await agent.reload();
    await agent.getByRole('button', { name: words.hangUp }).click();
    await expect(customer.getByRole('heading', { name: words.room.ended })).toBeVisible();
    await checkScreen(customer, look, 'frame-over');
    await customer.context().close();
    await agent.context().close();
  });
}
