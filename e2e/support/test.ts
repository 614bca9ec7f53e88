import { test as base } from 'playwright/test';
import { startServer, type TestServer } from './server.ts';

export { expect } from 'playwright/test';

/** Playwright's `test` with a demo server of the worker's own behind `page.goto('/…')`. */
export const test = base.extend<
  { serverLog: void; contextsClosed: void },
  { server: TestServer; ground: string }
>({
  /** Who names one gets a server that no other journey has left chats or calls on. */
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
  /** Ends what a journey opened: the pages of others would go on asking the server, and ring. */
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
