import { sql } from 'kysely';
import type { Access } from '#platform/access';
import { createHttp, type Http } from '#platform/http';
import { serveApps } from '#platform/http/static';
import { callSources } from '#platform/network/call-sources';
import type { Platform } from '#platform/platform';
import { createRealtime, type Realtime } from '#platform/realtime';
import { openHealth } from './app/health.ts';
import {
  browserBuildFolder,
  configuredCallPlatforms,
  type AppOptions,
  type AppServer,
} from './app/server.ts';
import { createTier1, openTier1 } from './app/tier-1.ts';
import { createTier2, openTier2 } from './app/tier-2.ts';
import { createTier3, openTier3 } from './app/tier-3.ts';
import { createTier4, openTier4 } from './app/tier-4.ts';
import { createTier5, openTier5 } from './app/tier-5.ts';
import { createTier6, openTier6 } from './app/tier-6.ts';
import { createTier7, openTier7 } from './app/tier-7.ts';
import { createTier8, openTier8, type Tier8 } from './app/tier-8.ts';

/** A server that is set up. */
export type App = {
  http: Http;
  realtime: Realtime;
  modules: Tier8;
  /** Starts background work, once jobs run. */
  start(): void;
  close(): Promise<void>;
};

/**
 * Sets up the server: creates every tier of modules/README.md, lowest first, so that each can only use what was created before
 * it, and registers their HTTP routes and socket handlers.
 */
export async function buildApp(platform: Platform, options: AppOptions): Promise<App> {
  const tier1 = createTier1(platform, options);
  const tier2 = createTier2(platform, tier1, options);
  const tier3 = createTier3(platform, tier2);
  const tier4 = createTier4(platform, tier3);
  const tier5 = createTier5(platform, tier4, options);
  const tier6 = createTier6(platform, tier5, options);
  const tier7 = createTier7(platform, tier6, options);
  const modules = createTier8(platform, tier7);

  const server = await createServer(platform, options, modules);
  openTier1(server, modules);
  const stopTier2 = openTier2(server, modules);
  openTier3(server, modules);
  openTier4(server, modules);
  openTier5(server, modules);
  const running6 = openTier6(server, modules);
  const running7 = openTier7(server, modules);
  const running8 = openTier8(server, modules);
  openHealth(server);
  await serveBrowserApps(server);
  removeOldEvents(platform);

  const { http, realtime } = server;
  return {
    http,
    realtime,
    modules,
    start(): void {
      running6.start();
      running7.start();
      running8.start();
    },
    async close(): Promise<void> {
      stopTier2();
      await running8.stop();
      await running6.stop();
      await running7.stop();
      await realtime.close();
      await http.app.close();
      await modules.conversations.stop();
    },
  };
}

type Guards = { auth: Omit<Access, 'visitor'>; livechat: Pick<Access, 'visitor'> };

async function createServer(
  platform: Platform,
  options: AppOptions,
  { auth, livechat }: Guards,
): Promise<AppServer> {
  const { viewer, socketViewer, renewed } = auth;
  const { visitor } = livechat;
  const access = (): Access => ({ viewer, socketViewer, renewed, visitor });
  const { log, secrets } = platform;
  const http = await createHttp({ log, ...options, access, isIssued: secrets.isIssued });
  const realtime = createRealtime({ ...platform, http, access });
  return { platform, options, http, realtime, access };
}

const serveBrowserApps = ({ http, options }: AppServer): Promise<void> =>
  serveApps(http, {
    web: browserBuildFolder('web'),
    widget: browserBuildFolder('chat-widget'),
    callEngine: browserBuildFolder('call-engine'),
    sources: callSources(configuredCallPlatforms(options), options.media.elsewhere),
    callFrameSites: options.callFrameSites ?? [],
  });

/** Clients that were away for longer fetch everything again. */
function removeOldEvents({ db, jobs }: Platform): void {
  jobs.define('events:remove-old', async () => {
    await sql`delete from events where created_at < now() - interval '1 day'`.execute(db.q);
  });
  jobs.schedule('events:remove-old', '7 * * * *');
}
