import net, { type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { StartError } from '../process/start-error.ts';

const FIRST_PORT = 3000;
const TRIED_PORTS = 50;

/** Throws a StartError before anything else is started if the configured port is taken. */
export async function demandPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  if (port === undefined) return;
  const probe = net.createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, error.code, { host, port })));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/** Listens on the configured port, or on the first free one from 3000. Returns the address for people. */
export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
  say: (line: string) => void,
): Promise<string> {
  for (let candidate = port ?? FIRST_PORT; ; candidate += 1) {
    try {
      await app.listen({ port: candidate, host });
      return addressOf(app, host);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' && port === undefined && candidate < FIRST_PORT + TRIED_PORTS) {
        say(`Port ${candidate} is taken, trying ${candidate + 1}`);
        continue;
      }
      throw explain(error as Error, code, { host, port: candidate });
    }
  }
}

function addressOf(app: FastifyInstance, host: string): string {
  const { port } = app.server.address() as AddressInfo;
  const shown = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`;
}

function explain(
  error: Error,
  code: string | undefined,
  { host, port }: { host: string; port: number },
): Error {
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is taken: stop what uses it, or choose another with PORT.`);
  if (code === 'EACCES')
    return new StartError(`Port ${port} may not be used by this user: choose one above 1023 with PORT.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(
      `HOST is "${host}", which is no address of this machine: correct it, or leave it out.`,
    );
  return error;
}
