import type { Browser, Locator, Page } from 'playwright/test';
import { startChat } from '../chat.ts';
import { openAs } from '../people.ts';
import { expect } from '../test.ts';

export type DeskCall = { agent: Page; call: Locator; link: string; ticketId: number };
type Who = { agent: string | Page; customer: string; kind?: 'Voice call' | 'Video call' };

/** An agent turns a chat into a call, as on the desk; the customer's link is in the conversation. */
export async function callOut(browser: Browser, baseURL: string, who: Who): Promise<DeskCall> {
  const { ticketId } = await startChat(baseURL, who.customer);
  const first = `/tickets/detail?id=${ticketId}`;
  // Somebody new opens the ticket at once: a page that is left while it connects leaves a tab behind that rings for seconds.
  const agent =
    typeof who.agent === 'string' ? await openAs(browser, baseURL, who.agent, { first }) : who.agent;
  if (agent === who.agent) await agent.goto(first);
  await agent.getByRole('button', { name: 'Take it', exact: true }).click();
  await agent.getByRole('button', { name: 'Call the customer' }).click();
  await agent.getByRole('menuitem', { name: who.kind ?? 'Video call' }).click();
  const call = agent.getByRole('region', { name: `Call with ${who.customer}` });
  // Its code is loaded only now.
  await expect(call).toBeVisible({ timeout: 45_000 });
  const time = agent.getByLabel('Conversation', { exact: true });
  const link = await time.getByRole('link', { name: /\/rooms\// }).getAttribute('href');
  return { agent, call, ticketId, link: here(baseURL, link ?? '') };
}

/** The agent takes a link for a guest out of the panel with the people. */
export async function guestLink({ agent, call }: DeskCall, baseURL: string): Promise<string> {
  await call.getByRole('button', { name: 'Participants', exact: true }).click();
  await call.getByRole('button', { name: 'Guest link' }).click();
  const field = call.getByLabel('For one guest');
  await expect(field).toHaveValue(/\/rooms\//);
  const link = await field.inputValue();
  await agent.keyboard.press('Escape');
  return here(baseURL, link);
}

/** Somebody without an account opens a link in a browser of their own. */
export async function openLink(browser: Browser, link: string): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await page.goto(link);
  return page;
}

/** The server gives its public address; the test knows it under another. */
function here(baseURL: string, link: string): string {
  const { pathname, search } = new URL(link, baseURL);
  return baseURL + pathname + search;
}

/** Frames of a picture that were really decoded, by its label. */
export const frames = (page: Page, label: string): Promise<number> =>
  page
    .locator(`video[aria-label="${label}"]`)
    .first()
    .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);
