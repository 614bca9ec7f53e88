import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import http from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AccessToken, EgressClient, RoomServiceClient, type VideoGrant } from 'livekit-server-sdk';
import { freePort } from '../../../scripts/lib/free-port.mjs';

export const MEDIA_PROGRAM = fileURLToPath(
  new URL('../../../packages/media/dist/bundle/main.js', import.meta.url),
);
const PAGE = fileURLToPath(new URL('media-page.html', import.meta.url));
const CLIENT = createRequire(import.meta.url)
  .resolve('livekit-client')
  .replace(/[^/\\]+$/, 'livekit-client.umd.js');
const READY_WITHIN_MS = 20_000;

export type MediaServer = Awaited<ReturnType<typeof startMedia>>;

/** Whether the tests run against an external LiveKit server, which they must not kill. */
export const isExternalServer = Boolean(process.env['LIVEKIT_URL']);

/** Starts the built media server, or uses the LiveKit server that LIVEKIT_URL, LIVEKIT_KEY and LIVEKIT_SECRET name. */
export async function startMedia(env: Record<string, string> = {}) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-media-'));
  const port = await freePort();
  const url = process.env['LIVEKIT_URL'] ?? `ws://127.0.0.1:${port}`;
  const key = process.env['LIVEKIT_KEY'] ?? 'a-key';
  const secret = process.env['LIVEKIT_SECRET'] ?? 'a-secret-that-is-long-enough-for-tests';
  const reports = await listenForReports();
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    if (isExternalServer) return;
    const log = await fs.open(path.join(folder, 'log'), 'a');
    child = fork(MEDIA_PROGRAM, {
      env: {
        ...process.env,
        MEDIA_PORT: String(port),
        MEDIA_KEY: key,
        MEDIA_SECRET: secret,
        MEDIA_LOAD_MAX: '1',
        MEDIA_WEBHOOK: reports.url,
        MEDIA_RECORDINGS: path.join(folder, 'recordings'),
        LOG_LEVEL: 'info',
        ...env,
      },
      stdio: ['ignore', log.fd, log.fd, 'ipc'],
      execArgv: [],
    });
    await log.close();
    await once(child, 'message', { signal: AbortSignal.timeout(READY_WITHIN_MS) });
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  await start();
  const http = url.replace(/^ws/, 'http');
  return {
    url,
    http,
    folder,
    key,
    secret,
    reports,
    rooms: new RoomServiceClient(http, key, secret),
    egress: new EgressClient(http, key, secret),
    start,
    kill9: () => end('SIGKILL'),
    get pid(): number | undefined {
      return child?.pid;
    },

    async token(
      room: string,
      identity: string,
      grant: Partial<VideoGrant> = {},
      ttl = '10m',
    ): Promise<string> {
      const token = new AccessToken(key, secret, { identity, name: identity, ttl });
      token.addGrant({ roomJoin: true, room, ...grant });
      return token.toJwt();
    },

    async discard(): Promise<void> {
      await end('SIGTERM');
      reports.close();
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}

export type MediaReport = { event: string; [part: string]: unknown };

/** Receives the media server's reports in place of the product's server. */
async function listenForReports() {
  const taken: MediaReport[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      taken.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as MediaReport);
      response.end('{}');
    });
  });
  const url = await listen(server);
  return { url, taken, close: () => server.close() };
}

/** Serves the page of the clients: an unmodified `livekit-client` and nothing of the product. */
export async function startPages() {
  const server = http.createServer((request, response) => {
    const isClient = request.url === '/livekit-client.umd.js';
    response.setHeader('content-type', isClient ? 'text/javascript' : 'text/html');
    fs.readFile(isClient ? CLIENT : PAGE).then(
      (file) => response.end(file),
      () => response.writeHead(404).end(),
    );
  });
  const url = await listen(server);
  return { url, close: () => server.close() };
}

async function listen(server: http.Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
