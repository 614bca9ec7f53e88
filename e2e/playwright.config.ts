import { defineConfig } from 'playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './support/chromium.ts';

/** Several browsers that encode voice and pictures, or a whole toolchain: what else runs would be heard and seen. */
const HEAVY = /\/(?:calls?(?:-[a-z-]+)?|media(?:-[a-z-]+)?|bench|dev)\.spec\.ts$/;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/journeys',
  projects: [
    { name: 'pages', testMatch: '**/*.spec.ts', testIgnore: HEAVY },
    {
      name: 'calls',
      testMatch: HEAVY,
      // A film of pages that show moving pictures costs what the pictures need.
      use: { trace: { mode: 'retain-on-failure', screenshots: false } },
    },
  ],
  // Two at once on two cores wait longer for a page than people would.
  workers: 1,
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
