import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { findBrowser, FLAGS, PASSWORD, signIn } from './lib/browser.mjs';
import { percentiles } from './lib/report.mjs';
import { startServer } from './lib/server.mjs';

/** What a browser loads, and the time until the list is usable, with the demo workspace over loopback. */
export async function measure({ pageLoads }) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'trunkline-bench-'));
  const server = await startServer({ DATA_DIR: dataDir, TRUNKLINE_SETUP: 'demo', DEMO_PASSWORD: PASSWORD });
  const browser = await chromium.launch({ executablePath: findBrowser(), args: FLAGS });
  try {
    const first = await scriptsOf(browser, `${server.url}/login`);
    const times = [];
    for (let n = 0; n < pageLoads; n += 1) times.push(await timeToList(browser, server.url));
    const { p50, p95 } = percentiles(times, [50, 95]);
    return [
      { figure: 'JavaScript of the sign-in page, compressed', value: first, unit: 'kB', target: '≤ 200' },
      {
        figure: 'signed in, empty cache: rows of the list on screen',
        value: `${Math.round(p50)} / ${Math.round(p95)}`,
        unit: 'ms, p50 / p95',
      },
    ];
  } finally {
    await browser.close();
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Bytes of scripts that were transferred until the page was idle. */
async function scriptsOf(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Set();
  let bytes = 0;
  session.on(
    'Network.responseReceived',
    ({ requestId, type }) => type === 'Script' && scripts.add(requestId),
  );
  // Compressed bodies, without headers.
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await context.close();
  return Number((bytes / 1000).toFixed(1));
}

async function timeToList(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, url, 'agent1');
  const started = performance.now();
  await page.goto(`${url}/tickets?view=open`);
  await page.locator('[data-ticket]').first().waitFor();
  const took = performance.now() - started;
  await context.close();
  return took;
}
