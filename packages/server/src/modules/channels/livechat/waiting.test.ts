import type { VisitorChat } from '@trunkline/contract';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';

const SOON = { timeout: 10_000 };
const WAITING = 40;
/** Max. number of database queries for one change of the queue, in the request and in everything that follows from it. */
const MOST_QUERIES = 60;

describe('a queue of many visitors', () => {
  let t: TestApp;
  let key: string;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    t = await testApp();
    key = await t.widget();
    // A connection that only makes the server listen.
    (await t.connect('qa')).disconnect();
  });
  afterAll(async () => {
    for (const socket of sockets) socket.disconnect();
    await t.close();
  });

  let count = 0;
  /** Adds a waiting visitor with an open widget; returns what it was told. */
  async function waiting() {
    const token = await t.visitor(key);
    count += 1;
    const socket = io(`${t.url()}/livechat`, {
      auth: { token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    sockets.push(socket);
    const told: VisitorChat[] = [];
    socket.on('chat-changed', (chat: VisitorChat) => void told.push(chat));
    await new Promise<void>((connected) => socket.on('connect', () => connected()));
    const body = { client_key: `waiting-${count}`, name: `Visitor ${count}`, question: 'Is anybody there?' };
    expect((await t.call('POST', '/api/livechat/chat', { token, body })).status).toBe(200);
    return { told, token, name: body.name, place: () => told.at(-1)?.position };
  }

  it('is told to each once, and asked for once', { tags: 'full', timeout: 60_000 }, async () => {
    const visitors: Awaited<ReturnType<typeof waiting>>[] = [];
    for (let n = 0; n < WAITING; n += 1) visitors.push(await waiting());
    const places = () => visitors.map(({ place }) => place());
    await expect.poll(places, SOON).toEqual(visitors.map((_one, at) => at + 1));
    const tolds = () => visitors.map(({ told }) => told.length);

    let queries = 0;
    const countOne = () => void (queries += 1);
    const [first, ...others] = visitors;
    const before = tolds();
    t.platform.db.pool.on('acquire', countOne);
    expect((await t.call('POST', '/api/livechat/chat/end', { token: first?.token, body: {} })).status).toBe(
      200,
    );
    await expect
      .poll(() => others.map(({ place }) => place()), SOON)
      .toEqual(others.map((_one, at) => at + 1));
    t.platform.db.pool.off('acquire', countOne);
    expect(queries).toBeLessThan(MOST_QUERIES);
    expect(tolds().slice(1)).toEqual(before.slice(1).map((n) => n + 1));
    expect(others[4]?.told.at(-1)).toMatchObject({
      status: 'waiting',
      position: 5,
      agent_name: null,
      visitor: { name: others[4]?.name },
    });

    // A visitor who joins last moves nobody: only they are told. The next one shows that everything before has been sent.
    const after = tolds().slice(1);
    const last = await waiting();
    await expect.poll(last.place, SOON).toBe(WAITING);
    const leaves = await waiting();
    await expect.poll(leaves.place, SOON).toBe(WAITING + 1);
    expect(tolds().slice(1)).toEqual(after);
  });
});
