import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

export function bearerToken(request: FastifyRequest): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined;
}

/**
 * Refuses requests of other sites that use somebody's cookie, or that sign them in as somebody else. Requests with a Bearer
 * token pass, since browsers do not send one on their own.
 */
export function refuseOtherSites(request: FastifyRequest): void {
  if (bearerToken(request) || request.method === 'GET' || request.method === 'HEAD') return;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (origin && URL.canParse(origin) && new URL(origin).host === request.host) return;
  if (!origin && (site === undefined || site === 'same-origin')) return;
  throw new AppError('wrong_origin');
}

/** Whether a connection comes from a page of ours, or from a program, which sends no origin. */
export function isOwnSite({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { origin } = headers;
  const hosts = [headers.host, headers['x-forwarded-host']];
  return origin === undefined || (URL.canParse(origin) && hosts.includes(new URL(origin).host));
}
