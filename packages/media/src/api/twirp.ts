import type { IncomingMessage, ServerResponse } from 'node:http';
import type { VideoGrant } from 'livekit-server-sdk';

/** An error response of the API, in Twirp's form. */
export class ApiError extends Error {
  readonly code:
    | 'not_found'
    | 'permission_denied'
    | 'invalid_argument'
    | 'unauthenticated'
    | 'bad_route'
    | 'resource_exhausted';
  readonly status: number;

  constructor(code: ApiError['code'], message: string) {
    super(message);
    this.code = code;
    this.status = {
      not_found: 404,
      permission_denied: 403,
      invalid_argument: 400,
      unauthenticated: 401,
      bad_route: 404,
      // Twirp uses 429 here, but LiveKit's client only shows the reason for 401 and 403.
      resource_exhausted: 403,
    }[code];
  }
}

type Answer = { toJson: () => unknown };
/** One method of a service: takes the request and what the caller's token allows. */
export type TwirpMethod = (body: unknown, grant: VideoGrant) => Promise<Answer> | Answer;

/** Unknown fields of newer clients are ignored. */
export const IGNORE_UNKNOWN_FIELDS = { ignoreUnknownFields: true };

const BODY_MAX = 256 * 1024;

/** @throws {ApiError} when it is too large or not JSON */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX) throw new ApiError('invalid_argument', 'The request is too large.');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}');
  } catch {
    throw new ApiError('invalid_argument', 'The request is not JSON.');
  }
}

/** Ends a request: with plain text or with JSON. */
export function answer(response: ServerResponse, status: number, body: unknown): void {
  // Clients on other sites ask here why they were refused; the API uses no cookies, so every origin may read it.
  const isText = typeof body === 'string';
  response.writeHead(status, {
    'content-type': isText ? 'text/plain' : 'application/json',
    'access-control-allow-origin': '*',
  });
  response.end(isText ? body : JSON.stringify(body));
}
