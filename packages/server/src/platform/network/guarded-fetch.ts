import http from 'node:http';
import https from 'node:https';
import { pipeline, Transform, type Readable } from 'node:stream';
import { AddressError, guardAddress, type AddressGuard } from './address-guard.ts';
import type { PrivateHosts } from './private-hosts.ts';

type Request = {
  method: string;
  headers?: Record<string, string> | undefined;
  body?: string | null | undefined;
  signal?: AbortSignal | undefined;
  /** Max. time without any data. */
  timeoutMs?: number;
};

type Answered<T> = {
  request: http.ClientRequest;
  response: http.IncomingMessage;
  resolve: (value: T | Promise<T>) => void;
  fail: (error: Error & { code?: string }) => void;
};

/**
 * Sends every request to an external address, see `guardAddress`. `onAnswer` reads the response and settles the promise; if it
 * returns a function, that one is called instead of failing when the connection breaks later.
 */
async function send<T>(
  address: string,
  guard: AddressGuard,
  { method, headers = {}, body, signal, timeoutMs }: Request,
  onAnswer: (answered: Answered<T>) => (() => void) | undefined,
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

type FetchOptions = { opened: PrivateHosts; answerBytes: number };

/**
 * `fetch` for libraries that request external addresses: follows no redirect, and fails if the response is larger than
 * `answerBytes`.
 */
export async function guardedFetch(
  address: string,
  request: Request,
  { opened, answerBytes }: FetchOptions,
): Promise<Response> {
  return send(address, { opened }, request, ({ request: sent, response, resolve, fail }) => {
    const parts: Buffer[] = [];
    let size = 0;
    response.on('data', (chunk: Buffer) => {
      parts.push(chunk);
      size += chunk.length;
      if (size <= answerBytes) return;
      // Reported first, since the errors of the closed connection come in any order.
      fail(new AddressError('too_large', `more than ${answerBytes} bytes`));
      sent.destroy();
    });
    response.on('end', () => resolve(asResponse(response, Buffer.concat(parts))));
    return undefined;
  });
}

type PostOptions = FetchOptions & { headers: Record<string, string>; body: string; signal: AbortSignal };

/** Posts to an external address; follows no redirect, and reads at most `answerBytes` of the response. */
export async function guardedPost(
  address: string,
  { headers, body, opened, signal, answerBytes }: PostOptions,
): Promise<{ status: number; answer: string }> {
  const request = { method: 'POST', headers, body, signal };
  return send(address, { opened }, request, ({ request: sent, response, resolve }) => {
    const parts: Buffer[] = [];
    let size = 0;
    const { statusCode: status = 0 } = response;
    const done = () => {
      const answer = Buffer.concat(parts).subarray(0, answerBytes).toString('utf8');
      resolve({ status, answer });
      sent.destroy();
    };
    response.on('data', (chunk: Buffer) => {
      parts.push(chunk);
      size += chunk.length;
      if (size >= answerBytes) done();
    });
    response.on('end', done);
    if (status === 101) done();
    // A status of success counts, even if the rest of the response does not arrive.
    return status >= 200 && status < 300 ? done : undefined;
  });
}

type DownloadOptions = {
  headers?: Record<string, string>;
  trustedOrigin?: string;
  timeoutMs: number;
  /** Max. total time, so that a server that sends a byte now and then is not waited for. */
  totalMs: number;
  /** Aborts what is under way. */
  closing?: AbortSignal;
  maxBytes: number;
  /** How many redirects are followed; without our headers, and to public addresses only. */
  redirects?: number;
};

/** Downloads from an external address as a stream. It fails with an AddressError when it grows too large or takes too long. */
export async function guardedDownload(address: string, options: DownloadOptions): Promise<Readable> {
  const { headers, trustedOrigin, timeoutMs, maxBytes, redirects = 0 } = options;
  const limits = deadline(options);
  const request = { method: 'GET', headers, timeoutMs, signal: limits.signal };
  const sending = send<Readable>(
    address,
    { trustedOrigin },
    request,
    ({ response, resolve, fail, ...rest }) => {
      const { statusCode = 0 } = response;
      const size = Number(response.headers['content-length'] ?? 0);
      const refuse = (error: AddressError) => {
        fail(error);
        rest.request.destroy();
        return undefined;
      };
      const next = redirectTarget(response, address);
      if (next !== undefined && redirects > 0) {
        response.resume();
        limits.clear();
        const { headers: _own, ...others } = options;
        resolve(guardedDownload(next, { ...others, redirects: redirects - 1 }));
        return undefined;
      }
      if (statusCode !== 200) return refuse(new AddressError('refused', `HTTP ${statusCode}`, statusCode));
      if (size > maxBytes) return refuse(new AddressError('too_large', `${size} bytes`));
      const counted = limit(maxBytes);
      limits.signal.addEventListener('abort', () => counted.destroy(limits.signal.reason as Error));
      counted.on('close', limits.clear);
      resolve(counted);
      pipeline(response, counted, () => rest.request.destroy());
      return undefined;
    },
  );
  sending.catch(limits.clear);
  return sending;
}

/** Aborts when the time is over, or when the server shuts down. */
function deadline({ totalMs, closing }: Pick<DownloadOptions, 'totalMs' | 'closing'>) {
  const own = new AbortController();
  const giveUp = (why: string) => own.abort(new AddressError('unreachable', why));
  const close = () => giveUp('given up');
  const timer = setTimeout(() => giveUp('it took too long'), totalMs);
  if (closing?.aborted) close();
  closing?.addEventListener('abort', close);
  const clear = (): void => {
    clearTimeout(timer);
    closing?.removeEventListener('abort', close);
  };
  return { signal: own.signal, clear };
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

function redirectTarget(
  { statusCode = 0, headers: { location } }: http.IncomingMessage,
  from: string,
): string | undefined {
  if (!REDIRECTS.has(statusCode) || location === undefined) return undefined;
  return URL.canParse(location, from) ? new URL(location, from).href : '';
}

function limit(maxBytes: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      size += chunk.length;
      if (size > maxBytes) next(new AddressError('too_large', `more than ${maxBytes} bytes`));
      else next(null, chunk);
    },
  });
}

const WITHOUT_BODY = new Set([204, 205, 304]);

function asResponse({ statusCode = 502, headers }: http.IncomingMessage, bytes: Buffer): Response {
  const single = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const body = WITHOUT_BODY.has(statusCode) ? null : new Uint8Array(bytes);
  return new Response(body, { status: statusCode, headers: single });
}
