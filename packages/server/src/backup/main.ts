import fs from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { readConfig, type Config } from '#platform/config';
import { openDataDir } from '#platform/process/data-dir';
import { startEmbeddedPostgres } from '#platform/postgres/embedded-postgres';
import { OWN_FILES_UMASK } from '#platform/process/own-files';
import { demandReachable } from '#platform/network/reachable';
import { readKey } from '#platform/secrets';
import { StartError } from '#platform/process/start-error';
import { backupName, createBackup, removeOldBackups } from './backup.ts';
import { readContents, readSequences, readTable } from './contents.ts';
import { loadDatabase } from './load.ts';
import { collectErasures, readGivenErasures } from './erasures.ts';
import { databaseFolder, openSource, type Database } from './source.ts';
import {
  demandEmptyDatabase,
  demandEmptyFolder,
  markUnfinished,
  openBackup,
  restoreBackup,
} from './restore.ts';

type PrintLine = (line: string) => void;
type Command = { root: string; args: string[]; env: Record<string, string | undefined>; say: PrintLine };

/** `npm run backup [-- FOLDER] [--keep N]`: writes a backup to that folder, whether the server runs or not. */
export async function backup({ root, args, env, say }: Command): Promise<void> {
  process.umask(OWN_FILES_UMASK);
  const { values, positionals } = parse(args);
  const keep = readKeep(values.keep);
  const config = readConfig(env, root);
  const folder = path.resolve(root, positionals[0] ?? path.join(config.dataDir, 'backups'));
  const target = path.join(folder, backupName(new Date()));
  const database = await openSource(config, say, 'to back up');
  try {
    const { rows, files } = await createBackup({
      databaseUrl: database.url,
      dataDir: config.dataDir,
      key: readKey(config.key, config.dataDir),
      hasKey: config.key === undefined,
      target,
      progress: say,
    });
    const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
    say(`Backup made: ${target} (${count} rows, ${files} files)`);
    if (config.key !== undefined) say('The key in TRUNKLINE_KEY is not in it: keep that as well.');
  } finally {
    await database.close();
  }
  if (keep !== undefined) for (const name of await removeOldBackups(folder, keep)) say(`Removed ${name}`);
}

/**
 * `npm run restore -- FILE [--erasures FILE]`: restores a backup to an empty data folder, and to the empty database at
 * DATABASE_URL if that is set. Customers who were erased since are erased again at the next start.
 */
export async function restore({ root, args, env, say }: Command): Promise<void> {
  process.umask(OWN_FILES_UMASK);
  const { values, positionals } = parse(args);
  const [file] = positionals;
  if (file === undefined) throw new StartError('Say which backup: npm run restore -- FILE');
  const config = readConfig(env, root);
  await demandEmptyFolder(config.dataDir);
  if (config.databaseUrl) {
    await demandReachable(config.databaseUrl);
    await demandEmptyDatabase(config.databaseUrl);
  }
  const named =
    values.erasures === undefined ? [] : await readGivenErasures(path.resolve(root, values.erasures));
  const found = await openBackup(path.resolve(root, file), config.key);
  const dataDir = await openDataDir(config.dataDir);
  const isDone = await markUnfinished(dataDir.dir);
  let database: Database | undefined;
  try {
    database = await openTarget(config, say);
    await restoreBackup(found, { databaseUrl: database.url, dataDir: dataDir.dir, progress: say });
    await collectErasures({ file: path.resolve(root, file), named, dataDir: dataDir.dir, say });
    await isDone();
  } catch (error) {
    await database?.close();
    // If that fails as well, the folder stays marked, and the next start says what must be emptied.
    await removeRestored(config).catch(() => undefined);
    throw error;
  } finally {
    found.archive.close();
  }
  await database.close();
  await dataDir.close();
  say(`Restored into ${dataDir.dir}: npm start opens it.`);
}

/** `DATABASE_URL=… npm run move-database`: copies the built-in database to that one, while the server is stopped. */
export async function moveDatabase({ root, env, say }: Command): Promise<void> {
  const config = readConfig(env, root);
  if (!config.databaseUrl)
    throw new StartError('Say where to: DATABASE_URL=postgres://… npm run move-database');
  await demandReachable(config.databaseUrl);
  await demandEmptyDatabase(config.databaseUrl);
  const dataDir = await openDataDir(config.dataDir);
  const builtIn = await startEmbeddedPostgres({ dir: databaseFolder(config), say });
  const client = new pg.Client({ connectionString: builtIn.url, options: '-c timezone=UTC' });
  try {
    await client.connect();
    await client.query('begin transaction isolation level repeatable read read only');
    const contents = await readContents(client);
    await loadDatabase(config.databaseUrl, {
      contents,
      open: (table) => Promise.resolve(readTable(client, table)),
      sequences: () => readSequences(client),
      loaded: ({ name }, rows) => say(`${name}: ${rows} rows`),
    });
  } catch (error) {
    await emptyDatabase(config.databaseUrl);
    throw error;
  } finally {
    await client.end();
    await builtIn.stop();
    await dataDir.close();
  }
  say(
    'Moved. Start with this DATABASE_URL from now on; the folder postgres is no longer used, and can be removed.',
  );
}

async function openTarget(config: Config, say: PrintLine): Promise<Database> {
  if (config.databaseUrl) return { url: config.databaseUrl, close: () => Promise.resolve() };
  const { url, stop } = await startEmbeddedPostgres({ dir: databaseFolder(config), say });
  return { url, close: stop };
}

/** Empties what was restored so far, since folder and database were empty before. */
async function removeRestored({ dataDir, databaseUrl }: Config): Promise<void> {
  if (databaseUrl) await emptyDatabase(databaseUrl);
  for (const name of await fs.readdir(dataDir))
    await fs.rm(path.join(dataDir, name), { recursive: true, force: true });
}

async function emptyDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      'drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public',
    );
  } finally {
    await client.end();
  }
}

function parse(args: string[]): { values: { keep?: string; erasures?: string }; positionals: string[] } {
  try {
    return parseArgs({
      args,
      options: { keep: { type: 'string' }, erasures: { type: 'string' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new StartError((error as Error).message);
  }
}

function readKeep(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const keep = Number(text);
  if (Number.isInteger(keep) && keep > 0) return keep;
  throw new StartError(`--keep is "${text}": say how many backups are kept.`);
}
