import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A refused request, with the status and message for the answer. */
export class RequestRefusedError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Refuses requests of other sites: those under a host name other than this machine's, and those that another site's page sends,
 * both of which the browser reveals.
 */
export function demandOwnPage({ headers, method }: IncomingMessage, port: number): void {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(headers.host ?? ''))
    throw new RequestRefusedError(403, `Open this page as http://${hosts[0] ?? ''}`);
  if (method === 'GET') return;
  const { origin } = headers;
  if (origin !== undefined && origin !== `http://${headers.host ?? ''}`)
    throw new RequestRefusedError(403, 'Another site may not write here');
  // No form of another site can send these types, even in old browsers.
  if (!/^(application\/json|image\/(jpeg|png|webp))$/.test(typeOf(headers)))
    throw new RequestRefusedError(415, 'JSON, or a picture');
}

export const typeOf = (headers: IncomingMessage['headers']): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** Reads the whole body, up to a size. */
export async function bodyOf(request: IncomingMessage, most: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? Infinity) > most)
    throw new RequestRefusedError(413, `More than ${most} bytes`);
  return buffer(request);
}
