import type { ErrorCode } from '@trunkline/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError } from '../errors.ts';

/** Ends requests whose connection was closed while they waited: they have no address any more, and need no response. */
export function skipClosedConnections(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if ((request.ip as string | undefined) !== undefined) return;
    reply.hijack();
    request.raw.destroy();
  });
}

/** Content types of API responses and of tables for download. */
const KEPT_IN_NO_CACHE = /^(application\/json|text\/csv)\b/;

/**
 * Responses with personal data must not be cached: not by the browser, where they could be read after signing out, and not by
 * proxies.
 */
export function keepOutOfCaches(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && KEPT_IN_NO_CACHE.test(type) && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store');
  });
}

/** The policy for pages of routes that set none: they load and run nothing. */
const NO_PAGE =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox";
const SHOWN_AS_PAGE = /^(text\/html|image\/svg\+xml|application\/xhtml\+xml|(text|application)\/xml)\b/;

export function demandPolicies(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && SHOWN_AS_PAGE.test(type) && !reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', NO_PAGE);
  });
}

/** Turns everything that can go wrong in a request into `{ code, message, details, request_id }`. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toAppError(error);
    if (refusal.code === 'internal')
      request.log.error({ err: error, path: request.routeOptions.url }, 'request failed');
    const retry = (refusal.details as { retry_after_seconds?: number } | undefined)?.retry_after_seconds;
    if (retry) reply.header('retry-after', retry);
    return reply.status(refusal.status).send(bodyOf(refusal, request.id));
  });
  app.setNotFoundHandler((request, reply) =>
    reply.status(404).send(bodyOf(new AppError('not_found'), request.id)),
  );
}

/** For addresses that the router cannot parse, which do not reach the error handler. */
export function answerFrameworkError(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = new AppError('bad_request', { reason: 'address_invalid' });
  void reply.status(refusal.status).send(bodyOf(refusal, request.id));
}

/** A refusal as it is sent, in REST responses and in socket acknowledgements. */
export function bodyOf(error: AppError, requestId?: string) {
  return {
    code: error.code,
    message: error.message,
    ...(error.details !== undefined && { details: error.details }),
    ...(requestId && { request_id: requestId }),
  };
}

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  FST_FILES_LIMIT: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_request',
};

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const DATABASE_CODES: [RegExp, ErrorCode][] = [
  [/^23503$/, 'invalid_reference'],
  [/^23505$/, 'duplicate'],
  [/^22/, 'invalid'],
];

/** The error of the pool when no connection was free in time. */
const NO_CONNECTION = /^timeout exceeded when trying to connect/;

/** Errors of the multipart parser for uploads that are incomplete or invalid. They have no code. */
const BROKEN_UPLOAD = /unexpected end of multipart data|^Multipart: Boundary not found/i;

function ofDatabase(code: string, error: unknown): ErrorCode | undefined {
  if (error instanceof Error && NO_CONNECTION.test(error.message)) return 'unavailable';
  return DATABASE_CODES.find(([pattern]) => pattern.test(code))?.[1];
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error))
    return new AppError('invalid', error.validation.map(issueOf));
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>;
  if (error instanceof Error && BROKEN_UPLOAD.test(error.message))
    return new AppError('bad_request', { reason: 'upload_broken' });
  const known = FASTIFY_CODES[code] ?? ofDatabase(code, error);
  if (known) return new AppError(known);
  return new AppError(statusCode >= 400 && statusCode < 500 ? 'bad_request' : 'internal');
}

function issueOf(issue: { instancePath: string; message?: string }) {
  return { path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'), message: issue.message ?? '' };
}
