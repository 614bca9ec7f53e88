import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { ImapFlow } from 'imapflow';

export type Dovecot = Awaited<ReturnType<typeof startDovecot>>;

/** Whether Dovecot can be started: only root can, because it changes to other users. */
export const hasDovecot = process.getuid?.() === 0 && spawnSync('dovecot', ['--version']).status === 0;

export const MAIL_PASSWORD = 'secret';

export async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return port;
}

export type DovecotOptions = {
  introspection?: string;
  /** Starts a command. Given by callers that end their processes in their own way. */
  start?: (file: string, args: string[]) => ChildProcess;
};

// In a process group of its own, because its child processes outlive the main one by a moment.
const startDetached: NonNullable<DovecotOptions['start']> = (file, args) =>
  spawn(file, args, { stdio: 'ignore', detached: true });

/**
 * Starts a temporary Dovecot on loopback. Every name is a mailbox with the same password; `lmtp` is the port for delivery. With
 * `introspection` a token (XOAUTH2) opens a mailbox too: Dovecot asks that URL, followed by the token, whose it is (RFC 7662).
 */
export async function startDovecot({ introspection, start = startDetached }: DovecotOptions = {}) {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-dovecot-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  await fs.chmod(dir, 0o755);
  await fs.mkdir(path.join(dir, 'mail'), { mode: 0o777 });
  await fs.chmod(path.join(dir, 'mail'), 0o777);
  const config = path.join(dir, 'dovecot.conf');
  const restart = (port: number) => run(start('dovecot', ['-F', '-c', config]), port);

  /** Another process may take a port before Dovecot uses it; then other ports are tried. */
  async function onFreePorts(attempts = 3): Promise<{ port: number; lmtp: number; first: Running }> {
    const [port, lmtp] = [await freePort(), await freePort()];
    await fs.writeFile(config, settings(dir, port, lmtp) + (introspection ? tokens(dir) : ''));
    try {
      return { port, lmtp, first: await restart(port) };
    } catch (error) {
      if (attempts <= 1) throw error;
      return onFreePorts(attempts - 1);
    }
  }
  if (introspection) await fs.writeFile(path.join(dir, 'oauth2.conf'), asking(introspection));
  const { port, lmtp, first } = await onFreePorts();
  let child = first;

  const { as, put, list } = mailboxesAt(port);

  return {
    port,
    lmtp,
    as,

    put,
    list,

    /** Gives the folder a new UIDVALIDITY, as after a move to another server: the same mails with other numbers. */
    async renumber(user: string): Promise<{ before: bigint; after: bigint }> {
      const validity = () =>
        as(user, async (client) => (await client.mailboxOpen('INBOX', { readOnly: true })).uidValidity);
      const before = await validity();
      await child.stop();
      const box = path.join(dir, 'mail', user);
      for (const name of await fs.readdir(box))
        if (name.startsWith('dovecot')) await fs.rm(path.join(box, name), { recursive: true });
      child = await restart(port);
      return { before, after: await validity() };
    },

    stop: () => child.stop(),
    async start(): Promise<void> {
      child = await restart(port);
    },
    async close(): Promise<void> {
      await child.stop();
      await fs.rm(dir, { recursive: true, force: true });
    },
  };
}

/** Functions on the mailboxes of the server at this port. */
function mailboxesAt(port: number) {
  async function as<T>(user: string, work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port,
      secure: false,
      auth: { user, pass: MAIL_PASSWORD },
      logger: false,
    });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.logout();
    }
  }

  return {
    as,

    /** Puts mails into a mailbox, byte by byte. */
    put: (user: string, mails: readonly (string | Buffer)[], folder = 'INBOX'): Promise<void> =>
      as(user, async (client) => {
        if (folder !== 'INBOX') await client.mailboxCreate(folder);
        for (const mail of mails) await client.append(folder, Buffer.from(mail));
      }),

    /** Returns the mails of a mailbox unchanged. */
    list: (user: string, folder = 'INBOX'): Promise<string[]> =>
      as(user, async (client) => {
        await client.mailboxOpen(folder, { readOnly: true });
        const mails: string[] = [];
        for await (const { source } of client.fetch('1:*', { source: true }))
          mails.push(source?.toString('latin1') ?? '');
        return mails;
      }),
  };
}

type Running = { stop(): Promise<void> };

/** Starts Dovecot; rejects if it ends before it listens. */
async function run(child: ChildProcess, port: number): Promise<Running> {
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  const tooEarly = ended.then(() => {
    throw new Error('Dovecot ended before it listened');
  });
  await Promise.race([untilListening(port), tooEarly]);
  return {
    async stop() {
      // Killed, because a normal stop waits up to ten seconds for open connections.
      killGroup(child.pid);
      await ended;
    },
  };
}

function killGroup(group: number | undefined): void {
  try {
    if (group !== undefined) process.kill(-group, 'SIGKILL');
  } catch {
    // The group has ended with the main process.
  }
}

export async function untilListening(port: number): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end;) {
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1');
      socket.once('connect', () => (socket.destroy(), resolve(true)));
      socket.once('error', () => resolve(false));
    });
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`nothing listens on ${port}`);
}

const settings = (dir: string, port: number, lmtp: number) => `
protocols = imap lmtp
base_dir = ${dir}/run
state_dir = ${dir}/state
log_path = ${dir}/log
ssl = no
disable_plaintext_auth = no
listen = 127.0.0.1
first_valid_uid = 1
mail_location = maildir:${dir}/mail/%n
auth_username_format = %n
mail_max_userip_connections = 100
passdb {
  driver = static
  args = password=${MAIL_PASSWORD}
}
userdb {
  driver = static
  args = uid=8 gid=8 home=${dir}/mail/%n allow_all_users=yes
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${lmtp}
  }
}
# Whoever fails to sign in keeps nobody else of the same address waiting.
auth_failure_delay = 0
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  unix_listener stats-reader {
    mode = 0666
  }
  unix_listener stats-writer {
    mode = 0666
  }
}
`;

const tokens = (dir: string) => `
auth_mechanisms = plain xoauth2
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${dir}/oauth2.conf
}
`;

const asking = (url: string) => `
introspection_mode = get
introspection_url = ${url}
username_attribute = username
active_attribute = active
active_value = true
`;
