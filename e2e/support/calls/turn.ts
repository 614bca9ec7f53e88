import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../scripts/lib/free-port.mjs';

export const hasCoturn = spawnSync('turnserver', ['--version']).error === undefined;

/** Runs coturn, a real TURN server, with a shared secret and without files. */
export async function startTurn(secret: string) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-turn-'));
  const port = await freePort();
  const own = [`--listening-port=${port}`, `--pidfile=${folder}/pid`, `--userdb=${folder}/users`];
  const child = spawn('turnserver', [
    ...['-n', '--no-cli', '--no-tls', '--no-dtls', '--use-auth-secret'],
    ...[`--static-auth-secret=${secret}`, '--realm=trunkline', '--listening-ip=127.0.0.1'],
    // The tests' media server is on the loopback address, to which a production server would not relay.
    ...['--relay-ip=127.0.0.1', '--allow-loopback-peers', '--log-file=stdout', '--simple-log', ...own],
  ]);
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await listensAt(port, () => said);
  return {
    port,
    said: () => said,
    async stop(): Promise<void> {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}

async function listensAt(port: number, said: () => string): Promise<void> {
  const giveUpAt = Date.now() + 10_000;
  while (Date.now() < giveUpAt) {
    const socket = net.connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error(`coturn does not listen:\n${said()}`);
}
