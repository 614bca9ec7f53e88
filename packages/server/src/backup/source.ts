import fs from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#platform/config';
import { demandReachable } from '#platform/network/reachable';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres/embedded-postgres';
import { openDataDir } from '#platform/process/data-dir';
import { StartError } from '#platform/process/start-error';

export type Database = { url: string; close(): Promise<void> };

export const databaseFolder = ({ dataDir }: Config): string => path.join(dataDir, 'postgres');

/** Opens the database, whether the server runs or not. */
export async function openSource(
  config: Config,
  say: (line: string) => void,
  purpose: 'to back up' | 'to check',
): Promise<Database> {
  const nothing = () => Promise.resolve();
  if (config.databaseUrl) {
    await demandReachable(config.databaseUrl);
    return { url: config.databaseUrl, close: nothing };
  }
  const folder = databaseFolder(config);
  const isThere = await fs.stat(path.join(folder, 'PG_VERSION')).catch(() => undefined);
  if (!isThere)
    throw new StartError(`There is nothing ${purpose} in ${config.dataDir}: DATA_DIR says where.`);
  const running = await runningEmbeddedPostgres(folder);
  if (running !== undefined) return { url: running, close: nothing };
  const dataDir = await openDataDir(config.dataDir);
  const database = await startEmbeddedPostgres({ dir: folder, say });
  return {
    url: database.url,
    close: async () => {
      await database.stop();
      await dataDir.close();
    },
  };
}
