import type { Browser, Frame, Page } from 'playwright/test';
import { goReady, openAs } from './people.ts';
import { expect } from './test.ts';

/** An agent whose screen stands and who is ready: before that nobody can be called. */
export async function openReady(browser: Browser, baseURL: string, username: string): Promise<Page> {
  const agent = await openAs(browser, baseURL, username);
  await goReady(agent);
  await expect(agent.getByRole('banner').getByText('Ready', { exact: true })).toBeVisible();
  return agent;
}

/** The widget of the demo site, open, in a browser of the customer's own. */
export async function openWidget(browser: Browser, baseURL: string) {
  const page = await (await browser.newContext({ baseURL, locale: 'en-US' })).newPage();
  await page.goto('/demo');
  await page.getByRole('button', { name: /chat/i }).first().click();
  return { page, frame: page.frameLocator('iframe[src*="/widget/"]') };
}

/** A customer on the demo site presses the widget's button and says who they are. */
export async function callFromSite(
  browser: Browser,
  baseURL: string,
  button: 'Call' | 'Video call',
  name: string,
) {
  const { page, frame } = await openWidget(browser, baseURL);
  await frame.getByRole('button', { name: button, exact: true }).click();
  await frame.getByLabel('Name').fill(name);
  await frame.getByRole('button', { name: /^Call (now|with video)$/ }).click();
  return { page, frame };
}

/** The loudest sample of what comes out of the loudspeakers of a page now, or of the widget in it. */
export const loudness = (page: Page | Frame) =>
  page.evaluate(async () => {
    const audio = document.querySelector<HTMLAudioElement>('audio[data-remote-sound], .call-stage audio');
    const stream = audio?.srcObject;
    if (!(stream instanceof MediaStream)) return 0;
    const context = new AudioContext();
    await context.resume();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Uint8Array(analyser.fftSize);
    let loudest = 0;
    for (let n = 0; n < 20; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      analyser.getByteTimeDomainData(samples);
      loudest = Math.max(loudest, ...samples.map((sample) => Math.abs(sample - 128)));
    }
    await context.close();
    return loudest;
  });
