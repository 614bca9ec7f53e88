import { defineConfig } from 'playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './support/chromium.ts';

/** Journeys with several browsers that encode audio and video, or with a whole toolchain. */
const CALLS = /\/(?:calls?(?:-[a-z-]+)?|phone-rooms|media(?:-[a-z-]+)?|dev)\.spec\.ts$/;
/** Journeys with a real gateway and browsers with audio only, and the small bench, which takes as long as all of those. */
const PHONES = /\/(?:phone-(?!rooms)[a-z-]+|bench)\.spec\.ts$/;
/** Walks through every page, and journeys that wait for a timer. */
const WALKS = /\/(?:(?:mail-)?accessible|timed-rules)\.spec\.ts$/;

const withCalls = { launchOptions: { executablePath: findChromium(), args: CHROMIUM_FLAGS } };
// Several browsers that encode video leave little of two cores for what a page has to show.
const whileEncoding = { timeout: 20_000 };

export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results/journeys',
  projects: [
    {
      name: 'walks',
      testMatch: WALKS,
      fullyParallel: true,
      timeout: 900_000,
      expect: { timeout: 60_000 },
      use: { actionTimeout: 60_000 },
    },
    // After the walks, the longest of which would otherwise run alone at the end.
    { name: 'pages', testMatch: '**/*.spec.ts', testIgnore: [CALLS, PHONES, WALKS] },
    // One worker each, however many the run has: with two, telephones ring beside calls, but calls never beside calls.
    { name: 'phones', testMatch: PHONES, use: withCalls, expect: whileEncoding, workers: 1 },
    { name: 'calls', testMatch: CALLS, use: withCalls, expect: whileEncoding, workers: 1 },
  ],
  workers: 2,
  // A journey that passes only then is listed as flaky at the end.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ['./support/first-lines.ts'],
    // Printed to the terminal unless a file is given.
    ...(process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['json'] as const] : []),
  ],
  use: {
    browserName: 'chromium',
    // Without animations nothing has to be waited for.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    launchOptions: { executablePath: findChromium({ isForPages: true }), args: CHROMIUM_FLAGS },
    // A trace of every step takes a quarter of the processor time, so only a second attempt records one.
    trace: { mode: 'on-first-retry', screenshots: false },
    screenshot: 'only-on-failure',
  },
});
