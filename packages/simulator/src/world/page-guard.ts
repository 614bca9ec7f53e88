import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Why something was not done; its words go to whoever asked. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Lets in who has opened the page under its own address on this machine. Another site's name that leads here, and another
 * site's page that sends something here, are refused: the browser tells of both.
 */
export function demandOwnPage({ headers, method }: IncomingMessage, port: number): void {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(headers.host ?? ''))
    throw new Refused(403, `Open this page as http://${hosts[0] ?? ''}`);
  if (method === 'GET') return;
  const { origin } = headers;
  if (origin !== undefined && origin !== `http://${headers.host ?? ''}`)
    throw new Refused(403, 'Another site may not write here');
  // No form of another site can send these, however old the browser is.
  if (!/^(application\/json|image\/(jpeg|png|webp))$/.test(typeOf(headers)))
    throw new Refused(415, 'JSON, or a picture');
}

export const typeOf = (headers: IncomingMessage['headers']): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** All of a body, up to so many bytes. */
export async function bodyOf(request: IncomingMessage, most: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? Infinity) > most)
    throw new Refused(413, `More than ${most} bytes`);
  return buffer(request);
}
