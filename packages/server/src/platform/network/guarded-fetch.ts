import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { pipeline, Transform, type Readable } from 'node:stream';
import { isPrivate } from './private-addresses.ts';

/** Why an address of somebody else's choosing was not opened, or broke off. */
export class AddressError extends Error {
  readonly reason: 'forbidden' | 'too_large' | 'refused' | 'unreachable';
  readonly status: number | undefined;

  constructor(reason: AddressError['reason'], message: string, status?: number) {
    super(message);
    this.reason = reason;
    this.status = status;
  }
}

type Options = {
  headers?: Record<string, string>;
  /** The origin of a server that the operator has named: it may be anywhere, also on this machine. */
  trustedOrigin?: string;
  /** For how long nothing may come. */
  timeoutMs: number;
  /** For how long it may take altogether: whoever sends a byte now and then is not waited for. */
  totalMs: number;
  /** Gives up what is under way. */
  closing?: AbortSignal;
  maxBytes: number;
  /** So many times we may be sent on; without our headers, and to public addresses only. */
  redirects?: number;
};

/**
 * Opens an address that came from outside. Never one on this machine or in a private network, by whatever name, and
 * where we are sent on to, if at all, is looked at in the same way: what we can reach and others cannot stays out of
 * their reach.
 */
export async function guardedFetch(address: string, options: Options): Promise<Readable> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isTrusted = url !== undefined && url.origin === options.trustedOrigin;
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isTrusted)))
    throw new AddressError('forbidden', 'not an address that may be opened');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!isTrusted && net.isIP(host) !== 0 && isPrivate(host))
    throw new AddressError('forbidden', 'an address inside a private network');
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).get(
      url,
      {
        headers: options.headers,
        timeout: options.timeoutMs,
        ...(!isTrusted && { lookup: publicOnly }),
      },
      (response) => {
        const { statusCode = 0 } = response;
        const size = Number(response.headers['content-length'] ?? 0);
        const refuse = (error: AddressError) => {
          request.destroy();
          reject(error);
        };
        const next = redirectTarget(response, url);
        if (next !== undefined && (options.redirects ?? 0) > 0) {
          response.resume();
          const { headers: _own, redirects = 0, ...rest } = options;
          return resolve(guardedFetch(next, { ...rest, redirects: redirects - 1 }));
        }
        if (statusCode !== 200) return refuse(new AddressError('refused', `HTTP ${statusCode}`, statusCode));
        if (size > options.maxBytes) return refuse(new AddressError('too_large', `${size} bytes`));
        const counted = limit(options.maxBytes);
        resolve(counted);
        pipeline(response, counted, () => request.destroy());
      },
    );
    endBy(request, options);
    request.on('timeout', () => request.destroy(new AddressError('unreachable', 'no answer in time')));
    request.on('error', (error: Error & { code?: string }) =>
      reject(
        error instanceof AddressError ? error : new AddressError('unreachable', error.code ?? error.message),
      ),
    );
  });
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

function redirectTarget({ statusCode = 0, headers }: http.IncomingMessage, from: URL): string | undefined {
  const { location } = headers;
  if (!REDIRECTS.has(statusCode) || location === undefined) return undefined;
  return URL.canParse(location, from.href) ? new URL(location, from).href : '';
}

/** Ends it when its time is over, or when we are closing, whichever comes first. */
function endBy(request: http.ClientRequest, { totalMs, closing }: Options): void {
  const giveUp = (why: string) => request.destroy(new AddressError('unreachable', why));
  const close = () => giveUp('given up');
  const timer = setTimeout(() => giveUp('it took too long'), totalMs);
  if (closing?.aborted) close();
  closing?.addEventListener('abort', close);
  request.on('close', () => {
    clearTimeout(timer);
    closing?.removeEventListener('abort', close);
  });
}

/**
 * Work that is given up after so long, or when we are closing. Not by `AbortSignal.any` or `.timeout`: nothing but the
 * work holds on to those, and one that is collected never comes.
 */
export async function within<T>(
  ms: number,
  closing: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const close = () => own.abort(closing.reason);
  if (closing.aborted) close();
  closing.addEventListener('abort', close);
  const timer = setTimeout(() => own.abort(new DOMException('no answer in time', 'TimeoutError')), ms);
  try {
    return await work(own.signal);
  } finally {
    clearTimeout(timer);
    closing.removeEventListener('abort', close);
  }
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

/** Looks a name up, and fails where any of its addresses is private: a name can change between two looks. */
const publicOnly: net.LookupFunction = (host, options, answer) => {
  dns.lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return answer(error, '', 4);
    if (addresses.some(({ address }) => isPrivate(address)))
      return answer(new AddressError('forbidden', 'an address inside a private network'), '', 4);
    if (options.all) return answer(null, addresses);
    const [first] = addresses;
    return answer(null, first?.address ?? '', first?.family ?? 4);
  });
};
