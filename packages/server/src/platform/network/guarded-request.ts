import http from 'node:http';
import https from 'node:https';
import { AddressError } from './guarded-fetch.ts';
import { demandAllowedUrl, lookupIn } from './guarded-post.ts';
import type { PrivateHosts } from './private-hosts.ts';

type Request = {
  method: string;
  headers: Record<string, string>;
  body?: string | null;
  signal?: AbortSignal | undefined;
};
type Options = { opened: PrivateHosts; answerBytes: number };

/**
 * `fetch` for a library that asks addresses of somebody's choosing: follows no redirect, reads so much and no more, and never
 * goes to this machine or into a private network, by whatever name, unless the operator has opened it.
 */
export async function guardedRequest(
  address: string,
  { method, headers, body, signal }: Request,
  { opened, answerBytes }: Options,
): Promise<Response> {
  const url = demandAllowedUrl(address, opened);
  return new Promise((resolve, reject) => {
    const fail = (error: Error & { code?: string }) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      if (error instanceof AddressError) return reject(error);
      reject(new AddressError('unreachable', error.code ?? error.message));
    };
    const request = (url.protocol === 'https:' ? https : http).request(
      url,
      { method, headers, agent: false, lookup: lookupIn(opened), ...(signal && { signal }) },
      (response) => {
        const parts: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          parts.push(chunk);
          size += chunk.length;
          if (size <= answerBytes) return;
          // Said first: what the broken line then says of itself comes in any order.
          fail(new AddressError('too_large', `more than ${answerBytes} bytes`));
          request.destroy();
        });
        response.on('error', fail);
        response.on('end', () => resolve(asResponse(response, Buffer.concat(parts))));
      },
    );
    request.on('error', fail);
    // Whatever else ends it without a word: who waits for it must not wait for ever.
    request.on('close', () => fail(new Error('closed')));
    request.end(body ?? undefined);
  });
}

const WITHOUT_BODY = new Set([204, 205, 304]);

function asResponse({ statusCode = 502, headers }: http.IncomingMessage, bytes: Buffer): Response {
  const told = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const body = WITHOUT_BODY.has(statusCode) ? null : new Uint8Array(bytes);
  return new Response(body, { status: statusCode, headers: told });
}
