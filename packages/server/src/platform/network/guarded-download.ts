import type http from 'node:http';
import { pipeline, Transform, type Readable } from 'node:stream';
import { AddressError } from './address-guard.ts';
import { sendGuarded } from './guarded-request.ts';

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
  const sending = sendGuarded<Readable>(
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
