import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { RecordingPolicy } from '@trunkline/contract';
import { pino } from 'pino';
import { io, type Socket } from 'socket.io-client';
import { inject } from 'vitest';
import { buildApp, type App } from '../src/app.ts';
import type { ProviderUrls } from '../src/modules/channels/messaging/index.ts';
import type { CallPlatformConfig } from '../src/platform/config/call-platform-config.ts';
import type { Log } from '../src/platform/log.ts';
import { openPlatform } from '../src/platform/config/open-platform.ts';
import type { Platform } from '../src/platform/platform.ts';
import { insertBasics, insertPeople } from '../src/setup/workspace.ts';
import { testDatabase } from './db.ts';
import type { MailConfig } from '#platform/config/mail-config';
import { demandNoContractViolations, watchEmitted } from './emitted.ts';
import { createTestMedia } from './media.ts';
import { testClock } from './clock.ts';
import { testZone } from './mail/dkim.ts';
import { cast, PASSWORD, type Username } from './people.ts';
import { sharedThreads } from './shared-threads.ts';

type Answer = { status: number; body: never };
type Options = {
  rateFactor?: number;
  trustedProxies?: string[];
  recording?: RecordingPolicy;
  calls?: CallPlatformConfig;
  /** The addresses of the messaging providers' stand-ins. */
  providers?: Partial<ProviderUrls>;
  /** By default the mail servers of tests: on this machine, on any port. */
  mail?: Omit<MailConfig, 'resolveTxt'>;
  smppPrivateHosts?: string[];
  phonePrivateHosts?: string[];
  oidcPrivateHosts?: string[];
  /** By default errors go to stderr and everything else is left out. */
  log?: Log;
};

const SESSION_MS = 11 * 3_600_000;

export type TestApp = Awaited<ReturnType<typeof testApp>>;

/** The whole server on a database of its own, with the cast and two departments. */
export async function testApp({
  rateFactor = 1000,
  trustedProxies = [],
  recording = 'never',
  calls,
  providers,
  smppPrivateHosts = ['127.0.0.0/8'],
  phonePrivateHosts = ['127.0.0.0/8'],
  oidcPrivateHosts = ['127.0.0.0/8'],
  mail = { privateHosts: ['127.0.0.0/8'], ports: [[1, 65_535]] },
  log = pino({ level: 'error' }, pino.destination(2)),
}: Options = {}) {
  const database = await testDatabase();
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-test-'));
  const clock = testClock();
  let url = 'http://localhost';
  const own = { databaseUrl: database.url, dataDir };
  const open = async (at = own) => {
    const opened = await openPlatform({
      ...at,
      key: 'test key',
      log,
      publicUrl: () => url,
      clock,
    });
    // Scheduled jobs follow the wall clock, and would run in the middle of a test that has moved its own clock.
    return { ...opened, jobs: { ...opened.jobs, schedule: () => undefined } };
  };
  const platform = await open();
  const departments = await platform.db.q
    .insertInto('departments')
    .values([{ name: 'Care' }, { name: 'Billing' }])
    .returning('id')
    .execute();
  const departmentIds = departments.map(({ id }) => id);
  const people = await insertPeople(platform.db.q, await insertBasics(platform.db.q), cast(departmentIds));
  const media = createTestMedia(path.join(dataDir, 'recordings'));
  const settings = {
    isSecure: false,
    rateFactor,
    trustedProxies,
    recording,
    mail: {
      reading: { program: inject('mailThread'), createThreads: sharedThreads },
      ...mail,
      resolveTxt: testZone,
    },
    webhookPrivateHosts: ['127.0.0.0/8'],
    smppPrivateHosts,
    phonePrivateHosts,
    oidcPrivateHosts,
    errorPrivateHosts: ['127.0.0.0/8'],
    backup: { databaseUrl: database.url, dataDir, key: 'test key', hasKey: false },
    media,
    ...(calls && { calls }),
    ...(providers && { providers }),
  };
  const app = await buildApp(platform, settings);
  watchEmitted(app, platform.events);
  await platform.jobs.start();
  app.start();
  const sockets: Socket[] = [];
  const tokens = new Map<string, { token: string; at: number }>();

  async function call(
    method: string,
    address: string,
    options: { token?: string | undefined; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const { token, body, headers } = options;
    const response = await app.http.app.inject({
      method,
      url: address,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
    return { status: response.statusCode, body: (response.body ? parse(response.body) : undefined) as never };
  }

  async function signIn(username: Username): Promise<string> {
    const known = tokens.get(username);
    const now = clock.now().getTime();
    // The session of a stored token may have ended, as a test can move the clock.
    if (known && now - known.at < SESSION_MS) return known.token;
    const { body } = await call('POST', '/api/auth/login', { body: { username, password: PASSWORD } });
    const { token } = body as { token: string };
    tokens.set(username, { token, at: now });
    return token;
  }

  return {
    app,
    platform: platform as Platform,
    clock,
    call,
    signIn,
    departmentIds,

    /** A chat widget of the first department; returns its public key. */
    async widget(allowedSites: string[] = []): Promise<string> {
      const settings = {
        color: '#0f766e',
        position: 'right',
        title: { en: 'Chat', id: 'Obrolan' },
        greeting: { en: 'Hello', id: 'Halo' },
        default_language: 'en',
        calls: { voice: true, video: true },
        pre_chat: [{ field: 'name', required: true }],
        allowed_sites: allowedSites,
      };
      const token = await signIn('admin');
      const body = { name: 'Shop', department_id: departmentIds[0], settings };
      const answer = await call('POST', '/api/widgets', { token, body });
      return (answer.body as { data: { key: string } }).data.key;
    },

    /** A new visitor of that widget; returns the token. */
    async visitor(key: string): Promise<string> {
      const answer = await call('POST', `/api/livechat/${key}/visitors`, { body: { language: 'en' } });
      return (answer.body as { token: string }).token;
    },

    idOf: (username: Username) => people.get(username) ?? 0,

    /** Sends a request as one of the cast. */
    as: async (username: Username, method: string, address: string, body?: unknown): Promise<Answer> =>
      call(method, address, { token: await signIn(username), body }),

    /**
     * Connects a socket as one of the cast through a real port. `begun` gets it before it is connected, to hear the first
     * events.
     */
    async connect(
      username: Username,
      query: Record<string, string> = {},
      begun: (socket: Socket) => void = () => undefined,
    ): Promise<Socket> {
      if (!app.http.app.server.listening) url = await app.http.app.listen({ port: 0, host: '127.0.0.1' });
      const token = await signIn(username);
      const socket = io(url, {
        query: { token, user_id: String(people.get(username)), ...query },
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      });
      sockets.push(socket);
      begun(socket);
      await new Promise<void>((resolve, reject) => {
        socket.on('connect', resolve);
        socket.on('connect_error', reject);
      });
      return socket;
    },

    /** Another server process: on the same database, with its messaging started, or on a restored one given as `at`. */
    async another(at = own): Promise<{ app: App; platform: Platform; close(): Promise<void> }> {
      const opened = await open(at);
      const other = await buildApp(opened, { ...settings, backup: { ...settings.backup, ...at } });
      if (at === own) other.modules.messaging.start();
      return { app: other, platform: opened, close: () => closeAll(other, opened) };
    },

    url: () => url,
    /** From now on people reach the server at this address. */
    reachedAt: (address: string): void => void (url = address),
    databaseUrl: database.url,
    dataDir,
    filesFolder: path.join(dataDir, 'files'),
    media,
    mediaPort: media.port,

    async close(): Promise<void> {
      for (const socket of sockets) socket.disconnect();
      await closeAll(app, platform);
      await media.close();
      await database.drop();
      await fs.rm(dataDir, { recursive: true, force: true });
      demandNoContractViolations();
    },
  };
}

async function closeAll(app: App, platform: { close(): Promise<void> }): Promise<void> {
  await app.close();
  await platform.close();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
