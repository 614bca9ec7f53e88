import { Readable } from 'node:stream';
import type { GatewayRow } from '../gateways/gateway-store.ts';

type GatewayCredentials = Pick<GatewayRow, 'ws_url' | 'username'> & { secret: string };

const ANSWERS_WITHIN_MS = 10_000;
/** Max. time to fetch a file: some hours of a call over a slow connection. */
const WHOLE_WITHIN_MS = 10 * 60_000;

/**
 * Recordings stored at a gateway, by its REST interface (ARI), which has the same host as its WebSocket and the same user. Only
 * its module for stored recordings is used.
 */
export function createStoredFiles({ ws_url: wsUrl, username, secret }: GatewayCredentials) {
  const authorization = `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;
  const address = (name: string, rest = ''): URL => {
    const url = new URL(`/ari/recordings/stored/${encodeURIComponent(name)}${rest}`, wsUrl);
    url.protocol = url.protocol === 'wss:' ? 'https:' : 'http:';
    return url;
  };

  async function ask(url: URL, method: 'GET' | 'DELETE', ms: number): Promise<Response | undefined> {
    const answer = await fetch(url, {
      method,
      headers: { authorization },
      redirect: 'error',
      signal: AbortSignal.timeout(ms),
    });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    if (answer.status === 404) return undefined;
    throw new Error(`the gateway answered ${answer.status} to ${method} of a recording`);
  }

  return {
    /** Undefined where there is no recording of this name. */
    async open(name: string): Promise<Readable | undefined> {
      const answer = await ask(address(name, '/file'), 'GET', WHOLE_WITHIN_MS);
      return answer?.body ? Readable.fromWeb(answer.body) : undefined;
    },

    /** Deletes it; no error where it is gone already. */
    async remove(name: string): Promise<void> {
      await ask(address(name), 'DELETE', ANSWERS_WITHIN_MS);
    },
  };
}
