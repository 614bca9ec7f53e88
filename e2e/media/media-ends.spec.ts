import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AccessToken, EgressClient, EncodedFileOutput } from 'livekit-server-sdk';
import { expect, test } from 'playwright/test';
import { MEDIA_PROGRAM } from '../support/media/media.ts';

const KEY = 'a-key';
const SECRET = 'a-secret-that-is-long-enough-for-tests';
/** It needs up to four seconds to end its calls; the rest is for a busy machine. */
const GONE_WITHIN_MS = 10_000;

// The parent process may end at any moment: while the media server loads, begins to listen, or carries a call.
const MOMENTS_MS = [0, 60, 120, 200, 300, 450, 700, 1200];

test.describe('a media server ends with whoever started it', () => {
  let folder: string;
  let children: ChildProcess[];

  test.beforeEach(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-ends-'));
    children = [];
  });
  test.afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    await fs.rm(folder, { recursive: true, force: true });
  });

  function start(env: Record<string, string> = {}): ChildProcess {
    const child = fork(MEDIA_PROGRAM, {
      env: {
        ...process.env,
        MEDIA_KEY: KEY,
        MEDIA_SECRET: SECRET,
        MEDIA_LOAD_MAX: '1',
        MEDIA_RECORDINGS: path.join(folder, 'recordings'),
        ...env,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    });
    children.push(child);
    return child;
  }

  for (const [how, end] of [
    ['the line to it is cut', (child: ChildProcess) => child.disconnect()],
    ['Ctrl-C reaches it', (child: ChildProcess) => child.kill('SIGINT')],
    ['it is told to end', (child: ChildProcess) => child.kill('SIGTERM')],
  ] as const) {
    test(`when ${how}, at any moment @full`, async () => {
      test.setTimeout(60_000);
      const lives = MOMENTS_MS.map(async (afterMs) => {
        const child = start();
        const gone = once(child, 'exit');
        await sleep(afterMs);
        end(child);
        await Promise.race([gone, sleep(GONE_WITHIN_MS)]);
        return { afterMs, isGone: child.exitCode !== null || child.signalCode !== null };
      });
      expect(await Promise.all(lives)).toEqual(MOMENTS_MS.map((afterMs) => ({ afterMs, isGone: true })));
    });
  }

  test('with people in a room, a recording, and nobody who accepts its reports @full', async () => {
    const silent = net.createServer(() => undefined);
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port: deaf } = silent.address() as AddressInfo;
    const child = start({ MEDIA_WEBHOOK: `http://127.0.0.1:${deaf}` });
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    const lines = [await join(port, 'ann'), await join(port, 'ben')];
    const egress = new EgressClient(`http://127.0.0.1:${port}`, KEY, SECRET);
    await egress.startRoomCompositeEgress('one', new EncodedFileOutput());
    const waiting = net.connect(port, '127.0.0.1');
    await once(waiting, 'connect');

    const gone = once(child, 'exit');
    child.disconnect();
    await Promise.race([gone, sleep(GONE_WITHIN_MS)]);
    expect(child.exitCode).not.toBeNull();
    for (const line of [...lines, waiting]) line.destroy();
    silent.close();
  });
});

/** Opens a client's signalling connection, up to where it would send media. */
async function join(port: number, identity: string): Promise<Socket> {
  const token = new AccessToken(KEY, SECRET, { identity });
  token.addGrant({ roomJoin: true, room: 'one' });
  const request = http.get(`http://127.0.0.1:${port}/rtc?access_token=${await token.toJwt()}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
  });
  const [, socket] = (await once(request, 'upgrade')) as [unknown, Socket];
  socket.on('error', () => undefined);
  return socket;
}
