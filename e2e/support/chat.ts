import { randomUUID } from 'node:crypto';
import type { listWidgets, ResponseOf } from '@trunkline/contract';
import type { Browser, Page } from 'playwright/test';
import { callApi, signInOnce } from './api.ts';
import { type BrowserOptions, openAs } from './people.ts';
import { DEMO_PASSWORD } from './server.ts';
import { expect } from './test.ts';

export type Chat = { token: string; ticketId: number };

/** Creates a visitor of the demo workspace's site and returns their widget token. */
export async function newVisitor(url: string): Promise<string> {
  const admin = await signInOnce(url, 'admin', DEMO_PASSWORD);
  const widgets = await callApi<ResponseOf<typeof listWidgets>>(url, 'GET', '/api/widgets', admin);
  const key = widgets.body.data[0]?.key ?? '';
  const visitor = await callApi<{ token: string }>(url, 'POST', `/api/livechat/${key}/visitors`, {
    body: { language: 'en' },
  });
  return visitor.body.token;
}

/** Starts a chat on the demo workspace's widget, without a browser. */
export async function startChat(url: string, name: string, question = 'Hello'): Promise<Chat> {
  const admin = await signInOnce(url, 'admin', DEMO_PASSWORD);
  const token = await newVisitor(url);
  const unique = `${question} ${randomUUID()}`;
  await callApi(url, 'POST', '/api/livechat/chat', {
    token,
    body: { client_key: randomUUID(), name, question: unique },
  });
  const found = await callApi<{ data: { id: number; subject: string }[] }>(
    url,
    'GET',
    '/api/tickets?limit=50&sort=created',
    admin,
  );
  const ticket = found.body.data.find(({ subject }) => unique.startsWith(subject));
  if (!ticket) throw new Error('the chat did not become a ticket');
  return { token, ticketId: ticket.id };
}

/** The visitor ends the chat, so that it is offered to nobody else. */
export async function endChat(url: string, chat: Chat): Promise<void> {
  await callApi(url, 'POST', '/api/livechat/chat/end', { token: chat.token, body: {} });
}

type Journey = { browser: Browser; baseURL: string | undefined; server: { url: string } };
type OpenOptions = Omit<BrowserOptions, 'first'> & {
  /** Opens the ticket's own page rather than the list. */
  alone?: boolean;
};
type OpenChat = { chat: Chat; page: Page; close: () => Promise<void> };

/** Starts a chat and opens its ticket as an agent of its department, with its first message in sight. */
export async function openChat(
  { browser, baseURL, server }: Journey,
  name: string,
  { alone = false, ...look }: OpenOptions = {},
): Promise<OpenChat> {
  const chat = await startChat(server.url, name);
  const first = alone ? `/tickets/detail?id=${chat.ticketId}` : `/tickets?view=open&id=${chat.ticketId}`;
  const page = await openAs(browser, baseURL ?? '', 'agent1', { ...look, first });
  await expect(page.getByRole('log', { name: 'Conversation' }).getByText(/^Hello/)).toBeVisible();
  const close = async () => {
    await endChat(server.url, chat);
    await page.context().close();
  };
  return { chat, page, close };
}
