import type { Endpoint } from '@trunkline/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { storable } from '../foreign-text.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many arrays and objects of a body may stand inside each other. */
    jsonDepth?: number;
  }
}

const STRANGER_BYTES = 64 * 1024;
const STRANGER_DEPTH = 32;
/** Of those who are signed in: no program of theirs means more, and what walks through it cannot run out of stack. */
const DEPTH = 200;

/** How large a body may be, where it is no file: strangers have less, unless their endpoint declares what it takes. */
export function bodyLimits({ permission, bodyBytes, raw, upload }: Endpoint) {
  const isStranger = permission === 'public' || permission === 'visitor';
  const bytes = bodyBytes ?? (isStranger && !raw && !upload ? STRANGER_BYTES : undefined);
  return {
    ...(bytes !== undefined && { bodyLimit: bytes }),
    jsonDepth: isStranger ? STRANGER_DEPTH : DEPTH,
  };
}

/** Reads JSON whose depth was looked at first, and leaves out of its text what no database keeps. */
export function readJsonBodies(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isDeeper(body, request.routeOptions.config.jsonDepth ?? DEPTH))
      return done(new AppError('bad_request', { reason: 'nested_too_deeply' }));
    void read(request, body, (error, value) =>
      error ? done(error) : done(null, body.includes('\\u0000') ? storable(value) : value),
    );
  });
}

/** What stands in the address, as it may be stored and looked for. */
export function storableAddress(request: FastifyRequest): void {
  request.params = storable(request.params);
  request.query = storable(request.query);
}

/** As quick as the text is long, and without reading what is in it. */
export function isDeeper(json: string, max: number): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (isText) {
      if (sign === BACKSLASH) at += 1;
      else if (sign === QUOTE) isText = false;
    } else if (sign === QUOTE) isText = true;
    else if (OPENING.has(sign)) depth += 1;
    else if (CLOSING.has(sign)) depth -= 1;
    if (depth > max) return true;
  }
  return false;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
