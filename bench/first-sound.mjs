import { CALL_FLAGS } from './lib/browser.mjs';
import {
  callFromWidget,
  keepConnections,
  percentileRow,
  readyToCall,
  withCallDesk,
} from './lib/call-desk.mjs';

const TARGET_MS = 600;
const WAIT_MS = 30_000;
/** How long the customer looks at the browser's question. */
const ANSWERED_AFTER_MS = 3000;

/**
 * A customer who has never called before: the time from the later of "Pickup" and "Allow" to the first sound, in each
 * direction. The microphone is not allowed beforehand, so the browser hides its addresses from the media server until then.
 */
export const measure = ({ firstCalls, say }) =>
  withCallDesk(
    {
      flags: CALL_FLAGS.filter((flag) => flag !== '--use-fake-ui-for-media-stream'),
      permissions: ['microphone', 'camera'],
    },
    async ({ browser, agent, url }) => {
      const times = [];
      for (let n = 0; n < firstCalls; n += 1) times.push(await firstCall(browser, agent, url));
      say(times.map(({ atAgent, atCustomer }) => `${atAgent}/${atCustomer}`).join(', '));
      const of = (side) => times.map((each) => each[side]);
      return [
        percentileRow('first visit: the agent hears the customer', of('atAgent'), TARGET_MS),
        percentileRow('first visit: the customer hears the agent', of('atCustomer'), TARGET_MS),
      ];
    },
  );

async function firstCall(browser, agent, url) {
  await readyToCall(agent, url);
  const context = await browser.newContext({ locale: 'en-US' });
  await context.addInitScript(keepConnections);
  const allowedAt = answerLater(context);
  await context.addInitScript(waitForAnswer);
  const customer = await context.newPage();
  await callFromWidget(customer, url, { kind: 'voice', name: 'Joko' });
  await agent.getByRole('button', { name: 'Pickup' }).waitFor();
  // People take about a second to reach the button.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const widget = customer.frames().find((frame) => frame.url().includes('/widget/'));
  await agent.evaluate(() => void (globalThis.connections.length = 0));
  await agent.getByRole('button', { name: 'Pickup' }).click();
  const pressedAt = Date.now();
  const [atAgent, atCustomer, allowed] = await Promise.all([
    agent.evaluate(firstSoundAt, WAIT_MS),
    widget.evaluate(firstSoundAt, WAIT_MS),
    allowedAt,
  ]);
  await agent.getByRole('button', { name: 'Hang up' }).click();
  await agent.getByRole('button', { name: 'Hang up' }).waitFor({ state: 'hidden' });
  await context.close();
  return {
    atAgent: Math.max(0, atAgent - Math.max(pressedAt, allowed)),
    atCustomer: Math.max(0, atCustomer - pressedAt),
  };
}

/** Answers the browser's first question with yes, after a while; resolves with the time of the answer. */
function answerLater(context) {
  return new Promise((resolve, reject) => {
    context
      .exposeBinding('askForDevices', async () => {
        await new Promise((done) => setTimeout(done, ANSWERED_AFTER_MS));
        await context.grantPermissions(['microphone', 'camera']);
        resolve(Date.now());
      })
      .catch(reject);
  });
}

/** In the page: a headless browser shows no question, so the request is held back here. */
function waitForAnswer() {
  const { mediaDevices } = navigator;
  if (!mediaDevices) return;
  const get = mediaDevices.getUserMedia.bind(mediaDevices);
  let answered;
  mediaDevices.getUserMedia = async (wanted) => {
    answered ??= globalThis.askForDevices();
    await answered;
    return get(wanted);
  };
}

/** In the page: when the first sound of the other side was played. */
async function firstSoundAt(waitMs) {
  const until = Date.now() + waitMs;
  const isPlayed = (entry) =>
    entry.type === 'inbound-rtp' && entry.kind === 'audio' && entry.jitterBufferEmittedCount > 0;
  while (Date.now() < until) {
    const reports = await Promise.all(globalThis.connections.map((connection) => connection.getStats()));
    if (reports.some((report) => [...report.values()].some(isPlayed))) return Date.now();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`no sound within ${waitMs} ms`);
}
