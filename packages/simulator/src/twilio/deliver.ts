import { createHmac } from 'node:crypto';
import type { Carry } from '../carry.ts';

export type PostedFields = Record<string, string>;
/** Where messages are delivered to: under which origin that is reached, and what it is called in public. */
export type DeliveryTarget = { webhook: string; publicUrl: string; carry: Carry };
export type Deliver = (url: string, form: PostedFields, signature?: string) => Promise<number>;

/** `X-Twilio-Signature` as Twilio makes it: over the address and the fields of the form in the order of their names. */
function sign(authToken: string, url: string, form: PostedFields): string {
  const fields = Object.keys(form)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => `${name}${form[name]}`);
  return createHmac('sha1', authToken)
    .update(url + fields.join(''))
    .digest('base64');
}

/** Calls addresses as Twilio does, signed over what they are called in public. Gives the answer's status; 0: nobody there. */
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

/** What the address that messages go to is called in public. */
export const calledInPublic = ({ webhook, publicUrl }: DeliveryTarget): string =>
  publicUrl ? publicUrl + new URL(webhook).pathname : webhook;
