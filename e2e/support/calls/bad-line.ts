import dgram, { type RemoteInfo, type Socket } from 'node:dgram';
import type { BrowserContext } from 'playwright/test';
import { redirectMedia } from './redirect-media.ts';

type Quality = {
  /** Share of packets that are lost, each way. */
  loss: number;
  delayMs: number;
  /** Towards the client; packets beyond it wait, and are dropped if they would wait too long. */
  downBitsPerSecond: number;
};

const QUEUE_MAX_MS = 300;

/** A connection with adjustable quality between a browser and the media server. */
export function createBadLine(quality: Partial<Quality> = {}) {
  const now: Quality = { loss: 0, delayMs: 0, downBitsPerSecond: Infinity, ...quality };
  const sockets = new Set<Socket>();
  const proxies = new Map<number, Promise<number>>();
  const random = generator(20_261_121);
  let freeAt = 0;

  function carry(bytes: Buffer, isDown: boolean, deliver: (bytes: Buffer) => void): void {
    if (random() < now.loss) return;
    const at = performance.now();
    let waitMs = now.delayMs;
    if (isDown && now.downBitsPerSecond < Infinity) {
      freeAt = Math.max(freeAt, at) + (bytes.length * 8000) / now.downBitsPerSecond;
      if (freeAt - at > QUEUE_MAX_MS) {
        freeAt -= (bytes.length * 8000) / now.downBitsPerSecond;
        return;
      }
      waitMs += freeAt - at;
    }
    if (waitMs < 1) deliver(bytes);
    else setTimeout(() => deliver(bytes), waitMs);
  }

  async function open(): Promise<Socket> {
    const socket = dgram.createSocket('udp4');
    sockets.add(socket);
    socket.on('error', () => undefined);
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return socket;
  }

  /** Opens a proxy for one of the server's ports; for each client it has a socket of its own towards the server. */
  async function proxyFor(serverPort: number): Promise<number> {
    const outside = await open();
    const inside = new Map<string, Promise<Socket>>();
    const towards = (client: RemoteInfo) => {
      const name = `${client.address}:${client.port}`;
      const known = inside.get(name) ?? openFor(client);
      inside.set(name, known);
      return known;
    };
    const openFor = async ({ address, port }: RemoteInfo) => {
      const socket = await open();
      socket.on('message', (bytes) => carry(bytes, true, (each) => send(outside, each, port, address)));
      return socket;
    };
    outside.on('message', (bytes, client) => {
      carry(bytes, false, (each) => {
        void towards(client).then((socket) => send(socket, each, serverPort, '127.0.0.1'));
      });
    });
    return outside.address().port;
  }

  function send(socket: Socket, bytes: Buffer, port: number, address: string): void {
    if (sockets.has(socket)) socket.send(bytes, port, address, ignore);
  }

  return {
    set: (change: Partial<Quality>): void => void Object.assign(now, change),
    /** Returns the proxy's port for one of the server's ports. */
    through(serverPort: number): Promise<number> {
      const known = proxies.get(serverPort) ?? proxyFor(serverPort);
      proxies.set(serverPort, known);
      return known;
    },
    close(): void {
      for (const socket of sockets) socket.close();
      sockets.clear();
    },
  };
}

const ignore = () => undefined;

/** Returns a random generator with the same sequence in every run (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Sends all traffic between this browser context and the media server over that connection. */
export async function routeMediaOver(
  context: BrowserContext,
  line: ReturnType<typeof createBadLine>,
): Promise<void> {
  await context.exposeFunction('throughLine', (port: number) => line.through(port));
  await context.addInitScript(redirectMedia, 'bad-line' as const);
}
