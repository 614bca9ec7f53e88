import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort, untilListening } from './dovecot.ts';

export type Postfix = Awaited<ReturnType<typeof startPostfix>>;

/** Postfix changes users while it works, so only root can start one. */
export const hasPostfix =
  process.getuid?.() === 0 && spawnSync('postfix', ['-c', '/nonexistent', 'status']).error === undefined;
if (!hasPostfix)
  process.stderr.write('Postfix is not installed: tests with a real mail server are SKIPPED.\n');

/** A throw-away Postfix on loopback that delivers everything to one LMTP server, and sends nothing anywhere else. */
export async function startPostfix(lmtpPort: number) {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-postfix-'));
  await fs.chmod(dir, 0o755);
  const port = await freePort();
  const config = path.join(dir, 'config');
  for (const name of ['config', 'queue', 'data']) await fs.mkdir(path.join(dir, name));
  const owner = spawnSync('id', ['-u', 'postfix']).stdout.toString().trim();
  await fs.chown(path.join(dir, 'data'), Number(owner), 0);
  await fs.writeFile(path.join(config, 'main.cf'), mainCf(dir, lmtpPort));
  await fs.writeFile(path.join(config, 'master.cf'), masterCf(port));
  const child = spawn('postfix', ['-c', config, 'start-fg'], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  const log = () => fs.readFile(path.join(dir, 'maillog'), 'utf8').catch(() => '');
  const early = ended.then(() => Promise.reject(new Error('Postfix ended')));
  await Promise.race([untilListening(port), early]).catch(async (error: unknown) => {
    throw new Error(`Postfix did not start: ${await log()}`, { cause: error });
  });
  return {
    port,
    log,
    async close(): Promise<void> {
      spawnSync('postfix', ['-c', config, 'stop']);
      await ended;
      await fs.rm(dir, { recursive: true, force: true });
    },
  };
}

const mainCf = (dir: string, lmtpPort: number) => `
compatibility_level = 3.6
queue_directory = ${dir}/queue
data_directory = ${dir}/data
maillog_file = ${dir}/maillog
maillog_file_prefixes = ${dir}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.desk.example
mydestination =
mynetworks = 127.0.0.0/8
virtual_mailbox_domains = mail.example, desk.example
virtual_mailbox_maps = static:all
virtual_transport = lmtp:inet:127.0.0.1:${lmtpPort}
default_transport = error:nothing leaves this machine
smtpd_recipient_restrictions = permit_mynetworks, reject
smtpd_tls_security_level = none
smtpd_reject_unlisted_recipient = no
alias_maps =
local_recipient_maps =
`;

const masterCf = (port: number) => `
127.0.0.1:${port} inet n - n - - smtpd
pickup    unix  n - n 60 1 pickup
cleanup   unix  n - n - 0 cleanup
qmgr      unix  n - n 300 1 qmgr
rewrite   unix  - - n - - trivial-rewrite
bounce    unix  - - n - 0 bounce
defer     unix  - - n - 0 bounce
trace     unix  - - n - 0 bounce
verify    unix  - - n - 1 verify
flush     unix  n - n 1000? 0 flush
proxymap  unix  - - n - - proxymap
error     unix  - - n - - error
retry     unix  - - n - - error
lmtp      unix  - - n - - lmtp
anvil     unix  - - n - 1 anvil
scache    unix  - - n - 1 scache
postlog   unix-dgram n - n - 1 postlogd
`;
