import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { AccessToken } from 'livekit-server-sdk';
import { expect, test } from 'playwright/test';
import { isExternalServer } from '../support/media/media.ts';

const HOST = fileURLToPath(new URL('../support/media/media-host.mjs', import.meta.url));
const CLIENTS = fileURLToPath(new URL('../../bench/lib/call-load.mjs', import.meta.url));
const KEY = 'a-key';
const SECRET = 'a-secret-that-is-long-enough-for-tests';
const CALLS_AT_ONCE = 5;

test.describe('of calls that have come and gone', () => {
  test.skip(isExternalServer, 'nobody can look into a LiveKit elsewhere');
  let host: ChildProcess;
  let clients: ChildProcess;
  let url: string;
  let calls = 0;

  test.beforeAll(async () => {
    const env = {
      ...process.env,
      MEDIA_KEY: KEY,
      MEDIA_SECRET: SECRET,
      MEDIA_LOAD_MAX: '1',
      LOG_LEVEL: 'fatal',
    };
    // Node warns each time that counting objects is experimental.
    host = fork(HOST, { env, execArgv: ['--disable-warning=ExperimentalWarning'] });
    const [{ port }] = (await once(host, 'message')) as [{ port: number }];
    url = `ws://127.0.0.1:${port}`;
  });
  test.afterAll(() => host?.disconnect());
  test.beforeEach(() => {
    clients = fork(CLIENTS, { execArgv: [] });
  });
  test.afterEach(() => {
    clients.kill('SIGKILL');
  });

  async function request<Answer>(child: ChildProcess, message: object): Promise<Answer> {
    const answer = once(child, 'message');
    child.send(message);
    return ((await answer) as [Answer])[0];
  }
  const alive = () => request<Record<string, number>>(host, {});

  /** Runs calls with two talking participants each. */
  async function call(): Promise<void> {
    const names = Array.from({ length: CALLS_AT_ONCE }, (_, index) => `call-${calls + index}`);
    calls += CALLS_AT_ONCE;
    const seats = await Promise.all(
      names.map((room) => Promise.all(['ann', 'ben'].map((identity) => credentialsFor(room, identity)))),
    );
    await ask('add', { url, seats, kinds: ['audio', 'video'] });
  }
  const hangUp = () => ask('clear');
  async function ask(task: string, options: object = {}): Promise<void> {
    const { error } = await request<{ error?: string }>(clients, { id: calls, task, options });
    expect(error).toBeUndefined();
  }

  test('nothing stays in memory, however they ended @full', async () => {
    test.setTimeout(600_000);
    // What the first call loads stays, such as classes that are loaded on demand.
    await call();
    const during = await alive();
    expect(during).toMatchObject({ Room: CALLS_AT_ONCE, Participant: 2 * CALLS_AT_ONCE });
    expect(during['RTCPeerConnection']).toBeGreaterThanOrEqual(4 * CALLS_AT_ONCE);
    await hangUp();
    // A lost participant is kept for 30 seconds and an empty room for 20 more; each look collects garbage.
    await expect.poll(async () => (await alive())['Room'], { timeout: 240_000, intervals: [2000] }).toBe(0);
    const before = await alive();
    expect(before).toMatchObject({ Participant: 0, Session: 0, RTCPeerConnection: 0, DatagramSocket: 0 });

    for (let round = 0; round < 2; round++) {
      await call();
      await hangUp();
    }
    await call();
    clients.kill('SIGKILL');
    await expect.poll(alive, { timeout: 240_000, intervals: [2000] }).toEqual(before);
  });
});

async function credentialsFor(room: string, identity: string): Promise<string> {
  const token = new AccessToken(KEY, SECRET, { identity, ttl: '1h' });
  token.addGrant({ roomJoin: true, room });
  return token.toJwt();
}
