import { type Browser, type Page } from 'playwright/test';
import { bundleOf } from '../support/calls/bundle.ts';
import { waitForEvent, eventsNamed, join, loudness, remoteState } from '../support/calls/callers.ts';
import { endCalls, openCaller, startCall, type RoomTicket } from '../support/calls/calls.ts';
import { startSite } from '../support/site.ts';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { expect, test } from '../support/test.ts';

// Third-party packages for the call library work with this server when one option is set.

type Start = RoomTicket & { engine: string };
declare global {
  interface Window {
    app: {
      start: (start: Start) => Promise<unknown>;
      said: () => string[];
      soundOfBot: () => string | undefined;
      stop: () => Promise<void>;
    };
  }
}

let browser: Browser;
let site: Awaited<ReturnType<typeof startSite>>;
test.beforeAll(async () => {
  browser = await launchFirstTimeCallers();
  site = await startSite();
});
test.afterEach(() => endCalls(browser));
test.afterAll(async () => {
  await browser.close();
  site.close();
});

/** Opens a page of another site with this program. */
async function openProgram(name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(site.url);
  await page.evaluate(await bundleOf(name));
  return page;
}

const startOf = (url: string, place: RoomTicket): Start => ({
  ...place,
  engine: `${url}/call-engine/call-engine.js`,
});

test('the hooks of @daily-co/daily-react show a call, follow it and control it', async ({ server }) => {
  const call = await startCall(server.url);
  const agent = await openCaller(browser, call.agent);
  await join(agent, call.agent);
  const program = await openProgram('hooks-app.tsx');
  await program.evaluate((start) => void window.app.start(start), startOf(server.url, call.customer));
  await program.getByRole('button', { name: 'Join' }).click();
  await expect(program.getByRole('status')).toHaveText('joined-meeting 2');
  await expect(program.getByText('Dewi Lestari: playable')).toBeVisible();

  const seen = program.locator('figure', { hasText: 'Dewi Lestari' }).locator('video');
  const frames = () =>
    seen.evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);
  await expect.poll(frames, { timeout: 20_000 }).toBeGreaterThan(10);
  await expect.poll(() => remoteState(agent, 'audio')).toBe('playable');

  await program.getByRole('button', { name: 'Mute' }).click();
  await expect(program.getByText('me: off')).toBeVisible();
  await expect.poll(() => remoteState(agent, 'audio')).toBe('off');
  await agent.evaluate(() => void window.trial.call.setLocalAudio(false));
  await expect(program.getByText('Dewi Lestari: off')).toBeVisible();

  await program.getByRole('button', { name: 'Write' }).click();
  expect(await waitForEvent(agent, 'app-message')).toMatchObject({ data: { text: 'from the hooks' } });
  await agent.evaluate(() => void window.trial.call.sendAppMessage({ text: 'from the agent' }, '*'));
  const received = async () => ({
    texts: await program.getByRole('listitem').allTextContents(),
    refused: await eventsNamed(agent, 'nonfatal-error'),
  });
  // A message arrives, or its sender is told why not.
  await expect.poll(received, { timeout: 20_000 }).toEqual({ texts: ['from the agent'], refused: [] });

  await program.getByRole('button', { name: 'Leave' }).click();
  await expect(program.getByRole('status')).toContainText('left-meeting');
  await waitForEvent(agent, 'participant-left');
});

test('the client of a @pipecat-ai voice bot joins, is told that the bot is ready, and they hear each other @full', async ({
  server,
}) => {
  const call = await startCall(server.url, 'voice');
  const program = await openProgram('bot-client.ts');
  const connecting = program.evaluate((start) => window.app.start(start), startOf(server.url, call.customer));
  await expect.poll(() => program.evaluate(() => window.app.said())).toContain('connected');
  const robot = await openCaller(browser, call.agent);
  await join(robot, call.agent, { videoSource: false });

  const asked = async () =>
    (await eventsNamed(robot, 'app-message')).map(({ data }) => data as { type?: string; id?: string });
  await expect.poll(async () => (await asked()).map(({ type }) => type)).toContain('client-ready');
  const id = (await asked()).find(({ type }) => type === 'client-ready')?.id;
  await robot.evaluate((id) => {
    const ready = { label: 'rtvi-ai', type: 'bot-ready', id, data: { version: '1.0.0', about: {} } };
    window.trial.call.sendAppMessage(ready, '*');
  }, id);
  expect(await connecting).toMatchObject({ version: '1.0.0' });
  expect(await program.evaluate(() => window.app.said())).toEqual(
    expect.arrayContaining(['connecting', 'connected', 'ready', 'bot connected']),
  );

  await expect.poll(() => loudness(robot), { timeout: 20_000 }).toBeGreaterThan(0.01);
  await expect.poll(() => program.evaluate(() => window.app.soundOfBot())).toBe('live');
  await robot.evaluate(() => {
    const news = { label: 'rtvi-ai', type: 'server-message', data: { order: 17 } };
    window.trial.call.sendAppMessage(news, '*');
  });
  await expect.poll(() => program.evaluate(() => window.app.said())).toContain('{"order":17}');
  await program.evaluate(() => window.app.stop());
  await waitForEvent(robot, 'participant-left');
});
