import { readFileSync, readdirSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';

const FOLDER = new URL('../../../../fixtures/ami/', import.meta.url);

/** The names of the recorded situations, each with what a real gateway sent (fixtures/ami/README.md). */
export const transcripts = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => name.replace('.txt', ''));

/** The blocks that the gateway sent in a recording, in their order. */
export function blocksOf(name: string): string[] {
  const lines = readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8').split('\n');
  const said = lines.filter((line) => !line.startsWith('#') && !line.startsWith('> ')).join('\r\n');
  return said
    .split(/(?:\r\n){2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '');
}

/** The events of a recording that no action had asked for. */
export const eventsOf = (name: string): string[] =>
  blocksOf(name).filter((block) => block.startsWith('Event: ') && !block.includes('\r\nActionID: '));

/** The events of a recording with their times moved, so that the first has the time `time`, in milliseconds. */
export function blocksAt(name: string, time: number): string[] {
  const blocks = eventsOf(name);
  const first = Number(/\r\nTimestamp: ([\d.]+)/.exec(blocks.join('\r\n'))?.[1]);
  return blocks.map((block) =>
    block.replace(
      /\r\nTimestamp: ([\d.]+)/,
      (_, own: string) => `\r\nTimestamp: ${(Number(own) - first + time / 1000).toFixed(6)}`,
    ),
  );
}

/** The lists that an idle gateway can be asked for, each with the event that ends it. */
const LISTS = new Map([
  ['CoreShowChannels', 'CoreShowChannelsComplete'],
  ['QueueStatus', 'QueueStatusComplete'],
  ['DBGetTree', 'DBGetTreeComplete'],
]);
function usual(action: string, id: string): string[] {
  const end = LISTS.get(action);
  if (end === undefined) return [`Response: Success\r\n${id}\r\nMessage: Done`];
  return [
    `Response: Success\r\n${id}\r\nEventList: start`,
    `Event: ${end}\r\n${id}\r\nEventList: Complete\r\nListItems: 0`,
  ];
}

type Answer = (action: Map<string, string>) => readonly string[] | undefined;

/** A fake gateway on a port of this machine: accepts the log-in, answers as `answer` says, and sends a test's events. */
export async function startAmi({
  secret = 'right',
  answer = () => undefined,
}: { secret?: string; answer?: Answer } = {}) {
  const asked: Map<string, string>[] = [];
  const lines = new Set<net.Socket>();
  const write = (socket: net.Socket, blocks: readonly string[]) =>
    void socket.write(blocks.map((block) => `${block}\r\n\r\n`).join(''));

  function receiveText(socket: net.Socket, text: string): void {
    const action = new Map(text.split('\r\n').map((line) => line.split(/: (.*)/s) as [string, string]));
    asked.push(action);
    const id = `ActionID: ${action.get('ActionID')}`;
    const name = action.get('Action');
    if (name !== 'Login') {
      const own = answer(action) ?? usual(name ?? '', id);
      return write(
        socket,
        own.map((block) => block.replace('ActionID: ?', id)),
      );
    }
    if (action.get('Secret') !== secret)
      return write(socket, [`Response: Error\r\n${id}\r\nMessage: Authentication failed`]);
    write(socket, [
      `Response: Success\r\n${id}\r\nMessage: Authentication accepted`,
      'Event: FullyBooted\r\nPrivilege: system,all\r\nStatus: Fully Booted',
    ]);
  }

  const server = net.createServer((socket) => {
    lines.add(socket);
    socket.setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.on('close', () => void lines.delete(socket));
    let rest = '';
    socket.on('data', (piece: string) => {
      rest += piece;
      const parts = rest.split('\r\n\r\n');
      rest = parts.pop() ?? '';
      for (const part of parts) receiveText(socket, part);
    });
    socket.write('Asterisk Call Manager/11.0.0\r\n');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    address: {
      host: '127.0.0.1',
      port: (server.address() as AddressInfo).port,
      isTls: false,
      username: 'app',
      secret,
    },
    asked,
    say: (...blocks: string[]) => {
      for (const socket of lines) write(socket, blocks);
    },
    cut: () => {
      for (const socket of lines) socket.destroy();
    },
    close: () => {
      for (const socket of lines) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
