import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { DailyAccess } from '#platform/config/call-platform-config';
import { AppError } from '#platform/errors';
import type { Log } from '#platform/log';

/** A response of the service; callers decide what an error status means. */
type Answer = { status: number; body: unknown };
type Request = { method: 'GET' | 'POST' | 'DELETE'; path: string; body?: object };

const ANSWERS_WITHIN_MS = 5000;
/** The longest pause before a second attempt: a caller waits meanwhile. Beyond that all lines are busy. */
const WAITS_AT_MOST_MS = 2000;
const WAITS_MS = 500;

const failure = z.object({ error: z.string().max(100) });
const room = z.object({ url: z.url() });
const token = z.object({ token: z.string().min(1) });
const presence = z.object({
  data: z.array(z.object({ id: z.string(), userId: z.string().nullish(), userName: z.string().nullish() })),
});

/** The REST API of the hosted service, as far as calls need it (docs.daily.co, "REST API"). */
export type DailyApi = {
  /** Resolves when the service accepts our key and answers. */
  demandAnswer(): Promise<void>;
  /** The address of a room, which is created if it does not exist; the same name is the same room. */
  ensureRoom(name: string, properties: object): Promise<string>;
  makeToken(properties: object): Promise<string>;
  /** Who is in a room, up to fifteen seconds old. */
  presence(name: string): Promise<z.infer<typeof presence>['data']>;
  eject(name: string, who: { ids: string[] } | { user_ids: string[] }): Promise<void>;
  deleteRoom(name: string): Promise<void>;
};

/**
 * The REST API of the hosted service, as far as calls need it (docs.daily.co, "REST API"). Errors are logged with status and
 * the service's own code, never with the key.
 */
export function createDailyApi({ url, key }: DailyAccess, log: Pick<Log, 'warn' | 'error'>): DailyApi {
  async function send({ method, path, body }: Request): Promise<Response> {
    return fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      // A redirect must not send the key to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
  }

  async function attempt(request: Request): Promise<Answer & { retryAfterMs: number }> {
    try {
      const response = await send(request);
      const text = await response.text();
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : WAITS_MS;
      return { status: response.status, body: parsed(text), retryAfterMs };
    } catch (error) {
      const why = error instanceof Error ? error.name : 'unknown';
      log.warn({ service: 'daily', request: nameOf(request), why }, 'the video service does not answer');
      throw new AppError('call_service_failed');
    }
  }

  /** @throws AppError `lines_busy` where there were too many requests, `call_service_failed` for all other faults */
  async function ask(request: Request): Promise<Answer> {
    let answer = await attempt(request);
    if (answer.status === 429 && answer.retryAfterMs <= WAITS_AT_MOST_MS) {
      await pause(answer.retryAfterMs);
      answer = await attempt(request);
    }
    const { status, body } = answer;
    if (status <= 400 || status === 404) return { status, body };
    const line = {
      service: 'daily',
      request: nameOf(request),
      status,
      error: failure.safeParse(body).data?.error,
    };
    if (status === 429) {
      log.warn(line, 'the video service takes no more requests just now');
      throw new AppError('lines_busy');
    }
    // A refused key needs an administrator; everything else passes by itself.
    if (status === 401 || status === 403) log.error(line, 'the video service does not accept DAILY_API_KEY');
    else log.warn(line, 'the video service has failed');
    throw new AppError('call_service_failed');
  }

  /** Parses the response. Throws `call_service_failed` if it is not as expected. */
  function read<T>(schema: z.ZodType<T>, request: Request, { status, body }: Answer): T {
    const result = schema.safeParse(status < 400 ? body : undefined);
    if (result.success) return result.data;
    const error = failure.safeParse(body).data?.error;
    log.warn(
      { service: 'daily', request: nameOf(request), status, error },
      'the video service gave no such answer',
    );
    throw new AppError('call_service_failed');
  }

  return {
    async demandAnswer() {
      const request = { method: 'GET', path: '/' } as const;
      read(z.looseObject({}), request, await ask(request));
    },

    async ensureRoom(name, properties) {
      const make = {
        method: 'POST',
        path: '/rooms',
        body: { name, privacy: 'private', properties },
      } as const;
      const made = await ask(make);
      if (made.status !== 400) return read(room, make, made).url;
      // It gives the same error for a name that is taken and for an invalid one: asking for the room tells which it was.
      const look = { method: 'GET', path: `/rooms/${name}` } as const;
      const there = await ask(look);
      return read(room, there.status < 400 ? look : make, there.status < 400 ? there : made).url;
    },

    async makeToken(properties) {
      const request = { method: 'POST', path: '/meeting-tokens', body: { properties } } as const;
      return read(token, request, await ask(request)).token;
    },

    async presence(name) {
      const request = { method: 'GET', path: `/rooms/${name}/presence` } as const;
      const answer = await ask(request);
      return answer.status === 404 ? [] : read(presence, request, answer).data;
    },

    async eject(name, who) {
      await ask({ method: 'POST', path: `/rooms/${name}/eject`, body: who });
    },

    async deleteRoom(name) {
      await ask({ method: 'DELETE', path: `/rooms/${name}` });
    },
  };
}

const nameOf = ({ method, path }: Request): string => `${method} ${path}`;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
