import { createHmac } from 'node:crypto';

/** `X-Hub-Signature-256` as Meta makes it: over the body as it goes out. */
export const signatureOf = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
