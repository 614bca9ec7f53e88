import type { z } from 'zod';
import type { ActivityCode, ModuleCode } from './modules.ts';

/**
 * Who may call an endpoint or send a socket request. There is no default.
 * - `public`: anybody, also without signing in. Rate limited by address.
 * - `signed-in`: every signed-in user.
 * - `visitor`: a website visitor who holds a live-chat token; sees own conversations only.
 * - `MODULE:ACTIVITY`: a user whose level has that module active, with that activity code.
 */
export type Permission = 'public' | 'signed-in' | 'visitor' | `${ModuleCode}:${ActivityCode}`;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.ZodType | undefined;

export type Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends z.ZodType = z.ZodType,
> = {
  method: Method;
  path: string;
  permission: Permission;
  /** A second permission that also allows it. */
  orPermission?: Permission;
  summary: string;
  /** Whether API keys may call it. Default: only with a permission `MODULE:ACTIVITY`. */
  keys?: boolean;
  params: Params;
  query: Query;
  body: Body;
  response: Response;
  /** Allowed while the caller's password has expired or their second factor is missing, since it is needed to fix that. */
  whileRestricted?: boolean;
  /** Allowed while the caller looks at the workspace as somebody else, though it changes something. */
  whileSeeing?: boolean;
  /** Pages of other sites may call it without a token: the handler decides which sites. */
  anySite?: boolean;
  /** The body is passed on as raw bytes, whatever its type, since a signature covers them. */
  raw?: boolean;
  /** A file upload (multipart/form-data, one part named `file`) instead of a JSON body. */
  upload?: boolean;
  /** The max. size of the body, where the general limit is too high. */
  bodyBytes?: number;
  /** Responds with a file instead of JSON; `response` is not used. */
  download?: boolean;
  /** For a response that is neither JSON nor a file: its content type and description. Requires `download`. */
  says?: { type: string; description: string };
  /** Calls per minute from one address (public) or of one caller, where the general limit is too high. */
  perMinute?: number;
  /** Calls per minute from one address over all callers, where a caller can get any number of tokens. */
  perMinuteOfAddress?: number;
};

type Definition = Omit<Endpoint, 'params' | 'query' | 'body'> &
  Partial<Pick<Endpoint, 'params' | 'query' | 'body'>>;

type Part<D, K extends string> =
  D extends Record<K, infer S> ? (S extends z.ZodType ? S : undefined) : undefined;

/** Declares one REST endpoint. The server routes it, the web calls it, the API reference is generated from it. */
export function endpoint<const D extends Definition>(
  definition: D,
): Endpoint<Part<D, 'params'>, Part<D, 'query'>, Part<D, 'body'>, D['response']> {
  // The parts that a definition leaves out are undefined, as `Part` says.
  return { params: undefined, query: undefined, body: undefined, ...definition } as unknown as Endpoint<
    Part<D, 'params'>,
    Part<D, 'query'>,
    Part<D, 'body'>,
    D['response']
  >;
}

/** Whether API keys with the permission may call it. Sessions, passwords and keys themselves are for people only. */
export const takesKeys = ({ keys, permission }: Pick<Endpoint, 'keys' | 'permission'>): boolean =>
  keys ?? permission.includes(':');

export type ParamsOf<E extends Endpoint> = E['params'] extends z.ZodType ? z.output<E['params']> : undefined;
export type QueryOf<E extends Endpoint> = E['query'] extends z.ZodType ? z.output<E['query']> : undefined;
export type BodyOf<E extends Endpoint> = E['body'] extends z.ZodType ? z.output<E['body']> : undefined;
export type ResponseOf<E extends Endpoint> = z.input<E['response']>;

/** A socket request: the client emits `name` with the payload, and the server acknowledges with the answer. */
export type SocketRequest<Payload extends z.ZodType = z.ZodType, Answer extends z.ZodType = z.ZodType> = {
  permission: Permission;
  payload: Payload;
  answer: Answer;
};

export function socketRequest<P extends z.ZodType, A extends z.ZodType>(
  definition: SocketRequest<P, A>,
): SocketRequest<P, A> {
  return definition;
}
