import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { CALL_FLAGS, findBrowser, PASSWORD, signIn } from './browser.mjs';
import { percentiles } from './report.mjs';
import { startServer } from './server.mjs';

const CALLER = 'Joko';
const WAIT_MS = 20_000;

/** From pressing "Pickup" to hearing and seeing the customer, in two real browsers with the demo workspace. */
export async function measure({ pickups, say }) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'trunkline-bench-'));
  const server = await startServer({
    DATA_DIR: dataDir,
    TRUNKLINE_SETUP: 'demo',
    DEMO_PASSWORD: PASSWORD,
    MEDIA_LOAD_MAX: '1',
  });
  const browser = await chromium.launch({ executablePath: findBrowser(), args: CALL_FLAGS });
  try {
    const agent = await openAgent(browser, server.url);
    const times = { voice: [], video: [] };
    for (const kind of ['voice', 'video']) {
      for (let n = 0; n < pickups; n += 1) times[kind].push(await pickUp(browser, agent, server.url, kind));
      say(`${kind}: ${times[kind].map(Math.round).join(', ')} ms`);
    }
    return [
      row('voice call: Pickup to the first sound played', times.voice),
      row('video call: Pickup to the first frame shown', times.video),
    ];
  } finally {
    await browser.close();
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

function row(figure, times) {
  const { p50, p95 } = percentiles(times, [50, 95]);
  return {
    figure,
    value: `${Math.round(p50)} / ${Math.round(p95)}`,
    unit: 'ms, p50 / p95',
    target: 'p95 ≤ 1000',
  };
}

async function openAgent(browser, url) {
  const context = await browser.newContext({ locale: 'en-US' });
  await context.addInitScript(keepConnections);
  const page = await context.newPage();
  await signIn(page, url, 'agent1');
  await page.goto(`${url}/tickets?view=open`);
  await page.locator('[data-ticket]').first().waitFor();
  return page;
}

/** READY, by the endpoint that the page's own switch uses: after a call an agent has to become ready again. */
const READY = 6;

export async function readyToCall(agent, url) {
  const ready = await agent.request.put(`${url}/api/user/activity`, { data: { user_activity_id: READY } });
  if (!ready.ok()) throw new Error(`the agent could not become ready: ${await ready.text()}`);
}

/** A customer calls from the demo site. */
export async function callFromWidget(customer, url, kind) {
  await customer.goto(`${url}/demo`);
  await customer.getByRole('button', { name: /chat/i }).first().click();
  const frame = customer.frameLocator('iframe[src*="/widget/"]');
  await frame.getByRole('button', { name: kind === 'voice' ? 'Call' : 'Video call', exact: true }).click();
  await frame.getByLabel('Name').fill(CALLER);
  await frame.getByRole('button', { name: /^Call (now|with video)$/ }).click();
}

async function pickUp(browser, agent, url, kind) {
  await readyToCall(agent, url);
  const context = await browser.newContext({ locale: 'en-US' });
  await callFromWidget(await context.newPage(), url, kind);
  await agent.getByRole('button', { name: 'Pickup' }).waitFor();
  // The customer is in the room before somebody picks up: a second is what people need to reach for the button.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const took = await agent.evaluate(timeFromPickup, { kind, caller: CALLER, waitMs: WAIT_MS });
  await agent.getByRole('button', { name: 'Hang up' }).click();
  await agent.getByRole('button', { name: 'Hang up' }).waitFor({ state: 'hidden' });
  await context.close();
  return took;
}

/** In the page: every connection that it makes from now on. */
export function keepConnections() {
  globalThis.connections = [];
  globalThis.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...rest) {
      super(...rest);
      globalThis.connections.push(this);
    }
  };
}

/** In the page: presses the button, and looks until sound has come out of the buffer, or a frame has been shown. */
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
