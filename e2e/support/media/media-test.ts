import { test as base } from 'playwright/test';
import { createBadLine } from '../calls/bad-line.ts';
import { CHROMIUM_FLAGS, findChromium } from '../chromium.ts';
import { startMedia, startPages, type MediaServer } from './media.ts';
import { openClient, type Client } from './media-client.ts';

export { expect } from 'playwright/test';

/** Playwright's `test` with a media server and client pages per worker, and browsers with a fake camera. */
export const test = base.extend<
  {
    open: (options?: Parameters<typeof openClient>[2]) => Promise<Client>;
    line: ReturnType<typeof createBadLine>;
  },
  { media: MediaServer; pages: string }
>({
  media: [
    async ({}, use) => {
      const media = await startMedia();
      await use(media);
      await media.discard();
    },
    { scope: 'worker' },
  ],
  pages: [
    async ({}, use) => {
      const pages = await startPages();
      await use(pages.url);
      pages.close();
    },
    { scope: 'worker' },
  ],
  line: async ({}, use) => {
    const line = createBadLine();
    await use(line);
    line.close();
  },
  open: async ({ browser, pages }, use) => {
    const clients: Client[] = [];
    await use(async (options) => {
      const client = await openClient(browser, pages, options);
      clients.push(client);
      return client;
    });
    await Promise.all(clients.map((client) => client.close()));
  },
});

/** For `test.use`: camera and microphone without a permission prompt. */
export const WITH_CAMERA = {
  launchOptions: {
    executablePath: findChromium(),
    args: [
      ...CHROMIUM_FLAGS,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
    ],
  },
};
