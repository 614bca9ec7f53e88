import type { Browser, Frame, FrameLocator, Page } from 'playwright/test';
import { goReady, openAs } from '../people.ts';
import { expect } from '../test.ts';

/** Opens an agent's page, waits until it has loaded, and sets the agent to ready; before that nobody can be called. */
export async function openReadyIn(browser: Browser, baseURL: string, username: string): Promise<Page> {
  const agent = await openAs(browser, baseURL, username);
  await goReady(agent);
  await expect(agent.getByRole('banner').getByText('Ready', { exact: true })).toBeVisible();
  return agent;
}

type Caller = { baseURL: string; button: 'Call' | 'Video call'; name: string };

/** Opens the demo site with its widget, in a browser of the customer's own. */
export async function openWidgetIn(browser: Browser, baseURL: string) {
  const page = await (await browser.newContext({ baseURL, locale: 'en-US' })).newPage();
  await page.goto('/demo');
  await page.getByRole('button', { name: /chat/i }).first().click();
  return { page, frame: page.frameLocator('iframe[src*="/widget/"]') };
}

/** A customer starts a call from the demo site's widget and enters their name. */
export async function callFromSiteIn(
  browser: Browser,
  { baseURL, button, name }: Caller,
): Promise<{ page: Page; frame: FrameLocator }> {
  const { page, frame } = await openWidgetIn(browser, baseURL);
  await frame.getByRole('button', { name: button, exact: true }).click();
  await frame.getByLabel('Name').fill(name);
  await frame.getByRole('button', { name: /^Call (now|with video)$/ }).click();
  return { page, frame };
}

/** Number of decoded frames of a video, found by its label. */
export const decodedFrameCount = (page: Page, label: string) =>
  page
    .locator(`video[aria-label="${label}"]`)
    .first()
    .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);

/** The loudest current sample of each audible track, on a page or in its widget. */
const voices = (place: Page | Frame | FrameLocator): Promise<number[]> =>
  place.locator('body').evaluate(async (body) => {
    const streams = [...body.querySelectorAll('audio')].flatMap(({ srcObject }) =>
      srcObject instanceof MediaStream && srcObject.active ? [srcObject] : [],
    );
    const context = new AudioContext();
    await context.resume();
    const ears = streams.map((stream) => {
      const analyser = context.createAnalyser();
      context.createMediaStreamSource(stream).connect(analyser);
      return { samples: new Uint8Array(analyser.fftSize), analyser, loudest: 0 };
    });
    for (let n = 0; n < 20; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      for (const ear of ears) {
        ear.analyser.getByteTimeDomainData(ear.samples);
        ear.loudest = Math.max(ear.loudest, ...ear.samples.map((sample) => Math.abs(sample - 128)));
      }
    }
    await context.close();
    return ears.map(({ loudest }) => loudest);
  });

/** The loudest current sample on a page. */
export const loudness = async (place: Page | Frame): Promise<number> => Math.max(0, ...(await voices(place)));

/** Number of tracks that can be heard now. */
export const audibleTrackCount = async (place: Page | FrameLocator): Promise<number> =>
  (await voices(place)).filter((loudest) => loudest > 4).length;
