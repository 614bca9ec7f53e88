import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { findBrowser, PASSWORD, signIn } from './browser.mjs';
import { percentiles } from './report.mjs';
import { startServer } from './server.mjs';

/** Runs `work` with a demo workspace, a browser, and an agent's desk in it; returns its result. */
export async function withCallDesk({ flags, permissions = [] }, work) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'trunkline-bench-'));
  const server = await startServer({
    DATA_DIR: dataDir,
    TRUNKLINE_SETUP: 'demo',
    DEMO_PASSWORD: PASSWORD,
    MEDIA_LOAD_MAX: '1',
  });
  const browser = await chromium.launch({ executablePath: findBrowser(), args: flags });
  try {
    const agent = await openAgent(browser, server.url, permissions);
    return await work({ browser, agent, url: server.url });
  } finally {
    await browser.close();
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A row of the report for times in milliseconds. */
export function percentileRow(figure, times, targetMs) {
  const { p50, p95 } = percentiles(times, [50, 95]);
  return {
    figure,
    value: `${Math.round(p50)} / ${Math.round(p95)}`,
    unit: 'ms, p50 / p95',
    target: `p95 ≤ ${targetMs}`,
  };
}

async function openAgent(browser, url, permissions) {
  const context = await browser.newContext({ locale: 'en-US', permissions });
  await context.addInitScript(keepConnections);
  const page = await context.newPage();
  await signIn(page, url, 'agent1');
  await page.goto(`${url}/tickets?view=open`);
  await page.locator('[data-ticket]').first().waitFor();
  return page;
}

/** Sets the agent ready by the endpoint that the page uses, since an agent is in wrap-up after a call. */
const READY = 6;

export async function readyToCall(agent, url) {
  const ready = await agent.request.put(`${url}/api/user/activity`, { data: { user_activity_id: READY } });
  if (!ready.ok()) throw new Error(`the agent could not become ready: ${await ready.text()}`);
}

/** Starts a call as a customer on the demo site. */
export async function callFromWidget(customer, url, { kind, name }) {
  await customer.goto(`${url}/demo`);
  await customer.getByRole('button', { name: /chat/i }).first().click();
  const frame = customer.frameLocator('iframe[src*="/widget/"]');
  await frame.getByRole('button', { name: kind === 'voice' ? 'Call' : 'Video call', exact: true }).click();
  await frame.getByLabel('Name').fill(name);
  await frame.getByRole('button', { name: /^Call (now|with video)$/ }).click();
}

/** In the page: keeps every peer connection that it makes from now on. */
export function keepConnections() {
  globalThis.connections = [];
  globalThis.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...rest) {
      super(...rest);
      globalThis.connections.push(this);
    }
  };
}
