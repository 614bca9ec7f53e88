import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebhookEvent } from '@livekit/protocol';
import { AccessToken } from 'livekit-server-sdk';
import { newSid } from '../ids.ts';
import type { Log } from '../log.ts';

const WAITS_MS = [0, 200, 1000, 3000, 10_000];
const TIMEOUT_MS = 5000;
const WAITING_MAX = 10_000;

type Options = { url: string | undefined; key: string; secret: string; log: Log };

/** Sends webhooks to the server that started this process: in order, signed as LiveKit does, retried until accepted or too old. */
export function createWebhooks({ url, key, secret, log }: Options) {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const ending = new AbortController();

  async function post(body: string): Promise<void> {
    const token = new AccessToken(key, secret, { ttl: '5m' });
    token.sha256 = createHash('sha256').update(body).digest('base64');
    const authorization = await token.toJwt();
    for (const waitMs of WAITS_MS) {
      if (waitMs > 0 && ending.signal.aborted) return;
      if (waitMs > 0) await sleep(waitMs, undefined, { signal: ending.signal }).catch(() => undefined);
      const response = await fetch(url ?? '', {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/webhook+json' },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => undefined);
      if (response?.ok) return;
    }
    log.warn({ url }, 'an event was not taken');
  }

  return {
    send(event: Partial<WebhookEvent> & { event: string }): void {
      if (!url || waiting >= WAITING_MAX) return;
      const createdAt = BigInt(Math.floor(Date.now() / 1000));
      const body = new WebhookEvent({ ...event, id: newSid('EV'), createdAt }).toJsonString();
      waiting += 1;
      last = last.then(() => post(body)).finally(() => (waiting -= 1));
    },
    /**
     * Resolves when all events so far were delivered or given up. From now on each is tried only once: retries would keep a
     * process alive that has to end.
     */
    async close(): Promise<void> {
      ending.abort();
      await last;
    },
  };
}
