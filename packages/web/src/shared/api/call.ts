import type { Endpoint, ResponseOf } from '@trunkline/contract';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';
import { buildUrl, type QueryValue } from './build-url.ts';
import { toApiError, withReasonSentence } from './refusal.ts';

export { ApiError } from './api-error.ts';
export { upload } from './upload.ts';

// Callers write the schema's input type: values with a default may be left out, and ids in paths may be numbers.
type QueryOf<T> = { [K in keyof T]: QueryValue };
type Input<S> = S extends z.ZodType ? z.input<S> : never;
type Part<K extends string, S, T> = S extends z.ZodType
  ? Record<never, never> extends Input<S>
    ? { [P in K]?: T }
    : { [P in K]: T }
  : { [P in K]?: undefined };

export type CallInput<E extends Endpoint> = Part<'params', E['params'], QueryOf<Input<E['params']>>> &
  Part<'query', E['query'], { [K in keyof Input<E['query']>]?: QueryValue }> &
  Part<'body', E['body'], Input<E['body']>> & { signal?: AbortSignal | undefined };

type Rest<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/** Calls an endpoint of the contract; throws ApiError for every refusal and for a server that cannot be reached. */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: Rest<E>): Promise<ResponseOf<E>> {
  const { params, query, body, signal } = (input ?? {}) as UntypedInput;
  const response = await send(buildUrl(endpoint.path, params, query), {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: body === undefined ? { accept: 'application/json' } : JSON_HEADERS,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as ResponseOf<E>;
  throw await withReasonSentence(toApiError(response, answer));
}

type UntypedInput = {
  params?: Record<string, unknown>;
  query?: Record<string, QueryValue>;
  body?: unknown;
  signal?: AbortSignal;
};

const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' };

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError({ code: 'offline', message: 'The server cannot be reached.' });
  }
}
