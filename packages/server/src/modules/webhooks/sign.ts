import { createHmac } from 'node:crypto';

/** Proves to a receiver that we sent this body, and when, so that a recorded delivery cannot be replayed much later. */
export function signatureOf(secret: string, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
