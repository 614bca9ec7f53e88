import { defineConfig } from 'playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './support/chromium.ts';

/** Several browsers that encode voice and pictures, or a whole toolchain: what else runs would be heard and seen. */
const HEAVY = /\/(?:calls?(?:-[a-z-]+)?|media(?:-[a-z-]+)?|bench|dev)\.spec\.ts$/;
/** Walks through every page: their time is axe's, and nothing in them is over before it is seen. */
const WALKS = /\/accessible\.spec\.ts$/;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/journeys',
  projects: [
    // Two at once on two cores wait longer for a page than people would.
    { name: 'pages', testMatch: '**/*.spec.ts', testIgnore: [HEAVY, WALKS], workers: 1 },
    {
      name: 'walks',
      testMatch: WALKS,
      workers: 2,
      fullyParallel: true,
      expect: { timeout: 30_000 },
      use: { actionTimeout: 30_000 },
    },
    {
      name: 'calls',
      testMatch: HEAVY,
      workers: 1,
      // A film of pages that show moving pictures costs what the pictures need.
      use: { trace: { mode: 'retain-on-failure', screenshots: false } },
    },
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
    launchOptions: { executablePath: findChromium(), args: CHROMIUM_FLAGS },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
