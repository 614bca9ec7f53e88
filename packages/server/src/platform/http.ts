import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit';
import {
  LIMITS,
  takesKeys,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '@trunkline/contract';
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import {
  allows,
  demand,
  demandNotSeeingAs,
  type Access,
  type RequestSource,
  type Viewer,
  type Visitor,
} from './access.ts';
import { createAddressLimit, networkOf } from './http/address-limit.ts';
import { serveApiDocs } from './http/api-docs.ts';
import { describeEndpoint } from './http/api-document.ts';
import { readCookie } from './http/cookies.ts';
import { AppError } from './errors.ts';
import {
  answerErrors,
  answerFrameworkError,
  demandPolicies,
  keepOutOfCaches,
  skipClosedConnections,
} from './http/http-errors.ts';
import { bodyLimits, readJsonBodies, makeAddressStorable } from './http/json-body.ts';
import type { Log } from './log.ts';
import { bearerToken, refuseOtherSites } from './http/own-site.ts';
import { createTokenGuard } from './http/token-guard.ts';
import { createUpgrades, type Upgrades } from './http/upgrades.ts';

const GENERAL_PER_MINUTE = 3000;
/** How many different unknown tokens an address may try per minute. An expired token that is sent again counts once. */
const FAILED_TOKENS_PER_MINUTE = 200;

export type Upload = { name: string; mime: string; bytes: Readable };

type Input<E extends Endpoint> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
};
type Answer<E extends Endpoint> = Promise<E['download'] extends true ? Readable : ResponseOf<E>>;

/** What rate limits count a caller by instead of their address; it must not be something that callers can make up. */
type CountedAs = (request: FastifyRequest) => string | undefined;
type CallerOptions<Caller> = {
  identify: (request: FastifyRequest) => Promise<Caller>;
  countedAs?: CountedAs | undefined;
};
type PublicOptions<E extends Endpoint> = {
  /** Throws for callers who are refused, before the body is read. */
  admit?: (params: ParamsOf<E>) => Promise<void>;
  countedAs?: CountedAs;
};

/**
 * The web server. Endpoints are declared by the contract; this adds authentication and error responses. Each method throws at
 * the start for an endpoint of another kind.
 */
export type Http = {
  app: FastifyInstance;
  upgrades: Upgrades;
  /** Registers an endpoint for signed-in users; its permission is checked first. */
  route<E extends Endpoint>(endpoint: E, answer: (input: Input<E> & { viewer: Viewer }) => Answer<E>): void;
  /** Registers an endpoint that is declared `public`. */
  publicRoute<E extends Endpoint>(
    endpoint: E,
    answer: (input: Input<E>) => Answer<E>,
    options?: PublicOptions<E>,
  ): void;
  /** Registers an endpoint for website visitors with a live-chat token. */
  visitorRoute<E extends Endpoint>(
    endpoint: E,
    answer: (input: Input<E> & { visitor: Visitor }) => Answer<E>,
  ): void;
};

type Options = {
  log: Log;
  access: () => Access;
  /** Whether a token was issued by us, by its form alone. */
  isIssued: (token: string) => boolean;
  isSecure: boolean;
  /** Multiplies every rate limit. */
  rateFactor?: number;
  /** Addresses and ranges of trusted proxies, besides those on this machine. */
  trustedProxies?: readonly string[];
};

/** See `Http`. */
export async function createHttp({
  log,
  access,
  isIssued,
  isSecure,
  rateFactor = 1,
  trustedProxies = [],
}: Options): Promise<Http> {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LIMITS.jsonBytes,
    trustProxy: ['loopback', ...trustedProxies],
    forceCloseConnections: true,
    // A client that sends a body byte by byte must not hold a connection for ever; a large file on a slow connection still gets
    // through.
    requestTimeout: 120_000,
    // The pages of the API's description take longer than the usual ten seconds on a busy machine that starts.
    pluginTimeout: 120_000,
    genReqId: () => randomUUID(),
    frameworkErrors: answerFrameworkError,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  }) as unknown as FastifyInstance;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerErrors(app);
  skipClosedConnections(app);
  keepOutOfCaches(app);
  demandPolicies(app);
  readJsonBodies(app);
  await app.register(cookie);
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: false,
    frameguard: { action: 'sameorigin' },
    hsts: isSecure,
  });
  // A longer file is cut off here without an error: by the one byte too many the file store notices, and refuses it.
  const fileSize = LIMITS.fileBytes + 1;
  await app.register(multipart, { limits: { files: 1, fields: 5, fileSize, parts: 6 } });
  await app.register(rateLimit, {
    global: true,
    max: GENERAL_PER_MINUTE * rateFactor,
    timeWindow: 60_000,
    // By route, since the same address can be written in several ways.
    allowList: ({ routeOptions }) => !routeOptions.url?.startsWith('/api/'),
    errorResponseBuilder: (_request, context) =>
      new AppError('too_many_requests', { retry_after_seconds: Math.ceil(context.ttl / 1000) }),
  });
  await serveApiDocs(app);

  const ownerOf = createTokenGuard({ perMinute: FAILED_TOKENS_PER_MINUTE * rateFactor, isIssued });

  /** `identify` runs before the body is read, so that the body of an unknown caller is not even parsed. */
  function declare<E extends Endpoint, Caller extends object>(
    endpoint: E,
    { identify, countedAs }: CallerOptions<Caller>,
    answer: (input: Input<E> & Caller) => Answer<E>,
  ): void {
    const callers = new WeakMap<FastifyRequest, Caller>();
    const { jsonDepth, ...limits } = bodyLimits(endpoint);
    const at = endpoint.raw ? withRawBodies : (declareIn: (scope: FastifyInstance) => void) => declareIn(app);
    at((scope) => {
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        schema: {
          ...describeEndpoint(endpoint),
          ...(endpoint.params && { params: endpoint.params }),
          ...(endpoint.query && { querystring: endpoint.query }),
          ...(endpoint.body && { body: endpoint.body }),
          ...(!endpoint.download && { response: { 200: endpoint.response } }),
        },
        ...limits,
        config: { rateLimit: limitOf(endpoint, rateFactor, countedAs), jsonDepth },
        // Runs after the rate limit and before the body is read.
        preParsing: async (request, _reply, payload) => {
          makeAddressStorable(request);
          callers.set(request, await identify(request));
          return payload;
        },
        handler: async (request, reply) => {
          const { params, query, body } = request;
          const input = { ...callers.get(request), params, query, body, request, reply };
          const result = await answer(input as unknown as Input<E> & Caller);
          return reply.send(result);
        },
      });
    });
  }

  /** Registers routes whose body is passed on unparsed. */
  function withRawBodies(declareIn: (scope: FastifyInstance) => void): void {
    void app.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      const asBytes = { parseAs: 'buffer', bodyLimit: LIMITS.webhookBytes } as const;
      scope.addContentTypeParser('*', asBytes, (_request, body, parsed) => parsed(null, body));
      declareIn(scope);
      done();
    });
  }

  return {
    app,
    upgrades: createUpgrades(app.server, log),

    route<E extends Endpoint>(
      endpoint: E,
      answer: (input: Input<E> & { viewer: Viewer }) => Answer<E>,
    ): void {
      const { permission, orPermission: other, whileRestricted } = endpoint;
      if (permission === 'public' || permission === 'visitor') throw wrongKind(endpoint);
      const identify = async (request: FastifyRequest) => {
        const token = tokenOf(request);
        if (!token) throw new AppError('not_signed_in');
        refuseOtherSites(request);
        const viewer = await ownerOf(request.ip, token, access().viewer);
        if (viewer.keyId !== undefined && !takesKeys(endpoint)) throw new AppError('people_only');
        if (endpoint.method !== 'GET' && !endpoint.whileSeeing) demandNotSeeingAs(viewer);
        demand(viewer, other && allows(viewer, other) ? other : permission, whileRestricted);
        return { viewer: { ...viewer, from: requestSourceOf(request) } };
      };
      declare(endpoint, { identify }, answer);
    },

    publicRoute<E extends Endpoint>(
      endpoint: E,
      answer: (input: Input<E>) => Answer<E>,
      { admit, countedAs }: PublicOptions<E> = {},
    ): void {
      if (endpoint.permission !== 'public') throw wrongKind(endpoint);
      const identify = async (request: FastifyRequest) => {
        if (!endpoint.anySite) refuseOtherSites(request);
        await admit?.(paramsOf(endpoint, request));
        return {};
      };
      declare(endpoint, { identify, countedAs }, answer);
    },

    visitorRoute<E extends Endpoint>(
      endpoint: E,
      answer: (input: Input<E> & { visitor: Visitor }) => Answer<E>,
    ): void {
      if (endpoint.permission !== 'visitor') throw wrongKind(endpoint);
      const { perMinuteOfAddress: most } = endpoint;
      const calls = most === undefined ? undefined : createAddressLimit(most * rateFactor);
      const identify = async (request: FastifyRequest) => {
        const token = bearerToken(request);
        if (!token) throw new AppError('not_signed_in');
        calls?.demand(request.ip, request.id);
        const visitor = await ownerOf(request.ip, token, access().visitor);
        calls?.count(request.ip, request.id);
        return { visitor };
      };
      declare(endpoint, { identify }, answer);
    },
  };
}

/**
 * Unauthenticated callers and uploads are counted by address, since tokens can be made up. All others are counted by token, so
 * that a company behind one address does not share one limit.
 */
function limitOf(
  endpoint: Endpoint,
  rateFactor: number,
  countedAs: CountedAs = () => undefined,
): RateLimitOptions {
  const byAddress = endpoint.permission === 'public' || endpoint.upload === true;
  return {
    max: (endpoint.perMinute ?? GENERAL_PER_MINUTE) * rateFactor,
    timeWindow: 60_000,
    keyGenerator: (request) => (byAddress ? countedAs(request) : tokenOf(request)) ?? networkOf(request.ip),
  };
}

/** The parsed path parameters, for checks before the body is read. */
function paramsOf<E extends Endpoint>({ params }: E, request: FastifyRequest): ParamsOf<E> {
  const read = params?.safeParse(request.params);
  if (read?.error)
    throw new AppError(
      'invalid',
      read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    );
  return read?.data as ParamsOf<E>;
}

const wrongKind = ({ path, permission }: Endpoint) =>
  new Error(`${path} states ${permission}, which is another kind of route`);

/** The one file of a multipart request. */
export async function uploadOf(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('unsupported_type');
  const part = await request.file();
  if (!part || part.fieldname !== 'file') throw new AppError('bad_request', { reason: 'one_file' });
  return { name: cleanName(part.filename), mime: part.mimetype, bytes: part.file };
}

const NAME_MAX = 255;

/**
 * A file name on one line, without characters that mislead. Browsers send line breaks and quotation marks as `%0D`, `%0A` and
 * `%22`.
 */
export function cleanName(name: string): string {
  const plain = name
    .replace(/%22/g, '"')
    .replace(/%0[AD]/gi, ' ')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
  const whole = plain.replace(/\p{Surrogate}/gu, '');
  return [...whole].slice(0, NAME_MAX).join('') || 'file';
}

const USER_AGENT_MAX = 300;

/** The source of a request, for the audit log. */
export const requestSourceOf = ({ ip, headers }: FastifyRequest): RequestSource => ({
  address: ip,
  user_agent: (headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
});

function tokenOf(request: FastifyRequest): string | undefined {
  return bearerToken(request) ?? readCookie(request, 'trunkline_session');
}
