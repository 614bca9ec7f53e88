import { defineConfig } from 'playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './support/chromium.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/journeys',
  workers: Number(process.env['E2E_WORKERS'] ?? 1),
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
