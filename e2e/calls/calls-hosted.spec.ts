import type { RoomEntry } from '@trunkline/contract';
import { type Browser, type Page } from 'playwright/test';
import { callApi } from '../support/api.ts';
import { decodedFrameCount, openWidgetIn } from '../support/calls/call-people.ts';
import { startCall, type RoomTicket } from '../support/calls/calls.ts';
import { callOut } from '../support/calls/desk-calls.ts';
import { startHosted, type HostedService } from '../support/calls/hosted.ts';
import { goReady, openAs } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { expect, test } from '../support/test.ts';

// Platform daily: rooms of the hosted service. The library is given no script address and loads the service's own.

const SCRIPT = 'https://c.daily.co/call-machine/versioned/0.81.0/static/call-machine-object-bundle.js';

let browser: Browser;
let hosted: HostedService;
let server: TestServer;

test.beforeAll(async () => {
  hosted = await startHosted();
  server = await startServer({ env: hosted.env });
  browser = await launchFirstTimeCallers();
});
test.beforeEach(() => {
  hosted.scripts.length = 0;
});
test.afterAll(async () => {
  await browser.close();
  await server.discard();
  await hosted.discard();
});

/** Opens an agent who is ready, in a browser that can reach the fake service. */
async function openAgent(): Promise<Page> {
  const agent = await openAs(browser, server.url, 'agent1');
  await hosted.isSeenBy(agent.context());
  await goReady(agent);
  return agent;
}

async function openCustomer(name: string) {
  const { page, frame } = await openWidgetIn(browser, server.url);
  await hosted.isSeenBy(page.context());
  await frame.getByRole('button', { name: 'Video call', exact: true }).click();
  await frame.getByLabel('Name').fill(name);
  return { page, frame, call: () => frame.getByRole('button', { name: 'Call with video' }).click() };
}

test('a customer calls: both go to the room of the service, see each other, and the room is deleted at the end @full', async () => {
  test.setTimeout(120_000);
  const agent = await openAgent();
  const { page, frame, call: press } = await openCustomer('Joko');
  await press();
  await agent.getByRole('button', { name: 'Pickup' }).click();
  const call = agent.getByRole('region', { name: 'Call with Joko' });
  await expect(call.getByLabel('Joko', { exact: true })).toBeVisible({ timeout: 45_000 });
  await expect.poll(() => decodedFrameCount(agent, 'Joko'), { timeout: 30_000 }).toBeGreaterThan(10);
  await expect(frame.locator('video.call-picture')).toBeVisible();
  expect(hosted.scripts).toEqual([SCRIPT, SCRIPT]);
  const [[room, kept] = ['', undefined]] = [...hosted.service.rooms];
  expect(kept).toMatchObject({ privacy: 'private' });

  await call.getByRole('button', { name: 'Participants' }).click();
  const people = call.getByRole('complementary', { name: 'Participants' });
  await expect(people.getByText('Customer', { exact: true })).toBeVisible();
  await people.getByRole('button', { name: 'Mute Joko' }).click();
  await expect(people.getByRole('img', { name: 'Microphone off' })).toBeVisible();
  await expect(call.getByRole('button', { name: 'Hold' })).toBeHidden();
  await expect(call.getByRole('button', { name: /record/i })).toBeHidden();

  await call.getByRole('button', { name: 'Hang up' }).click();
  await expect(agent.getByText('Call ended successfully')).toBeVisible();
  await expect(frame.getByText('The call has ended')).toBeVisible();
  await expect.poll(() => hosted.service.rooms.has(room)).toBe(false);
  await agent.context().close();
  await page.context().close();
});

test('a service whose script cannot be had is named in the window, and the agent gets out of the call @full', async () => {
  test.setTimeout(120_000);
  const agent = await openAgent();
  await agent.context().route('https://c.daily.co/**', (route) => route.abort());
  const { page, call: press } = await openCustomer('Siti');
  await press();
  await agent.getByRole('button', { name: 'Pickup' }).click();
  const call = agent.getByRole('region', { name: 'Call with Siti' });
  await expect(call.getByText('Failed to load call object bundle')).toBeVisible({ timeout: 40_000 });
  await call.getByRole('button', { name: 'Close' }).click();
  await expect(call).toBeHidden();
  await page.context().close();
  await agent.context().close();
});

test('errors of the service are explained to the caller, and to the agent who wants to join @full', async () => {
  test.setTimeout(60_000);
  const agent = await openAgent();
  const { page, frame, call: press } = await openCustomer('Rudi');
  // All requests fail, not only the next one, because some about earlier calls may still come in between.
  hosted.service.fail({ to: '/', status: 401, body: '{"error":"authentication-error"}' });
  await press();
  await expect(frame.getByText('All lines are busy. Don’t want to wait?')).toBeVisible();
  await expect(frame.getByRole('button', { name: 'Leave a message' })).toBeVisible();
  await page.context().close();
  await agent.context().close();

  hosted.service.fail({ to: '/rooms', status: 502 });
  const { agent: other, call } = await callOut(browser, server.url, { agent: 'agent6', customer: 'Grace' });
  await expect(call.getByText('The video service rejected this call.')).toBeVisible();
  await call.getByRole('button', { name: 'Close' }).click();
  await expect(call).toBeHidden();
  await other.context().close();
});

test('when the setting changes, a call that is on ends where it began, and the next begins elsewhere @full', async () => {
  test.setTimeout(90_000);
  const env: Record<string, string> = { ...hosted.env };
  const own = await startServer({ env });
  const enter = async ({ url, token }: RoomTicket) => {
    const path = `/api${new URL(url).pathname}/enter`;
    const { body } = await callApi<{ data: RoomEntry }>(own.url, 'POST', path, { body: { token } });
    return body.data;
  };
  const call = await startCall(own.url);
  const { platform, media } = await enter(call.agent);
  expect(platform).toBe('daily');
  const isThere = () => hosted.service.rooms.has(new URL(media.url).pathname.split('/').at(-1) ?? '');
  expect(isThere()).toBe(true);

  env['CALL_PLATFORM'] = 'embedded';
  await own.restart();
  expect(await enter(call.customer)).toMatchObject({ platform: 'daily', media: { url: media.url } });
  await call.hangUp();
  await expect.poll(isThere, { timeout: 20_000 }).toBe(false);

  const next = await startCall(own.url);
  expect(await enter(next.agent)).toMatchObject({ platform: 'embedded', media: { url: '/media' } });
  await next.hangUp();
  await own.discard();
});
