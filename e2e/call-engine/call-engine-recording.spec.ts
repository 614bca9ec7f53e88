import { type Browser, type Page } from 'playwright/test';
import type { CallRecording } from '@trunkline/contract';
import { callApi, signInOnce } from '../support/api.ts';
import { decodedFrames, waitForEvent, eventsNamed, join, startJoinedCall } from '../support/calls/callers.ts';
import { endCalls } from '../support/calls/calls.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { expect, test } from '../support/test.ts';

let browser: Browser;
test.beforeAll(async () => {
  browser = await launchFirstTimeCallers();
});
test.afterEach(() => endCalls(browser));
test.afterAll(() => browser.close());

/** Plays a file as the product's player does, and returns the number of frames that were decoded. */
async function play(page: Page, body: Buffer): Promise<number> {
  await page.route('**/part.webm', (route) => route.fulfill({ body, contentType: 'video/webm' }));
  const pictures = await page.evaluate(async () => {
    const video = Object.assign(document.createElement('video'), { muted: true, src: '/part.webm' });
    const ended = new Promise((resolve, reject) => {
      video.onended = resolve;
      video.onerror = () => reject(new Error(video.error?.message));
    });
    await video.play();
    await ended;
    return video.getVideoPlaybackQuality().totalVideoFrames;
  });
  await page.unroute('**/part.webm');
  return pictures;
}

test('an application records a call: both sides and a latecomer are told, and the files play; the desk’s button does the same @full', async ({
  server: { url },
}) => {
  test.setTimeout(150_000);
  const { id, ticketId, customer, agent } = await startJoinedCall(browser, url);
  const { token } = await signInOnce(url, 'agent1', DEMO_PASSWORD);
  const ofTicket = async () => {
    const { body } = await callApi<{ data: { id: number; recordings: CallRecording[] }[] }>(
      url,
      'GET',
      `/api/tickets/${ticketId}/calls`,
      { token },
    );
    return body.data.find((call) => call.id === id)?.recordings ?? [];
  };
  const both = async (name: string, count: number) => ({
    agent: await waitForEvent(agent.page, name, count),
    customer: await waitForEvent(customer.page, name, count),
  });

  // The workspace records from the pick-up on, so participants are told when they join.
  const first = await both('recording-started', 1);
  expect(first.customer).toMatchObject({ local: false, type: 'cloud', layout: { preset: 'default' } });
  expect(first.customer).not.toHaveProperty('startedBy');
  await agent.page.evaluate(() => window.trial.call.startRecording());
  expect(await waitForEvent(agent.page, 'recording-error')).toMatchObject({
    errorMsg: 'This call is being recorded already.',
  });
  await agent.page.evaluate(() => window.trial.call.stopRecording());
  await both('recording-stopped', 1);

  await customer.page.evaluate(() => window.trial.call.startRecording({ type: 'cloud' }));
  expect(await waitForEvent(customer.page, 'recording-error')).toMatchObject({
    errorMsg: 'Only agents in a call may record it.',
  });
  await agent.page.evaluate(() =>
    window.trial.call.startRecording({
      type: 'raw-tracks',
      instanceId: 'one',
      layout: { preset: 'portrait' },
    }),
  );
  const agentId = await agent.page.evaluate(() => window.trial.call.participants().local.session_id);
  const started = await both('recording-started', 2);
  for (const heard of [started.agent, started.customer])
    expect(heard).toMatchObject({
      type: 'raw-tracks',
      instanceId: 'one',
      local: false,
      startedBy: agentId,
      layout: { preset: 'portrait' },
    });
  expect(started.customer['recordingId']).toBe(started.agent['recordingId']);
  expect(started.customer['recordingId']).not.toBe(first.customer['recordingId']);

  await agent.page.evaluate(() =>
    window.trial.call.updateRecording({ instanceId: 'one', layout: { preset: 'active-participant' } }),
  );
  await expect.poll(() => decodedFrames(agent.page), { timeout: 20_000 }).toBeGreaterThan(30);
  await customer.page.evaluate(() => window.trial.call.leave());
  await join(customer.page, customer.place);
  expect(await waitForEvent(customer.page, 'recording-started', 3)).toMatchObject({
    instanceId: 'one',
    layout: { preset: 'active-participant' },
  });
  expect(await eventsNamed(agent.page, 'recording-started')).toHaveLength(2);
  expect(await eventsNamed(customer.page, 'recording-stopped')).toHaveLength(1);

  await agent.page.evaluate(() => window.trial.call.stopRecording({ instanceId: 'one' }));
  const stopped = await both('recording-stopped', 2);
  for (const heard of [stopped.agent, stopped.customer]) expect(heard).toMatchObject({ instanceId: 'one' });
  const recordingId = Number(started.agent['recordingId']);
  const find = async () => (await ofTicket()).find((recording) => recording.id === recordingId);
  await expect.poll(async () => (await find())?.state, { timeout: 30_000 }).toBe('ready');
  const { parts = [] } = (await find()) ?? {};
  expect(new Set(parts.map(({ role }) => role))).toEqual(new Set(['agent', 'customer']));
  for (const role of ['agent', 'customer'] as const) {
    const number = parts.find((part) => part.role === role && part.has_video)?.number;
    const file = await fetch(`${url}/api/recordings/${recordingId}/parts/${number}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await play(agent.page, Buffer.from(await file.arrayBuffer())), role).toBeGreaterThan(3);
  }

  const desk = (is_recording: boolean) =>
    callApi(url, 'POST', `/api/calls/${id}/recording`, { token, body: { is_recording } });
  await desk(true);
  const again = { agent: await waitForEvent(agent.page, 'recording-started', 3) };
  expect(again.agent).toMatchObject({ type: 'cloud', layout: { preset: 'default' } });
  await waitForEvent(customer.page, 'recording-started', 4);
  await desk(false);
  await both('recording-stopped', 3);
});
