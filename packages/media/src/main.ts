import os from 'node:os';
import { z } from 'zod';
import { config } from './config.ts';
import { log } from './log.ts';
import { startMediaServer } from './server.ts';

/** Shorter than the server's five seconds, after which it kills this process. */
const STOP_WITHIN_MS = 4000;

/** Raises the priority, because delayed packets are audible. Not every system allows it to ordinary users. */
function raisePriority(): void {
  try {
    os.setPriority(os.constants.priority.PRIORITY_HIGH);
  } catch {
    log.debug('runs at ordinary priority');
  }
}

// Recordings must be readable by this user only, whatever umask the process was started with.
process.umask(0o077);

const settings = config.safeParse(process.env);
if (!settings.success) {
  log.error(z.prettifyError(settings.error));
  process.exit(2);
}

let server: Awaited<ReturnType<typeof startMediaServer>> | undefined;
let isStopping = false;

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => {
    log.warn('not everything could be ended in time; the next start finishes it');
    process.exit(1);
  }, STOP_WITHIN_MS);
  // Before it listens there is nothing to close.
  await server?.close();
  process.exit(0);
}
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
// Exits when the server that started this process is gone, since nobody else would stop it. The event fires once, possibly before this line.
process.on('disconnect', () => void stop());
if (process.send && !process.connected) process.exit(0);

raisePriority();
server = await startMediaServer(settings.data, log);
process.send?.({ ready: true, port: server.port });
log.info({ port: server.port }, 'media server ready');

// A packet that makes werift fail may end its own connection, but never the calls of others.
process.on('uncaughtException', (error) => log.error({ err: error }, 'a fault that nobody caught'));
process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise that nobody waited for'));
