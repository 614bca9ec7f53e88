import { createHmac } from 'node:crypto';

/** What proves to a receiver that we wrote this body, and when: a recorded delivery can't be sent again much later. */
export function signatureOf(secret: string, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
