import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { test, expect } from 'playwright/test';
import { callUntilTaken, signIn } from '../support/api.ts';
import { startChat, type Chat } from '../support/chat.ts';
import { DEMO_PASSWORD, startServer, type TestServer } from '../support/server.ts';
import { load, Screen, show, waitFor } from './screen.ts';

const MESSAGES = 2000;
const VISITORS = 5;
const SCREENS = 6;
const KILLS = 4;

test('after cut lines and killed servers every screen shows exactly what a fresh load shows', async () => {
  test.setTimeout(240_000);
  const server: TestServer = await startServer({ env: { RATE_LIMIT_FACTOR: '10000' } });
  const screens: Screen[] = [];
  try {
    const { url } = server;
    const admin = await signIn(url, 'admin', DEMO_PASSWORD);
    const agent = await signIn(url, 'agent1', DEMO_PASSWORD);
    const chats: Chat[] = [];
    for (let n = 0; n < VISITORS; n += 1) chats.push(await startChat(url, `Visitor ${n}`));
    const ticketIds = chats.map(({ ticketId }) => ticketId);

    for (let n = 0; n < SCREENS; n += 1)
      screens.push(new Screen(url, n % 2 === 0 ? agent : admin, ticketIds));
    await Promise.all(screens.map((screen) => screen.open()));

    let isDone = false;
    let kills = 0;
    const sent = new Set<string>();
    const write = async (chat: Chat, from: 'visitor' | 'agent', count: number): Promise<void> => {
      for (let n = 0; n < count; n += 1) {
        const client_key = randomUUID();
        const address =
          from === 'visitor' ? '/api/livechat/chat/messages' : `/api/tickets/${chat.ticketId}/messages`;
        const token = from === 'visitor' ? chat.token : agent.token;
        await callUntilTaken(url, 'POST', address, { token, body: { client_key, body: `${from} ${n}` } });
        sent.add(client_key);
      }
    };
    const share = MESSAGES / VISITORS / 2;
    const writing = Promise.all(
      chats.flatMap((chat) => [write(chat, 'visitor', share), write(chat, 'agent', share)]),
    ).finally(() => (isDone = true));
    const cutting = (async () => {
      while (!isDone) {
        await sleep(50 + Math.random() * 400);
        screens[Math.floor(Math.random() * screens.length)]?.cut();
      }
    })();
    const killing = (async () => {
      for (let n = 1; n <= KILLS; n += 1) {
        // At a random moment of each part of the stream.
        await waitFor(
          () => isDone || sent.size > (MESSAGES * (n - 1 + 0.9 * Math.random())) / KILLS,
          120_000,
        );
        if (isDone) return;
        await server.kill9();
        await server.restart();
        kills += 1;
      }
    })();
    await Promise.all([writing, cutting, killing]);
    expect(sent.size).toBe(MESSAGES);
    expect(kills).toBe(KILLS);

    const probe = new Screen(url, admin, ticketIds);
    screens.push(probe);
    await probe.open();
    const end = probe.position();
    await waitFor(() => screens.every((screen) => screen.position() >= end));

    for (const screen of screens.slice(0, SCREENS)) {
      const fresh = show(await load(url, screen.user, ticketIds));
      const shown = screen.shown();
      expect(screen.resets).toBe(0);
      expect(screen.seen).toEqual([...new Set(screen.seen)].toSorted((a, b) => a - b));
      for (const id of ticketIds) expect(shown.timelines[id]).toEqual(fresh.timelines[id]);
      expect(shown.rows).toEqual(fresh.rows);
    }
    const stored = Object.values(show(await load(url, admin, ticketIds)).timelines).flat();
    const keys = stored.flatMap(({ client_key: own }) => (own && sent.has(own) ? [own] : []));
    expect(keys.toSorted()).toEqual([...sent].toSorted());
  } finally {
    for (const screen of screens) screen.close();
    await server.discard();
  }
});
