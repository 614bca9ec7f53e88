import type { Endpoint } from '@trunkline/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { isDoubtfulJson, storable } from '../foreign-text.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Max. nesting of arrays and objects in a body. */
    jsonDepth?: number;
  }
}

const STRANGER_BYTES = 64 * 1024;
const STRANGER_DEPTH = 32;
/** For signed-in users; deeper JSON could overflow the stack of code that walks it. */
const DEPTH = 200;

/** The max. size of a body that is not a file: lower for unauthenticated callers, unless their endpoint declares one. */
export function bodyLimits({ permission, bodyBytes, raw, upload }: Endpoint) {
  const isStranger = permission === 'public' || permission === 'visitor';
  const bytes = bodyBytes ?? (isStranger && !raw && !upload ? STRANGER_BYTES : undefined);
  return {
    ...(bytes !== undefined && { bodyLimit: bytes }),
    jsonDepth: isStranger ? STRANGER_DEPTH : DEPTH,
  };
}

/** Parses JSON after checking its depth, and removes text that the database cannot store. */
export function readJsonBodies(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isJsonDeeperThan(body, request.routeOptions.config.jsonDepth ?? DEPTH))
      return done(new AppError('bad_request', { reason: 'nested_too_deeply' }));
    void read(request, body, (error, value) =>
      error ? done(error) : done(null, isDoubtfulJson(body) ? storable(value) : value),
    );
  });
}

/** Makes path parameters and query safe for the database. */
export function makeAddressStorable(request: FastifyRequest): void {
  request.params = storable(request.params);
  request.query = storable(request.query);
}

/** Whether JSON is nested deeper than `max`, without parsing it, in linear time. */
export function isJsonDeeperThan(json: string, max: number): boolean {
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
