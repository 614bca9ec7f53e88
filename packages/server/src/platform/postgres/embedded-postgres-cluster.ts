import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { envOfProgram } from '../process/child-env.ts';
import {
  chooseAccount,
  changeOwner,
  type PostgresOsAccount,
  type AccountFinder,
} from './embedded-postgres-account.ts';
import { binariesIn, findBinaries, type Binaries } from './embedded-postgres-binaries.ts';
import { StartError } from '../process/start-error.ts';

const run = promisify(execFile);

export const DATABASE = 'trunkline';
export const USER = 'trunkline';

/** Everything that must be on disk before PostgreSQL can start. */
export type Cluster = { dir: string; account: PostgresOsAccount; binaries: Binaries; password: string };

export async function prepareCluster(
  dir: string,
  say: (line: string) => void,
  candidates?: AccountFinder[],
): Promise<Cluster> {
  await fs.mkdir(path.dirname(dir), { recursive: true, mode: 0o700 }).catch(refuseFolder(dir));
  const account = await chooseAccount(path.dirname(dir), candidates);
  const binaries = await runnableBinaries(dir, account);
  if (!(await exists(path.join(dir, 'PG_VERSION')))) {
    say('Creating the database');
    await initialise(dir, account, binaries);
  }
  await changeOwner(account, dir);
  return { dir, account, binaries, password: await readPassword(dir) };
}

/** A system user may have no access to the folder in which Trunkline is installed, so it gets a copy next to the data. */
async function runnableBinaries(dir: string, { identity }: PostgresOsAccount): Promise<Binaries> {
  const installed = await findBinaries();
  if (identity.uid === undefined) return installed;
  const runnable = await run(installed.postgres, ['--version'], identity).then(
    () => true,
    () => false,
  );
  if (runnable) return installed;
  const copy = `${dir}.bin`;
  await fs.rm(copy, { recursive: true, force: true });
  await fs.cp(installed.home, copy, { recursive: true, verbatimSymlinks: true });
  return binariesIn(copy);
}

/** Created under another name and renamed when complete, so that an interrupted first start leaves no broken cluster. */
async function initialise(dir: string, account: PostgresOsAccount, { initdb }: Binaries): Promise<void> {
  const unfinished = `${dir}.new`;
  const { uid, gid } = account.owner;
  try {
    await fs.rm(unfinished, { recursive: true, force: true });
    await fs.mkdir(unfinished, { mode: 0o700 });
    await fs.chown(unfinished, uid, gid);
    await fs.writeFile(passwordFile(dir), randomBytes(24).toString('base64url'), { mode: 0o600 });
    await fs.chown(passwordFile(dir), uid, gid);
  } catch (error) {
    refuseFolder(dir)(error as NodeJS.ErrnoException);
  }
  // Passwords even on loopback: with "trust" every local user could connect as the owner.
  const { file, args } = account.wrap({
    file: initdb,
    args: [
      `--pgdata=${unfinished}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile(dir)}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
  });
  await run(file, args, {
    ...account.identity,
    cwd: '/',
    env: { ...envOfProgram(process.env), LC_ALL: 'C' },
  }).catch((error: Error & { stderr?: string }) => {
    throw new StartError(
      `The database could not be created in ${dir}: ${lastLine(error.stderr) || error.message}`,
    );
  });
  await fs.rename(unfinished, dir);
}

async function readPassword(dir: string): Promise<string> {
  return fs.readFile(passwordFile(dir), 'utf8').catch(() => {
    throw new StartError(
      `The database's password in ${passwordFile(dir)} cannot be read: put the file back from your backup.`,
    );
  });
}

function refuseFolder(dir: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw new StartError(
      `The database's folder ${dir} cannot be written (${error.code}): make its parent writable, or choose another with DATA_DIR.`,
    );
  };
}

const passwordFile = (dir: string) => `${dir}.password`;

const lastLine = (text = '') => text.trim().split('\n').at(-1) ?? '';

async function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  );
}
