import http from 'node:http';
import https from 'node:https';
import { AddressError, guardAddress, type AddressGuard } from './address-guard.ts';

export type GuardedRequest = {
  method: string;
  headers?: Record<string, string> | undefined;
  body?: string | null | undefined;
  signal?: AbortSignal | undefined;
  /** Max. time without any data. */
  timeoutMs?: number;
};

type GuardedResponse<T> = {
  request: http.ClientRequest;
  response: http.IncomingMessage;
  resolve: (value: T | Promise<T>) => void;
  fail: (error: Error & { code?: string }) => void;
};

/**
 * Sends every request to an external address, see `guardAddress`. `onAnswer` reads the response and settles the promise; if it
 * returns a function, that one is called instead of failing when the connection breaks later.
 */
export async function sendGuarded<T>(
  address: string,
  guard: AddressGuard,
  { method, headers = {}, body, signal, timeoutMs }: GuardedRequest,
  onAnswer: (answered: GuardedResponse<T>) => (() => void) | undefined,
): Promise<T> {
  const { url, lookup } = guardAddress(address, guard);
  return new Promise((resolve, reject) => {
    let onBreak: (() => void) | undefined;
    const fail = (error: Error & { code?: string }) => {
      if (onBreak) return onBreak();
      if (signal?.aborted) return reject(signal.reason as Error);
      if (error instanceof AddressError) return reject(error);
      reject(new AddressError('unreachable', error.code ?? error.message));
    };
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: { ...headers, ...(body && { 'content-length': String(Buffer.byteLength(body)) }) },
      // A guarded request has a connection of its own: a pooled one may have been opened under other rules.
      ...(lookup && { agent: false, lookup }),
      ...(timeoutMs !== undefined && { timeout: timeoutMs }),
      ...(signal && { signal }),
    });
    const answer = (response: http.IncomingMessage) => {
      onBreak = onAnswer({ request, response, resolve, fail });
      response.on('error', fail);
    };
    request.on('response', answer);
    // No other protocol is supported; without this listener Node closes the connection without an error.
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      answer(response);
    });
    request.on('timeout', () => request.destroy(new AddressError('unreachable', 'no answer in time')));
    request.on('error', fail);
    // Anything else that closes the request must reject the promise as well.
    request.on('close', () => fail(new Error('closed')));
    request.end(body ?? undefined);
  });
}
