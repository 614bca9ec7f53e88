import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { test, expect } from 'playwright/test';
import { callUntilAccepted, signIn, type SignedIn } from '../support/api.ts';
import { startChat, type Chat } from '../support/chat.ts';
import { DEMO_PASSWORD, startServer, type TestServer } from '../support/server.ts';
import { createEdits } from './edits.ts';
import { load, shownDataOf, type ShownData } from './screen-state.ts';
import { Screen, waitFor } from './screen.ts';

const VISITORS = 5;
const SCREENS = 6;
const SIZES: readonly Size[] = [
  { messages: 200, kills: 1, tag: '' },
  { messages: 2000, kills: 4, tag: ' @full' },
];
/** After this many messages of one writer somebody also edits a ticket or a customer, or changes activity. */
const EDIT_EVERY = 10;

type Size = { messages: number; kills: number; tag: string };
type People = { url: string; admin: SignedIn; agent: SignedIn };

/** Starts chats that all have the same two people, so that the same counters change from several sides at once. */
async function startChats(people: People): Promise<Chat[]> {
  const { url, admin, agent } = people;
  const { token } = admin;
  const chats: Chat[] = [];
  for (let n = 0; n < VISITORS; n += 1) {
    const chat = await startChat(url, `Visitor ${n}`);
    const body = { version: 1, assignee_id: n < 3 ? agent.id : admin.id };
    await callUntilAccepted(url, 'POST', `/api/tickets/${chat.ticketId}/assign`, { token, body });
    chats.push(chat);
  }
  return chats;
}

type Stream = {
  people: People;
  chats: readonly Chat[];
  sent: Set<string>;
  edit: () => Promise<void>;
  messages: number;
};

async function writeAll({ people: { url, agent }, chats, sent, edit, messages }: Stream): Promise<void> {
  const write = async (chat: Chat, from: 'visitor' | 'agent', count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      const client_key = randomUUID();
      const address =
        from === 'visitor' ? '/api/livechat/chat/messages' : `/api/tickets/${chat.ticketId}/messages`;
      const token = from === 'visitor' ? chat.token : agent.token;
      await callUntilAccepted(url, 'POST', address, { token, body: { client_key, body: `${from} ${n}` } });
      sent.add(client_key);
      if (n % EDIT_EVERY === 0) await edit();
    }
  };
  const share = messages / VISITORS / 2;
  await Promise.all(chats.flatMap((chat) => [write(chat, 'visitor', share), write(chat, 'agent', share)]));
}

async function cutConnectionsWhile(isGoingOn: () => boolean, screens: readonly Screen[]): Promise<void> {
  while (isGoingOn()) {
    await sleep(50 + Math.random() * 400);
    screens[Math.floor(Math.random() * screens.length)]?.cut();
  }
}

type KillOptions = Size & { server: TestServer; sent: ReadonlySet<string>; isGoingOn: () => boolean };

/** Kills the server at a random moment of each part of the stream. Returns how often. */
async function killWhile({ server, sent, isGoingOn, messages, kills }: KillOptions): Promise<number> {
  for (let done = 0; done < kills; done += 1) {
    const moment = (messages * (done + 0.9 * Math.random())) / kills;
    await waitFor(() => !isGoingOn() || sent.size > moment, 120_000);
    if (!isGoingOn()) return done;
    await server.kill9();
    await server.restart();
  }
  return kills;
}

/** Compares the screen with a fresh load until both are equal; a difference after ten seconds is permanent. */
async function expectSameAsFresh(screen: Screen): Promise<void> {
  let shown: ShownData | undefined;
  let fresh: ShownData | undefined;
  await waitFor(async () => {
    fresh = shownDataOf(await load(screen.url, screen.user, screen.ticketIds));
    shown = screen.shown();
    return isDeepStrictEqual(shown, fresh);
  }, 10_000).catch(() => undefined);
  expect(shown).toEqual(fresh);
}

for (const size of SIZES)
  test(`after ${size.messages} messages, cut lines and ${size.kills} killed servers every screen shows exactly what a fresh load shows${size.tag}`, async () => {
    test.setTimeout(240_000);
    const server: TestServer = await startServer({ env: { RATE_LIMIT_FACTOR: '10000' } });
    const screens: Screen[] = [];
    let probe: Screen | undefined;
    try {
      const { url } = server;
      const people = await signInTwo(url);
      const chats = await startChats(people);
      const ticketIds = chats.map(({ ticketId }) => ticketId);
      const edit = await createEdits(people, ticketIds);
      for (let n = 0; n < SCREENS; n += 1)
        screens.push(new Screen(url, n % 2 === 0 ? people.agent : people.admin, ticketIds));
      await Promise.all(screens.map((screen) => screen.open()));

      const sent = new Set<string>();
      let isGoingOn = true;
      const writing = writeAll({ people, chats, sent, edit, messages: size.messages }).finally(
        () => (isGoingOn = false),
      );
      const [kills] = await Promise.all([
        killWhile({ ...size, server, sent, isGoingOn: () => isGoingOn }),
        cutConnectionsWhile(() => isGoingOn, screens),
        writing,
      ]);
      expect(sent.size).toBe(size.messages);
      expect(kills).toBe(size.kills);

      probe = new Screen(url, people.admin, ticketIds);
      await probe.open();
      // Changes during an interruption must reach the screen too, whether by an event or by a count that is sent only
      // once.
      for (const screen of screens) screen.leave();
      for (let n = 0; n < 20; n += 1) await edit();
      await expectSameAsFresh(probe);
      for (const screen of screens) screen.comeBack();
      const end = probe.position();
      await waitFor(() => screens.every((screen) => screen.position() >= end));
      for (const screen of screens) {
        await expectSameAsFresh(screen);
        expect(screen.resets).toBe(0);
        expect(screen.seen).toEqual([...new Set(screen.seen)].toSorted((a, b) => a - b));
      }

      const stored = Object.values(probe.shown().timelines).flat();
      const keys = stored.flatMap(({ client_key: own }) => (own && sent.has(own) ? [own] : []));
      expect(keys.toSorted()).toEqual([...sent].toSorted());
    } finally {
      for (const screen of screens) screen.leave();
      probe?.leave();
      await server.discard();
    }
  });

async function signInTwo(url: string): Promise<People> {
  const [admin, agent] = [
    await signIn(url, 'admin', DEMO_PASSWORD),
    await signIn(url, 'agent1', DEMO_PASSWORD),
  ];
  return { url, admin, agent };
}
