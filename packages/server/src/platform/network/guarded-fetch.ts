import type http from 'node:http';
import { AddressError } from './address-guard.ts';
import { sendGuarded, type GuardedRequest } from './guarded-request.ts';
import type { PrivateHosts } from './private-hosts.ts';

type FetchOptions = { opened: PrivateHosts; answerBytes: number };

/**
 * `fetch` for libraries that request external addresses: follows no redirect, and fails if the response is larger than
 * `answerBytes`.
 */
export async function guardedFetch(
  address: string,
  request: GuardedRequest,
  { opened, answerBytes }: FetchOptions,
): Promise<Response> {
  return sendGuarded(address, { opened }, request, ({ request: sent, response, resolve, fail }) => {
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

const WITHOUT_BODY = new Set([204, 205, 304]);

function asResponse({ statusCode = 502, headers }: http.IncomingMessage, bytes: Buffer): Response {
  const single = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const body = WITHOUT_BODY.has(statusCode) ? null : new Uint8Array(bytes);
  return new Response(body, { status: statusCode, headers: single });
}
