import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { envOfProgram } from '../process/child-env.ts';
import type { AccountFinder } from './embedded-postgres-account.ts';
import { DATABASE, prepareCluster, USER, type Cluster } from './embedded-postgres-cluster.ts';
import { APP_USER, appPassword, prepareRole } from './embedded-postgres-role.ts';
import { StartError } from '../process/start-error.ts';
import { isZombie } from '../process/process-state.ts';

export type EmbeddedPostgres = {
  /** For the application's role, which owns the database and is no superuser. */
  url: string;
  /** For tests, which create their own databases. */
  adminUrl: string;
  pid: number;
  stop(): Promise<void>;
};

type Options = {
  dir: string;
  say: (line: string) => void;
  /** Tests turn off durability for speed. */
  settings?: Record<string, string>;
  /** Tests choose accounts that are otherwise the last resort. */
  accounts?: AccountFinder[];
};

/** Where the database listens: its settings, and the URL that reaches it. */
type Address = { settings: Record<string, string>; urlOf(user: string, password: string): string };

const SETTINGS = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  max_connections: '100',
  random_page_cost: '1.1',
  jit: 'off',
  wal_compression: 'on',
  timezone: 'UTC',
  log_checkpoints: 'off',
  // Failed statements contain customers' data, which must not be in the log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const LOCK_PATIENCE_MS = 10_000;
const WRONG_PASSWORD = '28P01';
const NOBODY = '2147483646'; // higher than any real process id
const SOCKET_PATH_MAX = 100; // the system's limit is 104 to 108 bytes with the socket's name

/** Starts the PostgreSQL that npm installed, creates its data on the first start, and restarts it when it dies. */
export async function startEmbeddedPostgres({
  dir,
  say,
  settings = {},
  accounts,
}: Options): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster(path.resolve(dir), say, accounts);
  const address = await chooseAddress(cluster.dir);
  const adminUrl = address.urlOf(USER, cluster.password);
  const password = appPassword(cluster.password);
  const url = address.urlOf(APP_USER, password);
  const allSettings = { ...SETTINGS, ...settings, ...address.settings };
  let stopping = false;
  let server: ChildProcess;

  const launch = async () => {
    server = await launchWithRetries(cluster, allSettings, adminUrl);
    server.once('exit', () => {
      if (!stopping) revive();
    });
  };
  let launched = launch();
  const revive = () => {
    say('The database stopped unexpectedly, starting it again');
    launched = launch().catch((error: Error) => say(error.message));
  };

  await launched;
  await prepareRole({ adminUrl, database: DATABASE, password });
  return {
    url,
    adminUrl,
    get pid() {
      return server.pid!;
    },
    async stop() {
      stopping = true;
      await launched;
      if (hasEnded(server)) return;
      const ended = once(server, 'exit');
      server.kill('SIGINT'); // "fast": ends the sessions, writes a checkpoint
      await ended;
    },
  };
}

/**
 * A socket in the data directory: 25 % faster than loopback, not accessible to other users, and no port that another program
 * could take between two starts. Loopback where the path is too long for a socket, and on Windows.
 */
async function chooseAddress(dir: string): Promise<Address> {
  const location = (query: string, port: number) => (user: string, password: string) =>
    `postgres://${user}:${password}@localhost:${port}/${DATABASE}${query}`;
  if (process.platform !== 'win32' && Buffer.byteLength(dir) < SOCKET_PATH_MAX && !/[,"]/.test(dir)) {
    const settings = {
      listen_addresses: '',
      unix_socket_directories: dir,
      unix_socket_permissions: '0700',
      port: '5432',
    };
    return { settings, urlOf: location(`?host=${encodeURIComponent(dir)}`, 5432) };
  }
  const port = await freePort();
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) };
  return { settings, urlOf: location('?host=127.0.0.1', port) };
}

/** The URL of the running database of this folder; undefined where it does not run. */
export async function runningEmbeddedPostgres(folder: string): Promise<string | undefined> {
  const dir = path.resolve(folder);
  const lock = await fs.readFile(path.join(dir, 'postmaster.pid'), 'utf8').catch(() => '');
  // Lines of the file: pid, data folder, start time, port, folder of the socket, address.
  const [, , , port = '', socket = '', host = ''] = lock.split('\n');
  const password = await fs.readFile(`${dir}.password`, 'utf8').catch(() => undefined);
  if (port === '' || password === undefined) return undefined;
  const place = encodeURIComponent(socket || host);
  const url = `postgres://${APP_USER}:${appPassword(password)}@localhost:${port}/${DATABASE}?host=${place}`;
  return query(url, 'select 1').then(
    () => url,
    () => undefined,
  );
}

/** Right after a kill the previous process still holds the lock for a moment, so a refusal is tried again. */
async function launchWithRetries(
  cluster: Cluster,
  settings: Record<string, string>,
  url: string,
): Promise<ChildProcess> {
  const giveUpAt = Date.now() + LOCK_PATIENCE_MS;
  await fs.rename(logFile(cluster.dir), `${logFile(cluster.dir)}.old`).catch(() => {}); // none on the first start
  for (;;) {
    await dropForeignLock(cluster.dir);
    const log = await fs.open(logFile(cluster.dir), 'w', 0o600);
    const server = spawnServer(cluster, settings, log.fd);
    await log.close();
    if (await becomesReady(server, url, cluster.dir)) return server;

    const reason = await fs.readFile(logFile(cluster.dir), 'utf8');
    const isLocked = /lock file ".*" already exists|shared memory block .* is still in use/.test(reason);
    if (isLocked && Date.now() < giveUpAt) await sleep(250);
    else throw new StartError(await explain(cluster.dir, isLocked, reason));
  }
}

function spawnServer(
  { dir, account, binaries }: Cluster,
  settings: Record<string, string>,
  log: number,
): ChildProcess {
  const args = [
    '-D',
    dir,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const { file, args: wrapped } = account.wrap(killedWithParent({ file: binaries.postgres, args }));
  // Detached, or Ctrl-C in the terminal would end the database while the server still needs it.
  const options = {
    ...account.identity,
    detached: true,
    cwd: '/',
    env: { ...envOfProgram(process.env), LC_ALL: 'C' },
  };
  const server = spawn(file, wrapped, { ...options, stdio: ['ignore', log, log] });
  server.on('error', () => {}); // it could not be started at all: it has no pid then, and never becomes ready
  return server;
}

/** Has the system tell PostgreSQL to shut down cleanly if this process is killed. */
function killedWithParent(command: { file: string; args: string[] }) {
  if (spawnSync('setpriv', ['--version']).status !== 0) return command;
  return { file: 'setpriv', args: ['--pdeathsig', 'INT', '--', command.file, ...command.args] };
}

/** Recovery after a crash may take long: waits as long as the process lives. */
async function becomesReady(server: ChildProcess, url: string, dir: string): Promise<boolean> {
  while (server.pid && !hasEnded(server)) {
    const refusal = await query(maintenanceUrl(url), 'select 1').then(
      () => 'none',
      (error: pg.DatabaseError) => error.code,
    );
    if (refusal === 'none') return !hasEnded(server);
    if (refusal === WRONG_PASSWORD) {
      server.kill('SIGINT');
      throw new StartError(
        `The database refuses the password kept beside ${dir}: put that file back from your backup.`,
      );
    }
    await sleep(25);
  }
  return false;
}

async function query(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the query fails when the connection breaks; that is enough
  try {
    await client.connect();
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * PostgreSQL takes a stale lock for valid when any process has that pid now, which is usual in a container after a crash. Where
 * the system tells which process that is, the stale lock is removed.
 */
async function dropForeignLock(dir: string): Promise<void> {
  const pid = await lockHolder(dir);
  if (!pid || (await mayHold(pid, dir))) return;
  // Only the pid is replaced: the rest tells PostgreSQL which shared memory must not be in use any more.
  const file = path.join(dir, 'postmaster.pid');
  const lock = await fs.readFile(file, 'utf8');
  await fs.writeFile(file, lock.replace(/^\d+/, NOBODY));
  await fs.rm(path.join(dir, '.s.PGSQL.5432.lock'), { force: true });
}

/** Whether it could be the database server of this folder; not a zombie, another program, or a server of another folder. */
async function mayHold(pid: string, dir: string): Promise<boolean> {
  if (await isZombie(pid)) return false;
  const commandLine = await fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (!commandLine) return true;
  if (!commandLine.includes('postgres')) return false;
  // PostgreSQL's working directory is its data folder.
  const [theirs, ours] = await Promise.all(
    [`/proc/${pid}/cwd`, dir].map((place) => fs.stat(place).catch(() => undefined)),
  );
  return !theirs || !ours || (theirs.ino === ours.ino && theirs.dev === ours.dev);
}

async function explain(dir: string, isLocked: boolean, reason: string): Promise<string> {
  if (isLocked) {
    return `The database in ${dir} is already in use by process ${await lockHolder(dir)}: stop that process and start again.`;
  }
  const fatal = reason.match(/(?:FATAL|PANIC|could not|cannot).*/)?.[0] ?? 'it gave no reason';
  return `PostgreSQL did not start (${fatal}): see ${logFile(dir)}.`;
}

async function lockHolder(dir: string): Promise<string | undefined> {
  const lock = await fs.readFile(path.join(dir, 'postmaster.pid'), 'utf8').catch(() => '');
  return lock.match(/^\d+/)?.[0];
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

const hasEnded = (server: ChildProcess) => server.exitCode !== null || server.signalCode !== null;

const logFile = (dir: string) => `${dir}.log`;

const maintenanceUrl = (url: string) => url.replace(`/${DATABASE}?`, '/postgres?');
