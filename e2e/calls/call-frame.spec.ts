import { type Browser, type Page } from 'playwright/test';
import { waitForEvent, eventsNamed, join, remoteState } from '../support/calls/callers.ts';
import { endCalls, CALL_LIBRARY_SCRIPT, openCaller, startCall, watchCall } from '../support/calls/calls.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { expect, test } from '../support/test.ts';

// A site that embeds our call page by the unmodified library's `createFrame`.

let browser: Browser;
let server: TestServer;
let site: Awaited<ReturnType<typeof startSite>>;

test.beforeAll(async () => {
  site = await startSite();
  server = await startServer({ env: { CALL_FRAME_SITES: site.url } });
  browser = await launchFirstTimeCallers();
});
test.afterEach(() => endCalls(browser));
test.afterAll(async () => {
  await browser.close();
  site.close();
  await server.discard();
});

/** Opens the shop's page, which embeds a call by the library and records all of its events. */
async function openShop(place: { url: string; token?: string }): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1200, height: 900 } })).newPage();
  await page.goto(site.url);
  await page.evaluate(CALL_LIBRARY_SCRIPT);
  await page.evaluate(watchCall, { kind: 'frame' as const });
  await page.evaluate((place) => {
    window.trial.joining = window.trial.call.join(place);
  }, place);
  return page;
}

test('a site shows a call inside its own page, controls it, and gets all its events', async () => {
  const call = await startCall(server.url);
  const agent = await openCaller(browser, call.agent);
  await join(agent, call.agent);
  const { url, token } = call.customer;
  const shop = await openShop({ url: `${url}?t=${token}` });
  await waitForEvent(shop, 'loaded');

  const frame = shop.frameLocator('iframe');
  const joined = await waitForEvent(shop, 'joined-meeting');
  expect(joined).toMatchObject({ participants: { local: { local: true } } });
  await shop.evaluate(() => window.trial.joining);
  await expect.poll(() => remoteState(shop, 'audio')).toBe('playable');
  await expect.poll(() => remoteState(agent, 'video')).toBe('playable');

  await shop.evaluate(() => void window.trial.call.setLocalAudio(false));
  await expect.poll(() => remoteState(agent, 'audio')).toBe('off');
  await shop.evaluate(() => void window.trial.call.sendAppMessage({ order: 17 }, '*'));
  expect(await waitForEvent(agent, 'app-message')).toMatchObject({ data: { order: 17 } });
  await agent.evaluate(() => void window.trial.call.sendAppMessage({ price: 5 }, '*'));
  expect(await waitForEvent(shop, 'app-message')).toMatchObject({ data: { price: 5 } });

  await shop.evaluate(() => window.trial.call.leave());
  await waitForEvent(shop, 'left-meeting');
  await waitForEvent(agent, 'participant-left');
  await expect(frame.getByText('You left the call')).toBeVisible();
});

test('a participant who leaves inside the frame has left for the site as well @full', async () => {
  const call = await startCall(server.url);
  const shop = await openShop(call.customer);
  await waitForEvent(shop, 'joined-meeting');
  await shop.frameLocator('iframe').getByRole('button', { name: 'Hang up' }).click();
  await waitForEvent(shop, 'left-meeting');
});

test('a site leaves before anybody has joined, and its requests that need a call are not left pending @full', async () => {
  const call = await startCall(server.url);
  const shop = await openShop(call.customer);
  await waitForEvent(shop, 'loaded');
  const answer = await shop.evaluate(() =>
    window.trial.call.getNetworkStats().then(
      () => 'answered',
      () => 'refused',
    ),
  );
  expect(['answered', 'refused']).toContain(answer);
  await shop.evaluate(() => window.trial.call.leave());
  await waitForEvent(shop, 'left-meeting');
});

test('a site that is not allowed shows nothing, and no page of the desk is shown on any site @full', async () => {
  const policy = async (path: string) =>
    /frame-ancestors ([^;]*)/.exec(
      (await fetch(server.url + path)).headers.get('content-security-policy') ?? '',
    )?.[1];
  expect(await policy('/rooms/some-room')).toBe(`'self' ${site.url}`);
  for (const other of ['/tickets', '/login', '/rooms/some/other', '/'])
    expect(await policy(other)).toBe("'self'");

  const call = await startCall(server.url);
  const page = await (await browser.newContext()).newPage();
  // The same shop under a host name that is not allowed.
  await page.goto(site.url.replace('localhost', '127.0.0.1'));
  await page.evaluate(
    (src) => document.body.append(Object.assign(document.createElement('iframe'), { src })),
    call.customer.url,
  );
  await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
  expect(await eventsNamed(await openCaller(browser, call.agent), 'joined-meeting')).toEqual([]);
});
