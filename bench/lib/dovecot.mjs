import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/lib/free-port.mjs';

/** A temporary Dovecot with one mailbox `support`, filled with mails before it starts. */
export async function startDovecot(mails) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'trunkline-bench-'));
  fs.chmodSync(dir, 0o755);
  const box = path.join(dir, 'mail', 'support');
  for (const name of ['new', 'cur', 'tmp']) fs.mkdirSync(path.join(box, name), { recursive: true });
  let count = 0;
  for (const mail of mails) fs.writeFileSync(path.join(box, 'new', `${(count += 1)}.bench`), mail);
  for (const place of [
    path.join(dir, 'mail'),
    box,
    ...['new', 'cur', 'tmp'].map((name) => path.join(box, name)),
  ])
    fs.chmodSync(place, 0o777);
  const port = await freePort();
  fs.writeFileSync(path.join(dir, 'dovecot.conf'), settings(dir, port));
  const child = spawn('dovecot', ['-F', '-c', path.join(dir, 'dovecot.conf')], { stdio: 'ignore' });
  const ended = new Promise((resolve) => void child.once('exit', resolve));
  child.once('error', () => undefined);
  while (!(await answers(port))) {
    if (child.exitCode !== null || child.pid === undefined)
      throw new Error('Dovecot (dovecot-imapd) is needed for this');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      fs.rmSync(dir, { recursive: true, force: true });
    },
  };
}

const answers = (port) =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });

const settings = (dir, port) => `
protocols = imap
base_dir = ${dir}/run
state_dir = ${dir}/state
log_path = ${dir}/log
ssl = no
disable_plaintext_auth = no
listen = 127.0.0.1
first_valid_uid = 1
mail_location = maildir:${dir}/mail/%n
passdb {
  driver = static
  args = password=secret
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
service stats {
  unix_listener stats-writer {
    mode = 0666
  }
}
`;
