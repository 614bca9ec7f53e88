import fs from 'node:fs/promises';
import type { Agent, ConversationOffer, RoomDial } from '@trunkline/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Socket } from 'socket.io-client';
import { testApp, type TestApp } from '../../../test/app.ts';
import { callersOf } from '../../../test/telephony/callers.ts';
import type { Username } from '../../../test/people.ts';
import { openProcessLiveness } from '#platform/process/process-liveness';

// Calls and chats are only offered to users with a connected page.

/** For things that must happen at once: shorter than the minute after which a job would do them. */
const AT_ONCE = { timeout: 4000 };
const RELOAD_MS = 5000;
const HALF_A_RELOAD_MS = 2600;

let t: TestApp;
let widget: string;
let keys = 0;
beforeAll(async () => {
  t = await testApp();
  widget = await t.widget();
});
afterAll(() => t.close());

/** Waits until the database says whether this user has a screen open. */
async function seen(username: Username, isHere: boolean): Promise<void> {
  await expect.poll(() => t.app.modules.agents.isHere(t.idOf(username)), AT_ONCE).toBe(isHere);
}

const open: Socket[] = [];
async function connect(username: Username): Promise<Socket> {
  const socket = await t.connect(username);
  open.push(socket);
  await seen(username, true);
  return socket;
}

afterEach(async () => {
  await callersOf(t, widget).endAll();
  await t.platform.db.q
    .updateTable('conversations')
    .set({ status: 'ended', offered_to: null })
    .where('status', '<>', 'ended')
    .execute();
  for (const socket of open.splice(0)) socket.disconnect();
  for (const name of ['dewi', 'budi'] as const) await seen(name, false);
});

/** Waits until the server has noticed that the page was closed, and lets the time for a reload pass. */
async function reloadIsOver(username: Username): Promise<void> {
  await seen(username, false);
  t.clock.advance(RELOAD_MS);
}

const beReady = (username: Username) => t.as(username, 'PUT', '/api/user/activity', { user_activity_id: 6 });

/** Dewi and Budi are ready; Dewi has been idle for longer. */
async function bothReady(): Promise<[Socket, Socket]> {
  const screens: [Socket, Socket] = [await connect('dewi'), await connect('budi')];
  await beReady('dewi');
  await beReady('budi');
  return screens;
}

async function chat(): Promise<void> {
  const body = { client_key: `screen-key-${(keys += 1)}`, name: 'Joko', question: 'Where is it?' };
  const answer = await t.call('POST', '/api/livechat/chat', { token: await t.visitor(widget), body });
  if (answer.status !== 200) throw new Error(`the chat was answered ${answer.status}`);
}

const offersOf = async (username: Username): Promise<ConversationOffer[]> =>
  ((await t.as(username, 'GET', '/api/conversations/offers')).body as { data: ConversationOffer[] }).data;
const countOf = (username: Username) => () => offersOf(username).then(({ length }) => length);

async function activityOf(username: Username): Promise<number> {
  const { body } = await t.as(username, 'GET', '/api/user');
  return (body as { data: { user_activity_id: number } }).data.user_activity_id;
}

describe('a chat', () => {
  it('is not offered to agents without an open page, and is offered at once when the page opens', async () => {
    await beReady('dewi');
    await chat();
    await t.app.modules.conversations.route();
    expect(await offersOf('dewi')).toEqual([]);
    await connect('dewi');
    await expect.poll(countOf('dewi'), AT_ONCE).toBe(1);
  });

  it('skips an agent whose page was just closed, and who keeps their activity meanwhile', async () => {
    const [dewi] = await bothReady();
    dewi.disconnect();
    await seen('dewi', false);
    await chat();
    await expect.poll(countOf('budi'), AT_ONCE).toBe(1);
    expect(await offersOf('dewi')).toEqual([]);
    expect(await activityOf('dewi')).toBe(6);
  });

  it('stays with an agent who reloads the page, and is taken from an agent who does not come back', async () => {
    const [dewi, budi] = await bothReady();
    await chat();
    await expect.poll(countOf('dewi'), AT_ONCE).toBe(1);
    await chat();
    await expect.poll(countOf('budi'), AT_ONCE).toBe(1);
    const [before] = await offersOf('dewi');
    dewi.disconnect();
    await connect('dewi');
    budi.disconnect();
    await reloadIsOver('budi');
    await expect.poll(countOf('dewi'), AT_ONCE).toBe(2);
    expect((await offersOf('dewi'))[0]).toEqual(before);
    expect(await offersOf('budi')).toEqual([]);
  });

  it(
    'is offered again at once to the only agent, who was away for longer than a reload',
    { tags: 'full' },
    async () => {
      const dewi = await connect('dewi');
      await beReady('dewi');
      await chat();
      await expect.poll(countOf('dewi'), AT_ONCE).toBe(1);
      dewi.disconnect();
      await reloadIsOver('dewi');
      await expect.poll(countOf('dewi'), AT_ONCE).toBe(0);
      await connect('dewi');
      await expect.poll(countOf('dewi'), AT_ONCE).toBe(1);
    },
  );

  it('waits as long for an agent who reloads the page twice', { tags: 'full' }, async () => {
    const [first] = await bothReady();
    await chat();
    await expect.poll(countOf('dewi'), AT_ONCE).toBe(1);
    first.disconnect();
    await seen('dewi', false);
    const again = await connect('dewi');
    t.clock.advance(HALF_A_RELOAD_MS);
    again.disconnect();
    await seen('dewi', false);
    t.clock.advance(HALF_A_RELOAD_MS);
    // The time for reloading is counted from the last screen that closed, not from the first.
    expect(await offersOf('dewi')).toHaveLength(1);
    t.clock.advance(HALF_A_RELOAD_MS);
    await expect.poll(countOf('budi'), AT_ONCE).toBe(1);
  });

  it('counts a page that is connected to another running process, but not one of a killed process', async () => {
    const other = await openProcessLiveness(t.platform.db);
    const at = (server: string) =>
      t.platform.db.q
        .insertInto('agent_screens')
        .values({ server, user_id: t.idOf('dewi') })
        .execute();
    await beReady('dewi');
    await t.app.modules.agents.markSeen([t.idOf('dewi')]);
    await at('a process that was killed');
    await chat();
    await t.app.modules.conversations.route();
    expect(await offersOf('dewi')).toEqual([]);
    await at(other.self);
    await t.app.modules.conversations.route();
    expect(await countOf('dewi')()).toBe(1);
    await other.close();
    // The killed process's advisory locks are released with its connection, which PostgreSQL notices after a moment.
    await seen('dewi', false);
    await t.app.modules.agents.noticeGone();
    const left = await t.platform.db.q.selectFrom('agent_screens').selectAll().execute();
    expect(left).toEqual([]);
  });
});

describe('a call', () => {
  it('rings at the next agent at once if the page of the one idle longest was just closed', async () => {
    const callers = callersOf(t, widget);
    const dewi = await callers.ready('dewi');
    const budi = await callers.ready('budi');
    open.push(dewi, budi);
    dewi.disconnect();
    await seen('dewi', false);
    const rings = callers.next<RoomDial>(budi, 'daily-dial');
    const { room } = await callers.call();
    expect((await rings).room_name).toBe(room);
  });

  it('that rings where the page is closed goes to the next agent', async () => {
    const callers = callersOf(t, widget);
    const dewi = await callers.ready('dewi');
    const budi = await callers.ready('budi');
    open.push(dewi, budi);
    const first = callers.next<RoomDial>(dewi, 'daily-dial');
    const { room } = await callers.call();
    await first;
    const second = callers.next<RoomDial>(budi, 'daily-dial');
    dewi.disconnect();
    await reloadIsOver('dewi');
    expect((await second).room_name).toBe(room);
  });
});

describe('the activity of a user', () => {
  const agentOf = async (username: Username): Promise<Agent | undefined> => {
    const { body } = await t.as('admin', 'GET', '/api/agents');
    return (body as { data: Agent[] }).data.find(({ id }) => id === t.idOf(username));
  };

  it('changes only with an event: a user who was never online is offline as before when they set that', async () => {
    const before = await agentOf('supervisor');
    t.clock.advance(60_000);
    expect((await t.as('supervisor', 'PUT', '/api/user/activity', { user_activity_id: 1 })).status).toBe(200);
    await t.app.modules.agents.signedOut(t.idOf('supervisor'));
    expect(await agentOf('supervisor')).toEqual(before);
  });

  it('is written in one place, with its history and its event', async () => {
    const folder = new URL('../', import.meta.url);
    const files = await fs.readdir(folder, { recursive: true });
    const writes =
      /(?:updateTable|insertInto)\('(?:agent_states|user_activity_log)'\)|(?:update|into) agent_states/;
    const found: string[] = [];
    for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
      if (writes.test(await fs.readFile(new URL(file, folder), 'utf8'))) found.push(file);
    }
    expect(found).toEqual(['agents/store.ts']);
  });
});
