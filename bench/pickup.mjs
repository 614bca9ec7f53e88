import { callFromWidget, percentileRow, readyToCall, withCallDesk } from './lib/call-desk.mjs';
import { CALL_FLAGS } from './lib/browser.mjs';

const CALLER = 'Joko';
const WAIT_MS = 20_000;

/** The time from pressing "Pickup" to hearing and seeing the customer, in two real browsers with the demo workspace. */
export const measure = ({ pickups, say }) =>
  withCallDesk({ flags: CALL_FLAGS }, async ({ browser, agent, url }) => {
    const times = { voice: [], video: [] };
    for (const kind of ['voice', 'video']) {
      for (let n = 0; n < pickups; n += 1) times[kind].push(await pickUp(browser, agent, url, kind));
      say(`${kind}: ${times[kind].map(Math.round).join(', ')} ms`);
    }
    return [
      percentileRow('voice call: Pickup to the first sound played', times.voice, 1000),
      percentileRow('video call: Pickup to the first frame shown', times.video, 1000),
    ];
  });

async function pickUp(browser, agent, url, kind) {
  await readyToCall(agent, url);
  const context = await browser.newContext({ locale: 'en-US' });
  await callFromWidget(await context.newPage(), url, { kind, name: CALLER });
  await agent.getByRole('button', { name: 'Pickup' }).waitFor();
  // The customer is in the room before the pick-up: people take about a second to reach the button.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const took = await agent.evaluate(timeFromPickup, { kind, caller: CALLER, waitMs: WAIT_MS });
  await agent.getByRole('button', { name: 'Hang up' }).click();
  await agent.getByRole('button', { name: 'Hang up' }).waitFor({ state: 'hidden' });
  await context.close();
  return took;
}

/** In the page: presses the button, and waits until sound was played, or a frame was shown. */
async function timeFromPickup({ kind, caller, waitMs }) {
  globalThis.connections.length = 0;
  const button = [...document.querySelectorAll('button')].find(
    (each) => each.textContent.trim() === 'Pickup',
  );
  const started = performance.now();
  button.click();
  while (performance.now() - started < waitMs) {
    if (kind === 'voice' ? await isHeard() : await isSeen()) return performance.now() - started;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`no ${kind} within ${waitMs} ms`);

  async function isHeard() {
    if (!document.querySelector('audio[data-remote-sound]')) return false;
    for (const connection of globalThis.connections) {
      for (const entry of (await connection.getStats()).values()) {
        if (entry.type === 'inbound-rtp' && entry.kind === 'audio' && entry.jitterBufferEmittedCount > 0)
          return true;
      }
    }
    return false;
  }

  async function isSeen() {
    const video = document.querySelector(`video[aria-label="${caller}"]`);
    return (video?.getVideoPlaybackQuality().totalVideoFrames ?? 0) > 0;
  }
}
