import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './support/chromium.ts';

/** Several browsers that encode voice and pictures, or a whole toolchain: what else runs would be heard and seen. */
const HEAVY = /\/(?:calls?(?:-[a-z-]+)?|phone-rooms|media(?:-[a-z-]+)?|bench|dev)\.spec\.ts$/;
/** Voice alone costs little: a core is enough for the gateway and the browsers. */
const PHONES = /\/phone-(?!rooms)[a-z-]+\.spec\.ts$/;
/** Walks through every page, and what waits for the clock: nothing in them is over before it is seen. */
const WALKS = /\/(?:(?:mail-)?accessible|a-step-comes-due)\.spec\.ts$/;

const executablePath = findChromium();
/** The walks run beside the journeys, and leave them the processor. */
const GENTLE = {
  executablePath: fileURLToPath(new URL('support/gentle-chromium.sh', import.meta.url)),
  env: { ...process.env, CHROMIUM: executablePath } as Record<string, string>,
  args: CHROMIUM_FLAGS,
};

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/journeys',
  projects: [
    // Two at once on two cores wait longer for a page than people would.
    { name: 'pages', testMatch: '**/*.spec.ts', testIgnore: [HEAVY, PHONES, WALKS], workers: 1 },
    {
      name: 'walks',
      testMatch: WALKS,
      workers: 2,
      fullyParallel: true,
      timeout: 900_000,
      expect: { timeout: 60_000 },
      use: { actionTimeout: 60_000, launchOptions: GENTLE },
    },
    { name: 'phones', testMatch: PHONES, workers: 1 },
    { name: 'calls', testMatch: HEAVY, workers: 1 },
  ],
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    browserName: 'chromium',
    actionTimeout: 15_000,
    launchOptions: { executablePath, args: CHROMIUM_FLAGS },
    // What stood on the page at every step costs a fifth of all the time, a film as much again. CI keeps neither.
    trace: process.env['CI'] ? 'off' : { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
  },
});
