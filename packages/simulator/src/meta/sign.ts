import { createHmac } from 'node:crypto';

/** Returns `X-Hub-Signature-256` as Meta computes it, over the bytes of the body. */
export const signatureOf = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
