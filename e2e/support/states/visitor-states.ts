import type { FrameLocator, Page } from 'playwright/test';
import { expect } from '../test.ts';
import type { Words } from '../words.ts';

type Step = { page: Page; words: Words['chat']; visit: (name: string) => Promise<void> };
/** The agent's actions during a chat. */
type Desk = { take: () => Promise<void>; say: (text: string) => Promise<void> };

const launcher = (page: Page) => page.locator('trunkline-chat button.launcher');
const chatOf = (page: Page): FrameLocator => page.frameLocator('trunkline-chat iframe');

/** The site, and its chat while no agent is available. */
export async function walkOfflineChat({ page, words, visit }: Step): Promise<void> {
  const chat = chatOf(page);
  await page.goto('/demo');
  await expect(launcher(page)).toBeVisible();
  await visit('site');
  await launcher(page).click();
  await chat.getByRole('button', { name: words.leave }).click();
  await expect(chat.getByText(words.complaint.question)).toBeVisible();
  await visit('chat-offline-form');
  await chat.getByLabel(words.fields.name).fill('Night Owl');
  await chat.getByLabel(words.fields.email).fill('owl@example.com');
  await chat.getByLabel(words.offlineQuestion).fill('Do you ship to Papua?');
  await chat.getByRole('button', { name: words.leave }).click();
  await expect(chat.getByText(words.leftTitle)).toBeVisible();
  await visit('chat-left');
}

/** A chat from its form to its end. */
export async function walkChat({ page, words, visit }: Step, desk: Desk): Promise<void> {
  const chat = chatOf(page);
  await page.goto('/demo');
  await launcher(page).click();
  await expect(chat.getByRole('button', { name: words.startChat })).toBeVisible();
  await visit('chat-form');
  await chat.getByRole('button', { name: words.startChat }).click();
  await expect(chat.getByText(words.complaint.name)).toBeVisible();
  await visit('chat-form-refused');
  await chat.getByLabel(words.fields.name).fill('Putri Wulandari');
  await chat.getByLabel(words.fields.email).fill(`putri.${Date.now()}@example.com`);
  await chat.getByLabel(words.fields.question).fill('Apakah kopi Gayo masih ada? Do you have Gayo beans?');
  await chat.getByRole('button', { name: words.startChat }).click();
  await expect(chat.getByText(words.waitingFirst)).toBeVisible();
  await visit('chat-waiting');
  await desk.take();
  await desk.say('Halo, saya cek dulu. See https://example.com/beans');
  await expect(chat.getByText('Halo, saya cek dulu.')).toBeVisible();
  await visit('chat-talking');
  await chat.getByRole('button', { name: words.emoji }).click();
  await visit('chat-emoji');
  await page.keyboard.press('Escape');
  await chat.getByRole('button', { name: words.menu }).click();
  await visit('chat-menu');
  await chat.getByRole('button', { name: words.end }).click();
  await visit('chat-end-question');
  await chat
    .getByRole('region', { name: words.endQuestion })
    .getByRole('button', { name: words.endYes })
    .click();
  await expect(chat.getByText(words.endedTitle)).toBeVisible();
  await visit('chat-ended');
}
