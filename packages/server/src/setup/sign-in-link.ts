import path from 'node:path';
import { readConfig } from '#platform/config';
import { openDb } from '#platform/db';
import { createLog } from '#platform/log';
import { demandReachable } from '#platform/network/reachable';
import { runningEmbeddedPostgres } from '#platform/postgres/embedded-postgres';
import { addressOfRunning } from '#platform/process/data-dir';
import { StartError } from '#platform/process/start-error';
import { makeSignInLink } from '#modules/auth';

type Command = {
  root: string;
  args: string[];
  env: Record<string, string | undefined>;
  say: (line: string) => void;
};

/** `npm run sign-in-link -- USERNAME`: prints a link that signs a user in once, for when their usual way fails. */
export async function signInLink({ root, args, env, say }: Command): Promise<void> {
  const [username, ...rest] = args;
  if (!username || rest.length > 0) throw new StartError('Name one user: npm run sign-in-link -- USERNAME');
  const config = readConfig(env, root);
  if (config.databaseUrl) await demandReachable(config.databaseUrl);
  const databaseUrl =
    config.databaseUrl ?? (await runningEmbeddedPostgres(path.join(config.dataDir, 'postgres')));
  const address = config.publicUrl ?? (await addressOfRunning(config.dataDir));
  if (databaseUrl === undefined || address === undefined)
    throw new StartError(`Trunkline is not running in ${config.dataDir}: start it first.`);
  const db = openDb(databaseUrl, createLog(config.logLevel), 1);
  try {
    const token = await makeSignInLink(db, username, new Date());
    say(`Open this within 10 minutes. It signs ${username} in once, and stands in the audit:`);
    say(`${address}/login#link=${token}`);
  } finally {
    await db.close();
  }
}
