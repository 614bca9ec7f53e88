import type { Browser, Locator, Page } from 'playwright/test';
import { startChat } from '../chat.ts';
import { openAs } from '../people.ts';
import { expect } from '../test.ts';

export type DeskCall = { agent: Page; call: Locator; link: string; ticketId: number };
type CallSetup = { agent: string | Page; customer: string; kind?: 'Voice call' | 'Video call' };

/** An agent turns a chat into a call on the ticket's page; the customer's link is in the conversation. */
export async function callOut(browser: Browser, baseURL: string, who: CallSetup): Promise<DeskCall> {
  const { ticketId } = await startChat(baseURL, who.customer);
  const first = `/tickets/detail?id=${ticketId}`;
  // A new agent opens the ticket first, because a page that is left while it connects counts as a tab that rings for
  // some seconds.
  const agent =
    typeof who.agent === 'string' ? await openAs(browser, baseURL, who.agent, { first }) : who.agent;
  if (agent === who.agent) await agent.goto(first);
  await agent.getByRole('button', { name: 'Take it', exact: true }).click();
  await agent.getByRole('button', { name: 'Call the customer' }).click();
  await agent.getByRole('menuitem', { name: who.kind ?? 'Video call' }).click();
  const call = agent.getByRole('region', { name: `Call with ${who.customer}` });
  // The window's code is loaded only now.
  await expect(call).toBeVisible({ timeout: 45_000 });
  const time = agent.getByLabel('Conversation', { exact: true });
  const link = await time.getByRole('link', { name: /\/c\// }).getAttribute('href');
  return { agent, call, ticketId, link: onThisServer(baseURL, link ?? '') };
}

/** Returns a guest link from the panel of participants. */
export async function guestLink({ agent, call }: DeskCall, baseURL: string): Promise<string> {
  await call.getByRole('button', { name: 'Participants', exact: true }).click();
  await call.getByRole('button', { name: 'Guest link' }).click();
  const field = call.getByLabel('For one guest');
  await expect(field).toHaveValue(/\/rooms\//);
  const link = await field.inputValue();
  await agent.keyboard.press('Escape');
  return onThisServer(baseURL, link);
}

/** Opens a link as somebody without an account, in a browser of their own. */
export async function openLink(browser: Browser, link: string): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await page.goto(link);
  return page;
}

/** Replaces the server's public address by the one under which the test reaches it. */
function onThisServer(baseURL: string, link: string): string {
  const { pathname, search } = new URL(link, baseURL);
  return baseURL + pathname + search;
}

/** Number of decoded frames of a video, found by its label. */
export const decodedFrameCount = (page: Page, label: string): Promise<number> =>
  page
    .locator(`video[aria-label="${label}"]`)
    .first()
    .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);
