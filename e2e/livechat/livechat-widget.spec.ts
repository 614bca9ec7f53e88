import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ConversationOffer, listWidgets, Message, ResponseOf, Ticket } from '@trunkline/contract';
import type { FrameLocator, Page } from 'playwright/test';
import { io, type Socket } from 'socket.io-client';
import { callApi, signIn, type SignedIn } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const READY = 6;
const OFFLINE = 1;

/** An agent who acts by the same requests as their page. */
class Agent {
  ticketId = 0;
  readonly url: string;
  readonly user: SignedIn;
  readonly socket: Socket;
  private constructor(url: string, user: SignedIn, socket: Socket) {
    this.url = url;
    this.user = user;
    this.socket = socket;
  }

  static async signIn(url: string, username: string): Promise<Agent> {
    const user = await signIn(url, username, DEMO_PASSWORD);
    const socket = io(url, { query: { token: user.token, user_id: user.id }, transports: ['websocket'] });
    await new Promise((resolve) => socket.once('connect', () => resolve(null)));
    return new Agent(url, user, socket);
  }

  async call<T>(method: string, address: string, body?: unknown): Promise<T> {
    const answer = await callApi<T>(this.url, method, address, { token: this.user.token, body });
    expect(answer.status, `${method} ${address}: ${JSON.stringify(answer.body)}`).toBe(200);
    return answer.body;
  }

  be = (activity: number) => this.call('PUT', '/api/user/activity', { user_activity_id: activity });

  /** Waits until this visitor's chat is offered, and takes it. */
  async take(name: string): Promise<void> {
    const offered = async () => {
      const { data } = await this.call<{ data: ConversationOffer[] }>('GET', '/api/conversations/offers');
      return data.find((offer) => offer.customer_name === name);
    };
    await expect.poll(offered, { message: `no offer of ${name}` }).toBeDefined();
    const offer = (await offered())!;
    await this.call('POST', `/api/conversations/${offer.conversation_id}/accept`, {});
    this.ticketId = offer.ticket_id;
    await this.socket.emitWithAck('watch', { topic: `ticket:${offer.ticket_id}` });
  }

  say = (body: string) =>
    this.call('POST', `/api/tickets/${this.ticketId}/messages`, { client_key: randomUUID(), body });
  type = () => this.socket.emitWithAck('ticket-typing', { ticket_id: this.ticketId, typing: 'reply' });
  read = (messageId: number) =>
    this.call('POST', `/api/tickets/${this.ticketId}/read`, { message_id: messageId });

  async timeline(): Promise<Message[]> {
    const { data } = await this.call<{ data: Message[] }>('GET', `/api/tickets/${this.ticketId}/timeline`);
    return data;
  }

  /** Returns the visitor's messages as the agent sees them. */
  heard = async (): Promise<string[]> =>
    (await this.timeline()).filter(({ kind }) => kind === 'inbound').map(({ body }) => body);

  async solve(): Promise<void> {
    type Answer = { data: { ticket: Ticket } };
    const { data } = await this.call<Answer>('GET', `/api/tickets/${this.ticketId}`);
    await this.call('POST', `/api/tickets/${this.ticketId}/solve`, { version: data.ticket.version });
  }

  async goHome(): Promise<void> {
    await this.be(OFFLINE);
    this.socket.disconnect();
  }
}

const launcherOf = (page: Page) => page.locator('trunkline-chat button.launcher');
const chatOf = (page: Page): FrameLocator => page.frameLocator('trunkline-chat iframe');

async function startChat(page: Page, name: string, question: string): Promise<FrameLocator> {
  const chat = chatOf(page);
  await page.goto('/demo');
  await launcherOf(page).click();
  await chat.getByLabel('Name').fill(name);
  // An address of its own for each test, because customers are recognised by it.
  await chat.getByLabel('E-mail').fill(`${name.replace(' ', '.')}@example.com`);
  await chat.getByLabel('How can we help?').fill(question);
  await chat.getByRole('button', { name: 'Start chat' }).click();
  await expect(chat.getByLabel('Write a message')).toBeFocused();
  return chat;
}

async function write(chat: FrameLocator, text: string): Promise<void> {
  await chat.getByLabel('Write a message').fill(text);
  await chat.getByLabel('Write a message').press('Enter');
}

const tagOf = (url: string, attributes: string) =>
  `<script async src="${url}/widget/loader.js" ${attributes}></script>`;

/** Serves another company's site on an origin of its own. */
async function serveSite(body: () => string): Promise<{ url: string; close: () => void }> {
  const site = http.createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1></main>${body()}</html>`,
    );
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => void site.close() };
}

test.describe('an agent is available', () => {
  let agent: Agent;

  test.beforeAll(async ({ server }) => {
    agent = await Agent.signIn(server.url, 'agent1');
    await agent.be(READY);
  });
  test.afterAll(() => agent?.goHome()); // undefined when nobody could sign in

  test('a visitor and an agent talk, and a reload keeps the chat', async ({ page }) => {
    await page.goto('/demo');
    await launcherOf(page).click();
    const chat = chatOf(page);
    await expect(chat.getByLabel('Name')).toBeFocused();
    await chat.getByRole('button', { name: 'Start chat' }).click();
    await expect(chat.getByText('Enter your name.')).toBeVisible();
    await expectAccessible(page);

    await chat.getByLabel('Name').fill('Putri Wulandari');
    await chat.getByLabel('E-mail').fill('putri@');
    await chat.getByLabel('How can we help?').fill('A screw is missing. See https://example.com/order?n=1');
    await chat.getByRole('button', { name: 'Start chat' }).click();
    await expect(chat.getByText('Enter a valid e-mail address')).toBeVisible();
    await chat.getByLabel('E-mail').fill('putri@example.com');
    await chat.getByRole('button', { name: 'Start chat' }).click();
    await expect(chat.getByText('You are next in the queue.')).toBeVisible();

    await agent.take('Putri Wulandari');
    await expect(chat.getByRole('heading', { name: 'Dewi' })).toBeVisible();
    await agent.type();
    await expect(chat.getByText('Dewi is typing')).toBeAttached();
    await agent.say('Hello <b>Putri</b>, let me look.');
    await expect(chat.getByText('Hello <b>Putri</b>, let me look.')).toBeVisible();
    await expect(chat.getByText('Dewi is typing')).toHaveCount(0);
    await expect(chat.getByRole('link', { name: 'https://example.com/order?n=1' })).toHaveAttribute(
      'rel',
      /noopener.*nofollow/,
    );
    const state = async () => (await agent.timeline()).findLast(({ kind }) => kind === 'outbound')?.state;
    await expect.poll(state).toBe('read');
    await expectAccessible(page);

    await write(chat, 'Thank you!');
    await expect.poll(agent.heard).toHaveLength(2);
    await page.reload();
    await expect(chat.getByText('Thank you!')).toBeVisible();
    await expect(chat.getByText('Hello <b>Putri</b>, let me look.')).toBeVisible();

    await page.keyboard.press('Escape'); // the page reloaded with the chat open, the keyboard is still the page's
    await launcherOf(page).click();
    await agent.say('The screw is on its way.');
    await expect(launcherOf(page)).toHaveAccessibleName('Open chat: Kopi Nusantara, 1 unread');
    await page.reload();
    await expect(launcherOf(page)).toHaveAccessibleName('Open chat: Kopi Nusantara, 1 unread');
    await launcherOf(page).press('Enter');
    await expect(chat.getByText('The screw is on its way.')).toBeVisible();
    await expect(chat.getByLabel('Write a message')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(launcherOf(page)).toBeFocused();
    await expect(launcherOf(page)).toHaveAccessibleName('Open chat: Kopi Nusantara');
    await agent.solve();
  });

  test('messages written while offline arrive once, in order', async ({ page, context }) => {
    const chat = await startChat(page, 'Cut Visitor', 'First');
    await agent.take('Cut Visitor');
    await context.setOffline(true);
    await expect(chat.getByText('Connection lost. Reconnecting…')).toBeVisible();
    await write(chat, 'Second');
    await write(chat, 'Third');
    await expect(chat.getByText('Will be sent when you are back online').first()).toBeVisible();
    await context.setOffline(false);
    await expect.poll(agent.heard).toEqual(['First', 'Second', 'Third']);
    await expect(chat.getByText('Delivered')).toBeVisible();

    // The server has stored the message, but the answer is lost and the page is closed: the next page sends it again.
    await page.route('**/api/livechat/chat/messages', async (route) => {
      await route.fetch();
      // If the route has been removed meanwhile, the request was sent.
      await route.abort().catch(() => undefined);
    });
    await write(chat, 'Fourth');
    await expect.poll(agent.heard).toEqual(['First', 'Second', 'Third', 'Fourth']);
    await page.unroute('**/api/livechat/chat/messages');
    await page.route('**/api/livechat/chat/messages', (route) => route.abort());
    await write(chat, 'Fifth');
    await expect(chat.getByText('Fifth')).toBeVisible();
    await page.unroute('**/api/livechat/chat/messages');
    await page.reload();
    await expect.poll(agent.heard).toEqual(['First', 'Second', 'Third', 'Fourth', 'Fifth']);
    await expect(chat.locator('.own')).toHaveText([/First/, /Second/, /Third/, /Fourth/, /Fifth/]);
    await agent.solve();
  });

  test('files go along, and one that is too large is refused in words @full', async ({ page }) => {
    const chat = await startChat(page, 'File Visitor', 'See the picture');
    await agent.take('File Visitor');
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    await chat.locator('input[type=file]').setInputFiles([
      { name: 'screw.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') },
      { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(11 * 1024 * 1024) },
    ]);
    await expect(chat.getByText('Larger than 10 MB')).toBeVisible();
    await chat.getByRole('button', { name: 'Remove film.mp4' }).click();
    await chat.getByRole('button', { name: 'Send' }).click();
    await expect(chat.getByRole('link', { name: 'Open screw.png' })).toBeVisible();
    const files = async () => (await agent.timeline()).flatMap(({ attachments }) => attachments);
    await expect.poll(async () => (await files()).map(({ name }) => name)).toEqual(['screw.png']);
    await expect
      .poll(() => chat.locator('.picture img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(1);
    await agent.solve();
  });

  test('the visitor ends the chat, keeps its history and begins anew @full', async ({ page }) => {
    const chat = await startChat(page, 'Ending Visitor', 'Just a question');
    await agent.take('Ending Visitor');
    await chat.getByRole('button', { name: 'Options' }).click();
    await chat.getByRole('button', { name: 'End chat' }).click();
    await chat.getByRole('button', { name: 'Continue chat' }).click();
    await chat.getByRole('button', { name: 'Options' }).click();
    await chat.getByRole('button', { name: 'End chat' }).click();
    await chat
      .getByRole('region', { name: 'End this chat?' })
      .getByRole('button', { name: 'End chat' })
      .click();
    await expect(chat.getByText('This chat has ended')).toBeVisible();
    await expect(chat.getByText('Just a question')).toBeVisible();
    await expectAccessible(page);
    await chat.getByRole('button', { name: 'Start a new chat' }).click();
    await write(chat, 'One more thing');
    await expect(chat.getByText('One more thing')).toBeVisible();
    await expect.poll(agent.heard).toContain('One more thing');
    await agent.solve();
  });

  test('another company’s site speaks Bahasa Indonesia @full', async ({ page, server }) => {
    const key = await keyOf(server.url);
    const site = await serveSite(() => tagOf(server.url, `data-widget="${key}" data-language="id"`));
    await page.goto(site.url);
    await expect(launcherOf(page)).toHaveAccessibleName('Buka obrolan: Kopi Nusantara');
    await launcherOf(page).click();
    const chat = chatOf(page);
    await chat.getByRole('button', { name: 'Mulai obrolan' }).click();
    await expect(chat.getByText('Isi nama Anda.')).toBeVisible();
    await expect(chat.locator('html')).toHaveAttribute('lang', 'id');
    await expectAccessible(page);
    site.close();
  });

  test('a site that is not allowed shows nothing @full', async ({ page, server }) => {
    let key = await makeWidget(server.url, ['https://only.example']);
    const site = await serveSite(() => tagOf(server.url, `data-widget="${key}"`));
    // Either the settings are refused, or the browser does not show the frame there.
    const refused = page.waitForResponse((response) => response.url().includes(key));
    await page.goto(site.url);
    await refused;
    await expect(launcherOf(page)).toBeHidden();

    key = await makeWidget(server.url, ['https://only.example', new URL(site.url).origin]);
    await page.goto(site.url);
    await expect(launcherOf(page)).toBeVisible();
    site.close();
  });
});

test('when no agent is available the visitor leaves a message', async ({ page, server }) => {
  await page.goto('/demo');
  await launcherOf(page).click();
  const chat = chatOf(page);
  await expect(chat.getByText('Leave a message').first()).toBeVisible();
  await chat.getByRole('button', { name: 'Send message' }).click();
  await expect(chat.getByText('Write your message.')).toBeVisible();
  await expectAccessible(page);
  await chat.getByLabel('Name').fill('Night Owl');
  await chat.getByLabel('E-mail').fill('owl@example.com');
  await chat.getByLabel('Your message').fill('Do you ship to Papua?');
  await chat.getByRole('button', { name: 'Send message' }).click();
  // No e-mail is set up here, so no reply by e-mail is promised.
  await expect(chat.getByText('Thank you. We’ll reply here.', { exact: true })).toBeVisible();
  await expectAccessible(page);

  const admin = await signIn(server.url, 'admin', DEMO_PASSWORD);
  const { body } = await callApi<{ data: Ticket[] }>(server.url, 'GET', '/api/tickets?limit=5&sort=created', {
    token: admin.token,
  });
  expect(body.data.map(({ subject }) => subject)).toContain('Do you ship to Papua?');
});

type Widgets = ResponseOf<typeof listWidgets>;

async function keyOf(url: string): Promise<string> {
  const { token } = await signIn(url, 'admin', DEMO_PASSWORD);
  const { body } = await callApi<Widgets>(url, 'GET', '/api/widgets', { token });
  return body.data[0]!.key;
}

async function makeWidget(url: string, sites: string[]): Promise<string> {
  const { token } = await signIn(url, 'admin', DEMO_PASSWORD);
  const { body } = await callApi<Widgets>(url, 'GET', '/api/widgets', { token });
  const { department_id, settings } = body.data[0]!;
  const made = await callApi<{ data: Widgets['data'][number] }>(url, 'POST', '/api/widgets', {
    token,
    body: { name: 'Elsewhere', department_id, settings: { ...settings, allowed_sites: sites } },
  });
  return made.body.data.key;
}
