import { test as base } from 'playwright/test';
import { startServer, type TestServer } from './server.ts';

export { expect } from 'playwright/test';

/** Playwright's `test` with a demo server for each worker behind `page.goto('/…')`. */
export const test = base.extend<
  { serverLog: void; contextsClosed: void },
  { server: TestServer; ground: string }
>({
  /** A journey that sets a name gets a server without the chats and calls of other journeys. */
  ground: ['shared', { option: true, scope: 'worker' }],
  server: [
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.discard();
    },
    { scope: 'worker', timeout: 200_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  /** Closes the pages of a journey, which would otherwise keep sending requests and ring. */
  contextsClosed: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use();
      const opened = browser.contexts().filter((context) => !before.has(context));
      await Promise.all(opened.map((context) => context.close()));
    },
    { auto: true },
  ],
  serverLog: [
    async ({ server }, use, testInfo) => {
      await use();
      const isFine = testInfo.status === testInfo.expectedStatus;
      if (!isFine) await testInfo.attach('server.log', { path: server.logFile, contentType: 'text/plain' });
    },
    { auto: true },
  ],
});
