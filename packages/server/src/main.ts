import path from 'node:path';
import { readConfig, type Config } from '#platform/config';
import { openDataDir } from '#platform/process/data-dir';
import { startEmbeddedPostgres } from '#platform/postgres/embedded-postgres';
import { demandPort, listen } from '#platform/http/listen';
import { verifyEncryptionKey } from '#platform/http/key-proof';
import { createLog } from '#platform/log';
import { migrate } from '#platform/postgres/migrate';
import { openPlatform } from '#platform/config/open-platform';
import { demandReachable } from '#platform/network/reachable';
import { readKey } from '#platform/secrets';
import { OWN_FILES_UMASK } from '#platform/process/own-files';
import { createShutdown } from '#platform/process/shutdown';
import { createMediaWorkers, externalLivekit } from '#modules/rooms';
import { buildApp } from './app.ts';
import { demandFinishedRestore } from './backup/restore.ts';
import { setUpDemo } from './setup/demo.ts';
import { startMessageLines } from './setup/start-words.ts';
import {
  hasSavedLogins,
  isNew,
  isWithoutPeople,
  saveLogins,
  setUpAdministrator,
  setUpEmpty,
  type FirstLogin,
  type SaveLogins,
} from './setup/workspace.ts';

type PrintLine = (line: string) => void;

/**
 * Starts the server from its environment, printing one line per step. Throws a StartError with one sentence for the operator if
 * something outside must be fixed first.
 */
export async function main({ root, say }: { root: string; say: PrintLine }): Promise<void> {
  process.umask(OWN_FILES_UMASK);
  const config = readConfig(process.env, root);
  const log = createLog(config.logLevel);
  const shutdown = createShutdown(say);
  try {
    await demandPort(config);
    const dataDir = await openDataDir(config.dataDir);
    shutdown.add('data folder', dataDir.close);
    await demandFinishedRestore(dataDir.dir);
    const databaseUrl = await openDatabase(config, say, shutdown.add);
    const applied = await migrate(databaseUrl);
    if (applied.length > 0) say(`Database brought up to date (${applied.length} migrations)`);

    let publicUrl = config.publicUrl ?? '';
    const platform = await openPlatform({
      databaseUrl,
      dataDir: dataDir.dir,
      key: config.key,
      log,
      publicUrl: () => publicUrl,
    });
    shutdown.add('connections', platform.close);
    await verifyEncryptionKey(platform);
    const logins = await setUp(platform, config, say);

    const media = config.livekit
      ? externalLivekit(config.livekit)
      : createMediaWorkers({ log, dataDir: dataDir.dir, env: process.env, count: config.mediaWorkers });
    const app = await buildApp(platform, {
      isSecure: publicUrl.startsWith('https:'),
      rateFactor: config.rateFactor,
      trustedProxies: config.trustedProxies,
      media,
      recording: config.recording,
      calls: config.calls,
      callFrameSites: config.callFrameSites,
      providers: config.providers,
      mail: config.mail,
      phonesUrl: config.phonesUrl,
      webhookPrivateHosts: config.webhookPrivateHosts,
      smppPrivateHosts: config.smppPrivateHosts,
      phonePrivateHosts: config.phonePrivateHosts,
      oidcPrivateHosts: config.oidcPrivateHosts,
      speech: config.speech,
      errorPrivateHosts: config.errorPrivateHosts,
      backup: {
        databaseUrl,
        dataDir: dataDir.dir,
        key: readKey(config.key, dataDir.dir),
        hasKey: config.key === undefined,
      },
    });
    shutdown.add('web server', app.close);
    const repeated = await app.modules.customers.erasing.repeat();
    if (repeated > 0) say(`Customers who came back with a backup, and were erased again: ${repeated}`);
    await platform.jobs.start();
    app.start();
    const url = await listen(app.http.app, config, say);
    shutdown.add('media server', media.stop);
    media.start(`${url}/api/rooms/events`);
    publicUrl ||= url;
    await dataDir.announce(url);
    const word = await app.modules.firstRun.open();
    const hasKept = hasSavedLogins(config.dataDir);
    if (word === undefined)
      startMessageLines({ url: publicUrl, logins, hasKept, config }).forEach((line) => say(line));
    else printSetupAddress(say, publicUrl, word);
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

async function openDatabase(
  config: Config,
  say: PrintLine,
  onStop: (name: string, stop: () => Promise<void>) => void,
): Promise<string> {
  if (config.databaseUrl) {
    await demandReachable(config.databaseUrl);
    say('Database reached');
    return config.databaseUrl;
  }
  const database = await startEmbeddedPostgres({ dir: path.join(config.dataDir, 'postgres'), say });
  onStop('database', database.stop);
  say('Database ready');
  return database.url;
}

async function setUp(
  { db }: Parameters<typeof buildApp>[0],
  config: Config,
  say: PrintLine,
): Promise<FirstLogin[]> {
  const { setup, adminPassword, demoPassword } = config;
  if (await isNew(db)) {
    say(setup === 'demo' ? 'Making the demo workspace' : 'Making an empty workspace');
    const keep: SaveLogins = (logins) => saveLogins(config.dataDir, logins);
    if (setup === 'demo') return setUpDemo(db, { password: demoPassword, keep });
    await setUpEmpty(db);
  }
  if (adminPassword !== undefined && (await isWithoutPeople(db))) {
    await setUpAdministrator(db, adminPassword);
    say('The administrator is "admin", with ADMIN_PASSWORD, which is changed at the first sign-in.');
  }
  return [];
}

/** Prints the address of the wizard, with the token that it requires, since nobody has an account yet. */
function printSetupAddress(say: PrintLine, url: string, word: string): void {
  say(`Ready: ${url}`);
  say('This workspace is new. Set it up here; the address is secret until you have:');
  say(`  ${url}/setup#${word}`);
}
