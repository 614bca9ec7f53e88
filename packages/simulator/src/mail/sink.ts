import type { Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { addLatest } from '../keep-latest.ts';

export type MailSink = Awaited<ReturnType<typeof mailSink>>;
type Refusal = { code: number; text: string };

/** Starts a real SMTP server, which delivers into the mailbox named like the address, or refuses as a test says. */
export async function mailSink(deliver: (user: string, mail: Buffer) => Promise<void>) {
  const refused = new Map<string, Refusal>();
  const got: { to: string[]; mail: Buffer }[] = [];
  const refusalOf = (address: string): Error | undefined => {
    const refusal = refused.get(address);
    return refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code });
  };
  let connected = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onConnect: (_session, done) => {
      connected += 1;
      done();
    },
    onMailFrom: ({ address }, _session, done) => done(refusalOf(`from:${address}`)),
    onRcptTo: ({ address }, _session, done) => done(refusalOf(address)),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const mail = Buffer.concat(chunks);
        addLatest(got, { to, mail });
        Promise.all(to.map((address) => deliver(address.split('@')[0] ?? '', mail))).then(
          () => done(),
          (error: unknown) => done(error as Error),
        );
      });
    },
  });
  server.on('error', () => undefined);
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    port,
    /** Accepted mails, oldest first. */
    got,
    /** Refuses this address from now on; with the prefix `from:`, as a sender. */
    refuse(address: string, refusal: Refusal | null): void {
      if (refusal) refused.set(address, refusal);
      else refused.delete(address);
    },
    /** The number of connections so far, and of open ones. */
    connections: () => ({ all: connected, open: server.connections.size }),
    /** Breaks all connections, like a server that is restarted. */
    hangUp(): void {
      for (const socket of sockets) socket.destroy();
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
