import { createHmac } from 'node:crypto';
import type { DeliveryStrategy } from '../delivery-strategy.ts';

export type PostedFields = Record<string, string>;
/** Where messages are delivered: the address that is called, and its public origin, which is signed. */
export type DeliveryTarget = { webhook: string; publicUrl: string; carry: DeliveryStrategy };
export type Deliver = (url: string, form: PostedFields, signature?: string) => Promise<number>;

/** Returns `X-Twilio-Signature` as Twilio computes it: over the address, and the form's fields sorted by name. */
function sign(authToken: string, url: string, form: PostedFields): string {
  const fields = Object.keys(form)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => `${name}${form[name]}`);
  return createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest('base64');
}

/**
 * Returns the function that calls addresses as Twilio does, with a signature over the public address. It returns the status of
 * the answer, or 0 without one.
 */
export function createDeliver(authToken: string, place: DeliveryTarget): Deliver {
  const deliverTo = async (url: string, form: PostedFields, signature: string) => {
    const reached = url.replace(new URL(url).origin, new URL(place.webhook).origin);
    const body = new URLSearchParams(form).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature };
    const response = await fetch(reached, { method: 'POST', headers, body }).catch(() => undefined);
    return response?.status ?? 0;
  };
  return (url, form, signature = sign(authToken, url, form)) =>
    place.carry(() => deliverTo(url, form, signature));
}

/** Returns the public form of the address for messages. */
export const publicUrlOf = ({ webhook, publicUrl }: DeliveryTarget): string =>
  publicUrl ? publicUrl + new URL(webhook).pathname : webhook;
