import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';
import type { CustomerAccount, CustomerMessage } from './line.ts';
import { mailAddressOf } from './mail-address.ts';
import { photoOf } from './samples.ts';
import { createSiteApi, type Site } from './site-api.ts';

type Visitor = { name: string; number: string; language: 'en' | 'id' };

const MESSAGES = '/api/livechat/chat/messages';
const started = z.object({ token: z.string() });
const file = z.object({ data: z.object({ id: z.string() }) });
const message = z.object({ id: z.number(), from: z.string(), body: z.string() });
const chat = z.object({
  data: z.object({ chat: z.object({ status: z.string() }), messages: z.array(message) }),
});
type Message = z.output<typeof message>;

/** A visitor's browser with the widget open, which speaks the widget's protocol, because no provider is in between. */
export function livechatLine(site: Site, visitor: Visitor): CustomerAccount {
  const heard = { lastId: 0, hear: (_message: Message): void => {} };
  const browser = createBrowser(site, visitor, (given) => {
    // The visitor's own messages come back as well, and all messages after a reconnect.
    if (given.id <= heard.lastId) return;
    heard.lastId = given.id;
    // Automatic messages of the desk look to visitors like those of agents.
    if (given.from !== 'visitor') heard.hear(given);
  });
  return {
    channel: 'livechat',
    address: `+${visitor.number}`,
    sends: ['text', 'photo'],
    send: browser.send,
    // Nothing to report: the socket has acknowledged the message already.
    delivered: () => Promise.resolve(),
    read: browser.read,
    react: undefined,
    connect: browser.connect,
    listen(to) {
      heard.hear = ({ id, body }) => to({ id: String(id), text: body });
    },
  };
}

type Session = { token: string; socket: Socket };
type Ask = ReturnType<typeof createSiteApi>;

function createBrowser(site: Site, visitor: Visitor, take: (message: Message) => void) {
  const ask = createSiteApi(site);
  let session: Promise<Session> | undefined;

  /** Registers a visitor once, however often it is called; after a failure it tries again. */
  function open(): Promise<Session> {
    session ??= begin(ask, { site, visitor, take }).catch((error: unknown) => {
      session = undefined;
      throw error;
    });
    return session;
  }

  async function send(said: CustomerMessage): Promise<void> {
    const { token } = await open();
    const { status } = (await stateOf(ask, token)).chat;
    const isGoingOn = status === 'waiting' || status === 'active';
    // A picture cannot begin a chat, so its text begins it.
    if (!isGoingOn) {
      const body = answersOf(visitor, said.text);
      await ask(z.unknown(), { token, path: '/api/livechat/chat', body });
    }
    const file_ids = said.kind === 'photo' ? [await upload(token, said)] : [];
    if (!isGoingOn && file_ids.length === 0) return;
    const body = { client_key: randomUUID(), body: isGoingOn ? said.text : '', file_ids };
    await ask(z.unknown(), { token, path: MESSAGES, body });
  }

  async function upload(token: string, said: CustomerMessage): Promise<string> {
    const given = { token, path: '/api/livechat/chat/files', photo: photoOf(said) };
    return (await ask(file, given)).data.id;
  }

  return {
    send,
    async read(id: string): Promise<void> {
      const { token } = await open();
      await ask(z.unknown(), { token, path: '/api/livechat/chat/read', body: { message_id: Number(id) } });
    },
    connect(isOnline: boolean): void {
      session?.then(
        ({ socket }) => (isOnline ? socket.connect() : socket.disconnect()),
        () => {},
      );
    },
  };
}

const stateOf = async (ask: Ask, token: string) =>
  (await ask(chat, { token, method: 'GET', path: '/api/livechat/chat' })).data;

type ChatStart = { site: Site; visitor: Visitor; take: (message: Message) => void };

/** Registers a visitor of the site, and connects their socket. */
async function begin(ask: Ask, { site, visitor, take }: ChatStart): Promise<Session> {
  const path = `/api/livechat/${site.key}/visitors`;
  const { token } = await ask(started, { path, body: { language: visitor.language } });
  const socket = io(`${site.url}/livechat`, { auth: { token }, transports: ['websocket'] });
  socket.on('connect', () => {
    stateOf(ask, token).then(
      ({ messages }) => messages.forEach(take),
      // Ignored, because the chat is fetched again with the next connection.
      () => {},
    );
  });
  socket.on('message', (given: unknown, taken?: () => void) => {
    const { data } = message.safeParse(given);
    if (data) take(data);
    taken?.();
  });
  return { token, socket };
}

/** The body of the request that starts a chat, with the answers of the pre-chat form. */
const answersOf = (visitor: Visitor, question: string): object => ({
  client_key: randomUUID(),
  name: visitor.name,
  email: mailAddressOf(visitor),
  phone: `+${visitor.number}`,
  question,
});
