import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookRequest, ProviderAccount } from '../providers/provider.ts';

/** `X-Hub-Signature-256`: sha256=<HMAC of the body as it came, by the app's secret>. */
export function isSignedByMeta({ appSecret }: ProviderAccount, { headers, body }: WebhookRequest): boolean {
  const header = headers['x-hub-signature-256'];
  if (typeof header !== 'string') return false;
  const expected = Buffer.from(`sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`);
  const given = Buffer.from(header);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
