import { randomInt } from 'node:crypto';
import { signatureOf } from './sign.ts';

/** Meta waits no longer than this either. */
const PATIENCE_MS = 10_000;

/** Delivers as Meta does: by POST, with a signature. Returns the status of the answer, or 0 without one. */
export async function deliverTo(
  webhook: string,
  body: string,
  { secret, signature = signatureOf(secret, body) }: { secret: string; signature?: string | undefined },
): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const response = await fetch(webhook, { method: 'POST', headers, body, signal: patience.signal });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  } finally {
    clearTimeout(timer);
  }
}

/** Verifies an address as Meta does before it delivers there: its owner must know the token and return the challenge. */
export async function subscribeTo(webhook: string, verifyToken: string): Promise<boolean> {
  const challenge = String(randomInt(1_000_000_000));
  const query = { 'hub.mode': 'subscribe', 'hub.challenge': challenge, 'hub.verify_token': verifyToken };
  const response = await fetch(`${webhook}?${new URLSearchParams(query).toString()}`);
  return response.ok && (await response.text()) === challenge;
}
