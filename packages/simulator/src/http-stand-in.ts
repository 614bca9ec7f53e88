import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createFaults } from './faults.ts';

export type ReceivedRequest = {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
};
export type StandInAnswer = {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  bytes?: Buffer;
};

/** Starts a server on loopback that answers like a provider, and fails as planned by `faults`. */
export async function startStandIn(answer: (asked: ReceivedRequest) => Promise<StandInAnswer>) {
  const faults = createFaults();

  async function outcome(asked: ReceivedRequest): Promise<StandInAnswer | 'nothing' | 'break'> {
    const fault = faults.next(asked.path);
    if (!fault) return answer(asked);
    if (fault.isDone) await answer(asked);
    if (fault.breaks) return 'break';
    return fault.hangs ? 'nothing' : fault;
  }

  async function serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = request;
    const given = await outcome({ method, path, headers, body: await buffer(request) });
    if (given === 'nothing') return;
    if (given === 'break') return void request.socket.resetAndDestroy();
    const { status, headers: more, body = {}, bytes } = given;
    response.writeHead(status, { ...(bytes ? {} : { 'content-type': 'application/json' }), ...more });
    response.end(bytes ?? JSON.stringify(body));
  }

  const server = http.createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  return {
    faults,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
