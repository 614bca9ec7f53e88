import { spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../process/start-error.ts';

type Command = { file: string; args: string[] };

/** The user that PostgreSQL runs as: it refuses to run as root, which starts it in most containers. */
export type PostgresOsAccount = {
  /** Owner of the data files as this process sees them. */
  owner: { uid: number; gid: number };
  /** For spawn; empty when no change of user is needed. */
  identity: { uid?: number; gid?: number };
  wrap(command: Command): Command;
};

/** Returns an account that can use the folder; undefined where this way is not possible. */
export type AccountFinder = (folder: string) => Promise<PostgresOsAccount | undefined>;

const INNER_ID = 65534;

/** The current user; for root, the first candidate that can enter the folder. */
export async function chooseAccount(
  folder: string,
  candidates: AccountFinder[] = [rootInUserNamespace, ownerOfParentFolder, systemUser],
): Promise<PostgresOsAccount> {
  if (process.getuid?.() !== 0) return currentAccount();
  for (const candidate of candidates) {
    const account = await candidate(folder);
    if (account && (canEnter(account, folder) || (await makeReachable(account, folder)))) return account;
  }
  throw new StartError(
    `PostgreSQL refuses to run as root, and no other user can enter ${folder}: start Trunkline as an ordinary ` +
      'user, choose another folder with DATA_DIR, or set DATABASE_URL to a PostgreSQL server of your own.',
  );
}

function currentAccount(): PostgresOsAccount {
  const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  return { owner, identity: {}, wrap: (command) => command };
}

/** In a user namespace root's own files belong to an ordinary user id. Some containers forbid namespaces. */
export async function rootInUserNamespace(): Promise<PostgresOsAccount | undefined> {
  const disguise = ['--user', `--map-user=${INNER_ID}`, `--map-group=${INNER_ID}`, '--'];
  if (spawnSync('unshare', [...disguise, 'true']).status !== 0) return undefined;
  return {
    owner: { uid: 0, gid: 0 },
    identity: {},
    wrap: ({ file, args }) => ({ file: 'unshare', args: [...disguise, file, ...args] }),
  };
}

/**
 * The owner of the nearest parent folder that is not root's: for “sudo” in a private home, which a user namespace cannot enter.
 */
export async function ownerOfParentFolder(folder: string): Promise<PostgresOsAccount | undefined> {
  const { uid, gid } = await fs.stat(folder);
  if (uid !== 0) return asUser(uid, gid);
  return path.dirname(folder) === folder ? undefined : ownerOfParentFolder(path.dirname(folder));
}

export async function systemUser(): Promise<PostgresOsAccount | undefined> {
  const file = await fs.readFile('/etc/passwd', 'utf8').catch(() => '');
  const users = new Map(file.split('\n').map((line) => [line.split(':')[0], line.split(':')]));
  const [, , uid, gid] = users.get('postgres') ?? users.get('_postgres') ?? users.get('nobody') ?? [];
  return Number(uid) > 0 ? asUser(Number(uid), Number(gid)) : undefined;
}

function asUser(uid: number, gid: number): PostgresOsAccount {
  return { owner: { uid, gid }, identity: { uid, gid }, wrap: (command) => command };
}

function canEnter(account: PostgresOsAccount, folder: string): boolean {
  const { file, args } = account.wrap({ file: 'test', args: ['-x', folder] });
  return spawnSync(file, args, { ...account.identity, cwd: '/' }).status === 0;
}

/** Lets the account's group pass through the folder, without listing its content. */
async function makeReachable(account: PostgresOsAccount, folder: string): Promise<boolean> {
  const { uid, gid, mode } = await fs.stat(folder);
  await fs.chown(folder, uid, account.owner.gid);
  await fs.chmod(folder, (mode & 0o707) | 0o010);
  if (canEnter(account, folder)) return true;
  await fs.chown(folder, uid, gid);
  await fs.chmod(folder, mode & 0o777);
  return false;
}

/** Makes the account the owner of the files, whoever ran the database before. */
export async function changeOwner({ owner }: PostgresOsAccount, folder: string): Promise<void> {
  const { uid } = await fs.stat(folder);
  if (uid === owner.uid || process.platform === 'win32') return;
  if (process.getuid?.() !== 0) {
    throw new StartError(
      `${folder} belongs to another user (uid ${uid}): start Trunkline as that user, or give the folder to yours with chown.`,
    );
  }
  const inside = await fs.readdir(folder, { recursive: true });
  for (const name of ['', ...inside]) await fs.lchown(path.join(folder, name), owner.uid, owner.gid);
}
