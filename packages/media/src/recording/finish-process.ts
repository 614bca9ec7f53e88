import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('finish-main.js', import.meta.url));

/** Finishes a recording in a process of its own, so that no packet waits for it. */
export async function finishInOwnProcess(folder: string): Promise<void> {
  // It opens no connections, so it does not get our secrets.
  const { MEDIA_SECRET: _secret, MEDIA_ICE_SERVERS: _servers, ...env } = process.env;
  const child = fork(PROGRAM, [folder], {
    env,
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'exit');
}
