import http from 'node:http';
import type { AddressInfo } from 'node:net';

type ReceivedDelivery = {
  path: string;
  event: string;
  delivery: string;
  signature: string;
  text: string;
  body: { id: string; event: string; data: Record<string, unknown> };
};
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

const HEADS: Record<number, Record<string, string>> = {
  101: { connection: 'Upgrade', upgrade: 'websocket' },
  307: { location: 'http://127.0.0.1:1/elsewhere' },
};

/** A system that receives webhooks: keeps the requests, and answers as a test sets it. */
export async function startReceiver() {
  const got: ReceivedDelivery[] = [];
  const receiver = {
    got,
    url: '',
    text: 'thanks',
    /** Whether it closes the connection in the middle of its answer. */
    cuts: false,
    /** The status to answer with; `never` accepts the request and does not answer. */
    answer: (_got: ReceivedDelivery): number | 'never' => 200,
    /** Waits for this before it answers. */
    before: (): Promise<unknown> => Promise.resolve(),
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      const header = (name: string) => String(request.headers[`x-trunkline-${name}`]);
      const one: ReceivedDelivery = {
        path: request.url ?? '',
        event: header('event'),
        delivery: header('delivery'),
        signature: header('signature'),
        text,
        body: JSON.parse(text) as ReceivedDelivery['body'],
      };
      got.push(one);
      const status = receiver.answer(one);
      if (status === 'never') return;
      void receiver.before().then(() => {
        if (!receiver.cuts) return response.writeHead(status, HEADS[status]).end(receiver.text);
        response.writeHead(status, { 'content-length': '100' });
        return response.write(receiver.text, () => response.destroy());
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}
