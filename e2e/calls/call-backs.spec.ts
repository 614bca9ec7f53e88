import { type Browser, type Page } from 'playwright/test';
import { goReady, openAs } from '../support/people.ts';
import { startServer } from '../support/server.ts';
import { callFromSiteIn, loudness, openWidgetIn } from '../support/calls/call-people.ts';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { expect, test } from '../support/test.ts';

// A server of its own, because its waiting customers would be called in other journeys too.
test.use({ ground: 'call-backs' });

let browser: Browser;
test.beforeAll(async () => {
  browser = await launchFirstTimeCallers();
});
test.afterAll(() => browser.close());

const MESSAGES_ONLY = 2;
const OFFLINE = 1;
const setActivity = (agent: Page, activity: number) =>
  agent.request.put('/api/user/activity', { data: { user_activity_id: activity } });

/** An agent for messages only: so the site offers calls, and nobody answers them. */
async function openForMessages(baseURL: string): Promise<Page> {
  const agent = await openAs(browser, baseURL, 'agent1');
  await setActivity(agent, MESSAGES_ONLY);
  // Until the page shows the activity the server does not know it.
  await agent.locator(`button[data-activity="${MESSAGES_ONLY}"]`).waitFor();
  return agent;
}

/** Opens the newest ticket without an assignee. */
async function openNewest(agent: Page): Promise<void> {
  const list = await agent.request.get('/api/tickets?assignee=none&sort=created&limit=1');
  const { data } = (await list.json()) as { data: { id: number }[] };
  await agent.goto(`/tickets/detail?id=${data[0]!.id}`);
}

test('nobody is there: the customer asks to be called, an agent comes, it rings at both, and they talk', async ({
  server,
}) => {
  test.setTimeout(120_000);
  const { page, frame } = await openWidgetIn(browser, server.url);
  await frame.getByRole('button', { name: 'Call me back' }).click();
  await frame.getByLabel('Name').fill('Siti');
  await frame.getByLabel(/Phone/).fill('+62 812 3456 7890');
  await frame.getByRole('button', { name: 'Call me back' }).click();
  await expect(frame.getByText('We’ll call you as soon as possible.')).toBeVisible();
  await frame.getByRole('button', { name: 'Back to the chat' }).click();
  await expect(frame.getByRole('button', { name: 'Call-back', exact: true })).toBeVisible();
  // The visitor goes on to another page of the site.
  await frame.getByRole('button', { name: 'Minimize chat' }).click();
  await page.reload();

  const agent = await openAs(browser, server.url, 'agent1');
  await goReady(agent);
  const ring = agent.getByRole('dialog', { name: 'Incoming Voip' });
  await expect(ring.getByText('Call-back: Siti')).toBeVisible();
  await ring.getByRole('button', { name: 'Pickup' }).click();
  const call = agent.getByRole('region', { name: 'Call with Siti' });
  await expect(call.getByText('Waiting for participant...')).toBeVisible();

  await expect(frame.getByText('Dewi Lestari is calling you back')).toBeVisible({ timeout: 20_000 });
  await frame.getByRole('button', { name: 'Accept' }).click();
  await expect(frame.getByText('You are talking to Dewi Lestari')).toBeVisible();
  await expect.poll(() => loudness(agent), { timeout: 30_000 }).toBeGreaterThan(4);
  const widget = page.frames().find((each) => each.url().includes('/widget/'))!;
  await expect.poll(() => loudness(widget), { timeout: 30_000 }).toBeGreaterThan(4);

  const backs = agent.getByRole('region', { name: 'Call-backs' });
  await expect(backs.getByText('Called back', { exact: true })).toBeVisible();
  await expect(backs.getByText('+62 812 3456 7890')).toBeVisible();
  await call.getByRole('button', { name: 'Hang up' }).click();
  await expect(frame.getByText('The call has ended')).toBeVisible();
  const time = agent.getByLabel('Conversation', { exact: true });
  await expect(time.getByText('Dewi Lestari called the customer back')).toBeVisible();
  await setActivity(agent, OFFLINE);
  await agent.context().close();
  await page.context().close();
});

test('a waiting customer leaves a message, and the desk gets it @full', async ({ server }) => {
  test.setTimeout(120_000);
  const agent = await openForMessages(server.url);
  const { page, frame } = await callFromSiteIn(browser, {
    baseURL: server.url,
    button: 'Call',
    name: 'Rudi',
  });
  // By keyboard: each form takes the focus when it opens.
  await frame.getByRole('button', { name: 'Leave a message' }).press('Enter');
  await expect(frame.getByLabel('Your message')).toBeFocused();
  await page.keyboard.type('My parcel is lost.');
  await expect(frame.getByLabel('Name')).toHaveValue('Rudi');
  await frame.getByRole('button', { name: 'Send message' }).press('Enter');
  await expect(frame.getByRole('heading', { name: 'Message sent.' })).toBeFocused();

  await openNewest(agent);
  const time = agent.getByLabel('Conversation', { exact: true });
  await expect(time.getByText('My parcel is lost.')).toBeVisible();
  await expect(time.getByText('Rudi left a message instead of waiting')).toBeVisible();
  await agent.getByRole('textbox', { name: /reply/i }).fill('It is on its way.');
  await agent.getByRole('button', { name: 'Send', exact: true }).click();
  await frame.getByRole('button', { name: 'Back to the chat' }).click();
  await expect(frame.getByText('It is on its way.')).toBeVisible();
  await setActivity(agent, OFFLINE);
  await agent.context().close();
  await page.context().close();
});

test('an agent calls before the time of the call-back; the customer declines, and is asked for another time @full', async ({
  server,
}) => {
  test.setTimeout(120_000);
  const agent = await openForMessages(server.url);
  const { page, frame } = await callFromSiteIn(browser, {
    baseURL: server.url,
    button: 'Call',
    name: 'Putri',
  });
  await frame.getByRole('button', { name: 'Call me back' }).click();
  await frame.getByLabel('When?').selectOption({ index: 2 });
  await expect(frame.getByLabel('At what time?')).toBeVisible();
  await frame.getByRole('button', { name: 'Call me back' }).click();
  await expect(frame.getByText(/^We’ll call you on /)).toBeVisible();

  await openNewest(agent);
  const backs = agent.getByRole('region', { name: 'Call-backs' });
  await backs.getByRole('button', { name: 'Call now' }).click();
  await expect(agent.getByRole('region', { name: 'Call with Putri' })).toBeVisible();
  await frame.getByRole('button', { name: 'Decline' }).click();
  await expect(frame.getByText(/Call declined/)).toBeVisible();
  await expect(backs.getByText('Declined by the customer')).toBeVisible();
  await expect(agent.getByRole('region', { name: 'Call with Putri' })).toBeHidden({ timeout: 20_000 });

  await frame.getByRole('button', { name: 'Call me back' }).click();
  await frame.getByRole('button', { name: 'Call me back' }).click();
  await frame.getByRole('button', { name: 'Cancel call-back' }).click();
  await expect(frame.getByText('Call-back cancelled.')).toBeVisible();
  await expect(backs.getByText('Cancelled')).toBeVisible();
  await setActivity(agent, OFFLINE);
  await agent.context().close();
  await page.context().close();
});

test('all lines are busy: the customer is told at once, and is offered another way @full', async () => {
  test.setTimeout(120_000);
  // No server listens on this port, so the media server does not answer.
  const env = { LIVEKIT_URL: 'ws://127.0.0.1:9', LIVEKIT_KEY: 'key', LIVEKIT_SECRET: 's'.repeat(40) };
  const server = await startServer({ env });
  try {
    const agent = await openForMessages(server.url);
    const { page, frame } = await callFromSiteIn(browser, {
      baseURL: server.url,
      button: 'Call',
      name: 'Joko',
    });
    await expect(frame.getByText(/^All lines are busy/)).toBeVisible();
    await frame.getByRole('button', { name: 'Leave a message' }).click();
    await frame.getByLabel('Your message').fill('Please write to me.');
    await frame.getByRole('button', { name: 'Send message' }).click();
    await expect(frame.getByText('Message sent.')).toBeVisible();
    await page.context().close();
    await agent.context().close();
  } finally {
    await server.discard();
  }
});
